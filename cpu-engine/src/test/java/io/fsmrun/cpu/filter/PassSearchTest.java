package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a block has is found, however much was searched with it. */
final class PassSearchTest {

  private static final FilterEngine ENGINE =
      FilterEngine.of(List.of(chain(0, "needle"), chain(1, "dlend")), ByteModel.prior());

  private final PassSearch search = new PassSearch(ENGINE);

  private static Chain chain(int rule, String text) {
    List<SymbolSet> string = text.chars().mapToObj(SymbolSet::of).toList();
    return new Chain(
        rule,
        EdgeCondition.ALWAYS,
        Optional.empty(),
        List.of(List.of(new Factor(Optional.empty(), string, Optional.empty(), 0, 0, false))),
        List.of(),
        Optional.empty(),
        EdgeCondition.ALWAYS);
  }

  /** Where strings start in a block that is a stream's first. */
  private List<Integer> find(byte[] input, int from, int to) {
    search.find(input, from, from, to, -from);
    return found();
  }

  private List<Integer> found() {
    List<Integer> starts = new ArrayList<>();
    while (search.next()) {
      starts.add(search.place() - FoundEntry.offset(search.entry()));
    }
    return starts;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void streamsThatAreSearchedTogetherHaveTheirOwn() {
    Random random = new Random(5);
    byte[] input = new byte[60_000];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "needlend".charAt(random.nextInt(3) == 0 ? random.nextInt(8) : i % 8);
    }
    List<Integer> offsets = new ArrayList<>(List.of(0));
    while (offsets.getLast() < input.length) {
      offsets.add(Math.min(input.length, offsets.getLast() + 1 + random.nextInt(300)));
    }
    search.lendStreams(input, input.length);
    List<Long> shared = new ArrayList<>();
    int strings = 0;
    for (int i = 0; i + 1 < offsets.size(); i++) {
      int from = offsets.get(i);
      int to = offsets.get(i + 1);
      search.start();
      List<Integer> own = find(input, from, to);
      shared.add(search.sharedNanos());
      assertThat(own)
          .as("from %d to %d", from, to)
          .containsExactlyInAnyOrderElementsOf(expected(input, from, to));
      strings += own.size();
      // At the stream's end the same is at hand, however often it is asked for.
      search.find(input, from, to, to, -from);
      assertThat(found()).isSubsetOf(own);
    }
    assertThat(strings).isGreaterThan(1_000);
    assertThat(shared.get(0)).as("paid for others").isNegative();
    assertThat(shared.get(1)).as("others have paid").isNotNegative();
  }

  private static List<Integer> expected(byte[] input, int from, int to) {
    List<Integer> starts = new ArrayList<>();
    for (int at = from; at < to; at++) {
      for (String string : List.of("needle", "dlend")) {
        byte[] wanted = bytes(string);
        int end = at + wanted.length;
        if (end <= to && Arrays.equals(input, at, end, wanted, 0, wanted.length)) {
          starts.add(at);
        }
      }
    }
    return starts;
  }

  /** An array that is not lent may hold anything when the next stream begins. */
  @Test
  void whatWasFoundElsewhereIsForgottenWithTheStream() {
    byte[] lent = bytes("needle");
    byte[] other = bytes("..needle..");
    search.lendStreams(lent, lent.length);
    search.start();
    assertThat(find(other, 0, 10)).containsExactly(2);
    Arrays.fill(other, (byte) '-');
    search.start();
    assertThat(find(other, 0, 10)).isEmpty();
    search.takeBack();
    Arrays.fill(lent, (byte) '-');
    search.start();
    assertThat(find(lent, 0, 6)).isEmpty();
  }

  @Test
  void laterBlocksFindWhatReachesIntoThem() {
    byte[] input = bytes("..needle..needle");
    assertThat(find(input, 0, 6)).isEmpty();
    search.find(input, 0, 6, 12, 0);
    assertThat(found()).containsExactly(2);
    search.find(input, 0, 12, 16, 0);
    assertThat(found()).contains(10);
  }
}
