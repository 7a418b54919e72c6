package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of words and gaps, which run only where their strings may be, and sets of all kinds. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GatedRulesTest {

  private SimtDevice device;

  @BeforeAll
  void open() {
    device = new SimtDevice();
  }

  @AfterAll
  void close() {
    device.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void wordsAndGaps(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<String> pool = new ArrayList<>();
    while (pool.size() < 20) {
      pool.add(WordRules.word(random));
    }
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 40; r++) {
      components.add(new RuleSet.Component(r, WordRules.words(random, pool)));
    }
    RuleSet machine = new RuleSet(components);
    StringBuilder text = new StringBuilder();
    // Words in a few places only: most windows lack most strings.
    while (text.length() < 25_000) {
      text.append(".".repeat(random.number(0, 2500)));
      for (int i = random.number(1, 2); i > 0; i--) {
        text.append(pool.get(random.number(0, pool.size() - 1)));
      }
      text.append(random.chance(0.1) ? "\n" : "");
    }
    byte[] input = text.toString().getBytes(StandardCharsets.US_ASCII);
    assertThat(
            StreamScans.reports(
                device, StreamScans.rules(machine), input, 2 * StreamProgram.ADVANCE))
        .isNotEmpty()
        .isEqualTo(ReferenceEngine.reports(machine, input));
  }

  @Test
  void symbolSetsOfAllKinds() {
    RandomAutomata random = RandomAutomata.seeded(31);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 60; r++) {
      SymbolSet set =
          switch (r % 4) {
            case 0 -> SymbolSet.range(random.number(0, 120), random.number(121, 255));
            case 1 -> SymbolSet.of(random.number(0, 255)).complement();
            case 2 -> SymbolSet.of(random.number(0, 255));
            default -> scattered(random);
          };
      NfaBuilder builder = new NfaBuilder();
      int state = builder.addState(set);
      builder.setAlwaysEnabled(state);
      builder.addFlags(state, ReportFlags.HERE);
      components.add(new RuleSet.Component(r, builder.build()));
    }
    RuleSet machine = new RuleSet(components);
    byte[] input = random.input(600, 256);
    assertThat(StreamScans.reports(device, StreamScans.rules(machine), input, 1 << 16))
        .isEqualTo(ReferenceEngine.reports(machine, input));
  }

  private static SymbolSet scattered(RandomAutomata random) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int i = random.number(1, 60); i > 0; i--) {
      set = set.or(SymbolSet.of(random.number(0, 255)));
    }
    return set;
  }
}
