package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which pieces are known not to lie in a block, by the bytes that they need. */
final class WaitedBytesTest {

  private static final int BLOCK = 10_000;

  /** The pieces, in this order: a byte, what follows it, and another first one. */
  private static final int ZERO = 0;

  private static final int FOLLOWER = 1;
  private static final int WORD = 2;

  private FilterEngine engine;
  private LinkEnds ends;
  private WaitedBytes waited;

  @BeforeEach
  void waitForThree() {
    engine =
        FilterEngine.of(
            List.of(chain(0, "\0", "xQx", "end."), chain(1, "GET", "end.")), ByteModel.prior());
    ends = new LinkEnds(engine.links(), engine.reach());
    waited = new WaitedBytes(engine.demands(), ends);
    assertThat(engine.demands().count()).isEqualTo(3);
  }

  /** All but the last piece are looked for on demand, with anything between them. */
  private static Chain chain(int rule, String... pieces) {
    List<List<Factor>> factors =
        Arrays.stream(pieces)
            .map(piece -> List.of(factor(piece, piece.equals(pieces[pieces.length - 1]))))
            .toList();
    Gap anything = new Gap(SymbolSet.ALL, 0, Gap.UNBOUNDED);
    return new Chain(
        rule,
        EdgeCondition.ALWAYS,
        Optional.empty(),
        factors,
        Collections.nCopies(pieces.length - 1, anything),
        Optional.empty(),
        EdgeCondition.ALWAYS);
  }

  private static Factor factor(String text, boolean searched) {
    List<SymbolSet> string = text.chars().mapToObj(SymbolSet::of).toList();
    return searched
        ? new Factor(Optional.empty(), string, Optional.empty(), 0, 0, false)
        : Factor.demanded(string);
  }

  private static byte[] block(String with) {
    byte[] block = new byte[BLOCK];
    Arrays.fill(block, (byte) 'a');
    byte[] bytes = with.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(bytes, 0, block, BLOCK - 700, bytes.length);
    return block;
  }

  private void read(String with) {
    waited.read(block(with), 0, BLOCK);
  }

  @Test
  void whatHasNoneOfTheirBytesHasNoPiece() {
    read("ends");
    assertThat(waited.isAbsent(ZERO)).isTrue();
    assertThat(waited.isAbsent(WORD)).isTrue();
    assertThat(waited.isAbsent(FOLLOWER)).as("it was not waited for").isFalse();
  }

  /** Wherever it lies: in whole vectors, in those that are left over, and in the last few bytes. */
  @Test
  void aPieceIsNeverOverlooked() {
    for (int place = 0; place < BLOCK; place += place < BLOCK - 1_100 ? 37 : 1) {
      waited = new WaitedBytes(engine.demands(), ends);
      byte[] block = block("");
      block[place] = 0;
      waited.read(block, 0, BLOCK);
      assertThat(waited.isAbsent(ZERO)).as("place %d", place).isFalse();
      assertThat(waited.isAbsent(WORD)).as("place %d", place).isTrue();
      waited = new WaitedBytes(engine.demands(), ends);
      waited.read(block, place + 1, BLOCK);
      assertThat(waited.isAbsent(ZERO)).isEqualTo(BLOCK - place - 1 >= WaitedBytes.LEAST_BLOCK);
    }
  }

  @Test
  void whatFollowsIsWaitedForOnceTheFirstPieceWasThere() {
    ends.add(engine.demands().link(ZERO), 1, 0);
    read("x");
    assertThat(waited.isAbsent(ZERO)).as("it is not waited for any more").isFalse();
    assertThat(waited.isAbsent(FOLLOWER)).isTrue();
    assertThat(waited.isAbsent(WORD)).isTrue();
    read("Q");
    assertThat(waited.isAbsent(FOLLOWER)).isFalse();
    assertThat(waited.isAbsent(WORD)).isTrue();
  }

  /** A byte that is there again and again costs a look at it now and then, and others nothing. */
  @Test
  void whatHasBytesThatAreFrequentIsLeftOut() {
    int looked = 0;
    for (int block = 0; block < 200; block++) {
      read("GT");
      assertThat(waited.isAbsent(ZERO)).isTrue();
      assertThat(waited.isAbsent(WORD)).isFalse();
    }
    for (int block = 0; block < 200; block++) {
      read("");
      looked += waited.isAbsent(WORD) ? 1 : 0;
    }
    assertThat(looked)
        .as("of 31 left out behind block 190, 22 are still to come")
        .isEqualTo(200 - 22);
  }

  @Test
  void shortBlocksAreLeftToOthers() {
    waited.read(block(""), 0, WaitedBytes.LEAST_BLOCK - 1);
    assertThat(waited.isAbsent(ZERO)).isFalse();
  }
}
