package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Lanes where sets that report are anything from rare to nearly all there are. */
final class LaneLoopTest {

  private static RuleAutomaton string(int rule, byte[] bytes) {
    NfaBuilder builder = new NfaBuilder();
    builder.addFlags(Unions.word(builder, -1, bytes), ReportFlags.HERE);
    return new RuleAutomaton(rule, builder.build());
  }

  /** Stretches over alphabets of different sizes: in some all report, in others nothing does. */
  private static byte[] input(RandomAutomata random, int length) {
    byte[] input = new byte[length];
    int letters = 2;
    int left = 0;
    for (int at = 0; at < length; at++, left--) {
      if (left == 0) {
        letters = 1 << random.number(1, 6);
        left = random.number(200, 9_000);
      }
      input[at] = (byte) random.number(0, letters - 1);
    }
    return input;
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void reportsAreTheSameHoweverManyThereAre(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = new ArrayList<>();
    for (int i = random.number(1, 40); i > 0; i--) {
      byte[] string = new byte[random.number(1, 4)];
      int letters = 1 << random.number(1, 6);
      for (int j = 0; j < string.length; j++) {
        string[j] = (byte) random.number(0, letters - 1);
      }
      rules.add(string(random.number(0, 30), string));
    }
    byte[] input = input(random, random.number(5_000, 100_000));
    int cacheBytes = random.chance(0.3) ? random.number(0, 30_000) : 1 << 20;
    LazyOptions options =
        LazyOptions.defaults()
            .withLaneStart(Unions.laneStart(random))
            .withSelfLoopSkipping(random.chance(0.5));
    LazySession chain = new LazyEngine(rules, options.withLanes(false)).newSession();
    LazySession lanes = new LazyEngine(rules, options.withCacheBytes(cacheBytes)).newSession();
    var expected = Unions.scanWhole(chain, input);
    for (int again = 0; again < 2; again++) {
      assertThat(Unions.scanWhole(lanes, input)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  /** However many sets report, all is run in lanes. */
  @Test
  void manyReportsAreNoReasonToRunOneChain() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] input = new byte[1 << 18];
    for (int at = 0; at < input.length; at++) {
      input[at] = (byte) random.nextInt(8);
    }
    List<RuleAutomaton> rules = new ArrayList<>();
    for (int first = 0; first < 8; first++) {
      rules.add(string(first, new byte[] {(byte) first, (byte) (first + 1)}));
      rules.add(string(first + 8, new byte[] {(byte) first, 0}));
    }
    LazyOptions options = LazyOptions.defaults().withSelfLoopSkipping(false);
    LazySession session = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(session, input)).hasSizeGreaterThan(input.length / 5);
    assertThat(session.statistics().laneSymbols()).isGreaterThan(input.length * 9 / 10);
  }
}
