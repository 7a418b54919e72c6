package io.fsmrun.cpu.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Passes are chosen for what they cost together. */
final class WindowChooserTest {

  private static final SymbolSet DIGIT = SymbolSet.range('0', '9').or(SymbolSet.range('a', 'f'));

  /** A key with a prefix of two letters has a rare window and a rare stretch. */
  @Test
  void makesNoPassOfStretchesForAFewPrefixes() {
    assumeTrue(Vectors.shuffles());
    List<SymbolSet> key = key("SK", 32);
    assertThat(SearchCosts.runToFind(key, ByteModel.prior())).isPresent();
    assertThat(methods(key)).containsExactly(FilterPasses.Method.HASHES);
  }

  @Test
  void findsStringsWithoutWindowsByStretches() {
    assertThat(methods(key("", 40))).containsExactly(FilterPasses.Method.RUNS);
  }

  /** Without a sample, a stretch without a byte beside it may be in every text of its bytes. */
  @Test
  void expectsStretchesInsideLongerOnes() {
    double alone = StringRun.at(key("", 40), 0).nanos(ByteModel.prior());
    double beside = StringRun.at(key("SK", 40), 2).nanos(ByteModel.prior());
    assertThat(alone).isGreaterThan(beside + 0.005);
  }

  /**
   * Long strings are found at two of four places, and the few that are too short for that in a pass
   * of their own, if its tables let little through: with bytes as different as these they do.
   */
  @Test
  void looksForFewShortStringsApartFromManyLongOnes() {
    assumeTrue(Vectors.compares() && !Vectors.shuffles());
    Random random = new Random(7);
    List<Factor> factors = new ArrayList<>();
    for (int f = 0; f < 1_000; f++) {
      List<SymbolSet> string = new ArrayList<>();
      for (int i = f < 70 ? 4 : 12; i > 0; i--) {
        string.add(SymbolSet.of(128 + random.nextInt(128)));
      }
      factors.add(Factor.of(string));
    }
    List<FilterPasses.Group> groups = new WindowChooser(factors, ByteModel.prior()).choose();
    assertThat(groups.stream().map(FilterPasses.Group::stride))
        .containsExactly(Stride.TWO_OF_FOUR, Stride.EVERY);
    assertThat(groups.stream().map(group -> group.places().size())).containsExactly(930, 70);
  }

  /**
   * One pass for strings of two bytes and of four, not one for each, where tables know all four.
   */
  @Test
  void looksForShortStringsInOnePass() {
    assumeTrue(Vectors.compares() && !Vectors.shuffles());
    Random random = new Random(7);
    List<Factor> factors = new ArrayList<>();
    for (int f = 0; f < 40; f++) {
      List<SymbolSet> string = new ArrayList<>();
      for (int i = f < 6 ? 2 : 4; i > 0; i--) {
        string.add(SymbolSet.of(128 + random.nextInt(128)));
      }
      factors.add(Factor.of(string));
    }
    List<FilterPasses.Group> groups = new WindowChooser(factors, ByteModel.prior()).choose();
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).width()).isEqualTo(2);
    assertThat(groups.get(0).places()).hasSize(40);
  }

  /** What was looked for in a long sample in vain is not taken to be frequent. */
  @Test
  void believesASample() {
    byte[] sample = "all is text here, and nothing else\n".repeat(3_000).getBytes(UTF_8);
    List<SymbolSet> zeros = Collections.nCopies(4, SymbolSet.of(0));
    int[] keys = {0};
    double expected = ByteModel.prior().probability(zeros, 0, 4);
    ByteModel sampled = ByteModel.prior().withSample(ByteSample.of(sample));
    assertThat(expected).isGreaterThan(1e-3);
    assertThat(sampled.share(keys, 4, false, expected)).isBetween(1e-7, 1e-4);
    ByteModel little = ByteModel.prior().withSample(ByteSample.of("text".getBytes(UTF_8)));
    assertThat(little.share(keys, 4, false, expected)).isGreaterThan(expected / 10);
  }

  private static List<FilterPasses.Method> methods(List<SymbolSet> string) {
    WindowChooser chooser = new WindowChooser(List.of(Factor.of(string)), ByteModel.prior());
    return chooser.choose().stream().map(FilterPasses.Group::method).toList();
  }

  private static List<SymbolSet> key(String prefix, int digits) {
    List<SymbolSet> key = new ArrayList<>();
    prefix.chars().forEach(symbol -> key.add(SymbolSet.of(symbol)));
    key.addAll(Collections.nCopies(digits, DIGIT));
    return key;
  }
}
