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
      factors.add(random(f < 70 ? 4 : 12, 128, 128, random));
    }
    List<FilterPasses.Group> groups = new WindowChooser(factors, ByteModel.prior()).choose();
    assertThat(groups.stream().map(FilterPasses.Group::stride))
        .containsExactly(Stride.TWO_OF_FOUR, Stride.EVERY);
    assertThat(groups.stream().map(group -> group.places().size())).containsExactly(930, 70);
  }

  /**
   * Strings over four letters are found by windows of as many bytes as all of them have at a
   * stride. In other text, windows of four bytes are rare.
   */
  @Test
  void looksForWideWindowsWhereOthersAreEverywhere() {
    Random random = new Random(7);
    List<Factor> factors = new ArrayList<>();
    for (int f = 0; f < 1_000; f++) {
      factors.add(bases(11 + random.nextInt(10), random));
    }
    ByteModel letters = ByteModel.ofAlphabet(bases());
    List<FilterPasses.Group> groups = new WindowChooser(factors, letters).choose();
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).width()).isEqualTo(8);
    assertThat(groups.get(0).stride()).isEqualTo(Stride.FOURTH);
    groups = new WindowChooser(factors, ByteModel.prior()).choose();
    assertThat(groups.stream().map(FilterPasses.Group::width)).allMatch(width -> width <= 4);
  }

  private static SymbolSet bases() {
    return SymbolSet.of('A').or(SymbolSet.of('C')).or(SymbolSet.of('G')).or(SymbolSet.of('T'));
  }

  private static Factor bases(int length, Random random) {
    List<SymbolSet> string = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      string.add(SymbolSet.of("ACGT".charAt(random.nextInt(4))));
    }
    return Factor.of(string);
  }

  /**
   * Few strings, some of them of two bytes only, are found in one pass, by windows of two bytes;
   * those of the others are frequent, but tables know what is behind them.
   */
  @Test
  void looksForShortStringsInOnePass() {
    assumeTrue(Vectors.compares());
    Random random = new Random(7);
    byte[] sample = new byte[100_000];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = (byte) ('a' + random.nextInt(20));
    }
    List<Factor> factors = new ArrayList<>();
    for (int f = 0; f < 12; f++) {
      factors.add(f < 4 ? random(2, 128, 100, random) : random(4, 'a', 20, random));
    }
    ByteModel model = ByteModel.prior().withSample(ByteSample.of(sample));
    List<FilterPasses.Group> groups = new WindowChooser(factors, model).choose();
    assertThat(groups).hasSize(1);
    assertThat(groups.get(0).width()).isEqualTo(2);
    assertThat(groups.get(0).places()).hasSize(12);
  }

  /**
   * Zeros pass two of four places by mistake if {@code 10 00 00 00} is looked for: of its first
   * byte a word keeps four bits only. Where a sample is full of them, other places are looked at.
   */
  @Test
  void looksElsewhereWhereMuchPassesByMistake() {
    assumeTrue(Vectors.compares() && !Vectors.shuffles());
    Random random = new Random(7);
    List<Factor> factors = new ArrayList<>();
    for (int f = 0; f < 300; f++) {
      factors.add(random(6, 128, 128, random));
    }
    List<SymbolSet> string = new ArrayList<>(Collections.nCopies(6, SymbolSet.of(0)));
    string.set(0, SymbolSet.of(0x10));
    string.set(4, SymbolSet.of(0x10));
    factors.add(Factor.of(string));
    assertThat(strides(factors, new byte[50_000])).doesNotContain(Stride.TWO_OF_FOUR);
    byte[] text = "all is text here, and nothing else\n".repeat(1_400).getBytes(UTF_8);
    assertThat(strides(factors, text)).contains(Stride.TWO_OF_FOUR);
  }

  private static List<Stride> strides(List<Factor> factors, byte[] sample) {
    ByteModel model = ByteModel.prior().withSample(ByteSample.of(sample));
    return new WindowChooser(factors, model)
        .choose().stream().map(FilterPasses.Group::stride).toList();
  }

  /** A string of so many bytes. */
  private static Factor random(int length, int first, int symbols, Random random) {
    List<SymbolSet> string = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      string.add(SymbolSet.of(first + random.nextInt(symbols)));
    }
    return Factor.of(string);
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
