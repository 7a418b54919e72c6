package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
