package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From what lanes start: that it changes nothing, and what it saves. */
class LaneStartTest {

  private static final LazyOptions CHAIN = LazyOptions.defaults().withLanes(false);

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A word, any number of some bytes, a word. */
  static RuleAutomaton gap(int rule, String first, SymbolSet between, String second) {
    NfaBuilder builder = new NfaBuilder();
    int at = Unions.word(builder, -1, ascii(first));
    int gap = builder.addState(between);
    builder.addEdge(at, gap);
    builder.addEdge(gap, gap);
    int afterGap = Unions.word(builder, gap, ascii(second));
    builder.addEdge(at, gap + 1);
    builder.addFlags(afterGap, ReportFlags.HERE);
    return new RuleAutomaton(rule, builder.build());
  }

  private static String letters(RandomAutomata random, int most) {
    StringBuilder word = new StringBuilder();
    for (int i = random.number(1, most); i > 0; i--) {
      word.append((char) ('a' + random.number(0, 4)));
    }
    return word.toString();
  }

  /** Gaps of all widths, opened and closed now and then, some of them forever. */
  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void openGapsAreNotLost(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    SymbolSet[] widths = {
      SymbolSet.ALL, SymbolSet.of('\n').complement(), SymbolSet.of('a').complement()
    };
    List<RuleAutomaton> rules = new ArrayList<>();
    for (int i = random.number(1, 6); i > 0; i--) {
      SymbolSet width = widths[random.number(0, 2)];
      rules.add(gap(i, letters(random, 5), width, letters(random, 5)));
    }
    if (random.chance(0.3)) {
      rules.add(new RuleAutomaton(9, random.nfa(8)));
    }
    byte[] input = new byte[random.number(5_000, 40_000)];
    Arrays.fill(input, (byte) 'x');
    int rarity = random.number(2, 3000);
    for (int at = 0; at < input.length; at += random.number(1, rarity)) {
      byte[] word = random.chance(0.2) ? new byte[] {'\n'} : ascii(letters(random, 5));
      System.arraycopy(word, 0, input, at, Math.min(word.length, input.length - at));
    }
    int cacheBytes = random.chance(0.3) ? random.number(0, 20_000) : 1 << 20;
    for (LaneStart start : LaneStart.values()) {
      LazyOptions options = LazyOptions.defaults().withLaneStart(start).withCacheBytes(cacheBytes);
      LazySession session = new LazyEngine(rules, options).newSession();
      TreeSet<Long> expected =
          new TreeSet<>(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
      for (int again = 0; again < 2; again++) {
        assertThat(Unions.scanWhole(session, input))
            .as("seed %d, %s", seed, start)
            .isEqualTo(expected);
      }
    }
  }

  /** One chain keeps none of the sets that are met once, lanes would keep them all. */
  @Test
  void whereNearlyAllSetsAreNewLanesAreLeft() {
    NfaBuilder builder = new NfaBuilder();
    int at = Unions.word(builder, -1, ascii("a"));
    for (int i = 0; i < 20; i++) {
      int place = builder.addState(SymbolSet.ALL);
      builder.addEdge(at, place);
      at = place;
    }
    builder.addFlags(at, ReportFlags.HERE);
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    byte[] input = RandomAutomata.seeded(8).input(1 << 19, 2);
    LazySession session =
        new LazyEngine(rules, LazyOptions.defaults().withCacheBytes(1 << 28)).newSession();
    assertThat(Unions.scanWhole(session, input))
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
    assertThat(session.statistics().flushes()).isZero();
    assertThat(session.statistics().laneSymbols()).isBetween(1L << 15, 3L << 17);
  }

  /** After the first word, all that was guessed before it lacks one state, for good. */
  @ParameterizedTest
  @EnumSource(names = {"CONVERGENCE_SETS", "ADAPTIVE"})
  void whatALaneLacksIsRunOnItsOwn(LaneStart start) {
    byte[] input = LazyThroughput.letters(new SplittableRandom(6), 1 << 17, 'm', 8);
    System.arraycopy(ascii("abcd"), 0, input, 20_000, 4);
    for (int at = 500; at < input.length - 10; at += 1700) {
      System.arraycopy(ascii("efgh"), 0, input, at, 4);
    }
    List<RuleAutomaton> rules = List.of(gap(0, "abcd", SymbolSet.ALL, "efgh"));
    LazyOptions options = LazyOptions.defaults().withLaneStart(start).withSelfLoopSkipping(false);
    LazySession lanes = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(lanes, input))
        .hasSize((input.length - 10 - 20_000) / 1700)
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
    LazyStatistics done = lanes.statistics();
    assertThat(done.wastedSymbols()).isZero();
    assertThat(done.laneSymbols()).isGreaterThan(90_000);
    // From the first word to the end of its round, of 64 KiB.
    assertThat(done.completingSymbols()).isBetween(30_000L, 50_000L);
  }

  /** Each lane opens the gap itself soon after its start: from there on it lacks nothing. */
  @ParameterizedTest
  @EnumSource(names = {"CONVERGENCE_SETS", "ADAPTIVE"})
  void whatALaneHasItselfIsNotRunTwice(LaneStart start) {
    byte[] input = LazyThroughput.letters(new SplittableRandom(6), 1 << 16, 'm', 8);
    for (int at = 300; at < input.length; at += 1 << 13) {
      System.arraycopy(ascii("abcd"), 0, input, at, 4);
    }
    List<RuleAutomaton> rules = List.of(gap(0, "abcd", SymbolSet.ALL, "efgh"));
    LazyOptions options = LazyOptions.defaults().withLaneStart(start).withSelfLoopSkipping(false);
    LazySession lanes = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(lanes, input)).isEmpty();
    assertThat(lanes.statistics().laneSymbols()).isEqualTo(input.length);
    assertThat(lanes.statistics().completingSymbols()).isBetween(7 * 300L, 7 * 1024L);
  }

  /** A gap that a newline closes: guesses from an open one are too large behind it. */
  @Test
  void whatIsInCommonIsNeverTooMuch() {
    byte[] input = LazyThroughput.letters(new SplittableRandom(9), 1 << 18, 'm', 8);
    for (int at = 100; at < input.length - 10; at += 6000) {
      System.arraycopy(ascii("abcd"), 0, input, at, 4);
      input[at + 1000] = '\n';
    }
    List<RuleAutomaton> rules = List.of(gap(0, "abcd", SymbolSet.of('\n').complement(), "efgh"));
    LazyOptions options =
        LazyOptions.defaults()
            .withLaneStart(LaneStart.CONVERGENCE_SETS)
            .withSelfLoopSkipping(false);
    LazySession lanes = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(lanes, input))
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
    assertThat(lanes.statistics().wastedSymbols()).isZero();
    assertThat(lanes.statistics().completingSymbols()).isPositive();
  }

  /** Guesses are too large in the first part; in the second one nothing less than them is right. */
  @Test
  void guessesAreTriedAgain() {
    int part = 1 << 20;
    byte[] input = LazyThroughput.letters(new SplittableRandom(9), 5 * part, 'm', 8);
    for (int at = 100; at < part; at += 6000) {
      System.arraycopy(ascii("abcd"), 0, input, at, 4);
      input[at + 3000] = '\n';
    }
    for (int at = part; at < input.length - 10; at += 4096) {
      System.arraycopy(ascii("abcd"), 0, input, at, 4);
    }
    List<RuleAutomaton> rules = List.of(gap(0, "abcd", SymbolSet.of('\n').complement(), "efgh"));
    LazyOptions options = LazyOptions.defaults().withSelfLoopSkipping(false);
    LazySession lanes = new LazyEngine(rules, options).newSession();
    Unions.scanWhole(lanes, Arrays.copyOf(input, part));
    long bad = lanes.statistics().completingSymbols();
    assertThat(bad).as("guesses were given up").isPositive();
    assertThat(Unions.scanWhole(lanes, input))
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
    // From too few states to the end it would be more than 80,000.
    assertThat(lanes.statistics().completingSymbols() - 2 * bad).isLessThan(20_000);
  }

  /** Nothing is always enabled: any bytes from the start on, up to a newline, then a word. */
  @Test
  void whatLivesForLongRunsInLanes() {
    NfaBuilder builder = new NfaBuilder();
    int start = builder.addState(SymbolSet.of('\n').complement());
    builder.addEdge(Nfa.START, start);
    builder.addEdge(start, start);
    int word = Unions.word(builder, start, ascii("abcd"));
    builder.addFlags(word, ReportFlags.HERE);
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    byte[] input = LazyThroughput.letters(new SplittableRandom(5), 1 << 18, 'm', 8);
    for (int at = 700; at < input.length - 10; at += 900) {
      System.arraycopy(ascii("abcd"), 0, input, at, 4);
    }
    int end = 200_001;
    input[end] = '\n';
    LazyOptions options = LazyOptions.defaults().withSelfLoopSkipping(false);
    LazySession lanes = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(lanes, input))
        .hasSize((end - 700) / 900 + 1)
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, CHAIN).newSession(), input));
    assertThat(lanes.statistics().laneSymbols()).isBetween(end - (1L << 16), end + (1L << 16));
  }

  @Test
  void theStartIsKeptInFiles() {
    for (LaneStart start : LaneStart.values()) {
      LazyOptions options = LazyOptions.defaults().withLaneStart(start);
      BinaryWriter out = new BinaryWriter();
      new LazyEngine(List.of(), options).write(out);
      BinaryWriter again = new BinaryWriter();
      LazyEngine.read(LazyEngine.NAME, new BinaryReader(out.toByteArray()), 1).write(again);
      assertThat(again.toByteArray()).isEqualTo(out.toByteArray());
      assertThat(LaneStart.ofCode(start.code())).isEqualTo(start);
    }
    byte[] unknown = {0, 3 << 3, 0};
    assertThatThrownBy(() -> LazyEngine.read(LazyEngine.NAME, new BinaryReader(unknown), 1))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("unknown options");
  }

  /** Where the state is known whatever was before, it is what every state before leads to. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void aKnownStateIsThatOfEveryStart(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = Unions.random(random, 4, 8);
    rules.add(gap(0, letters(random, 3), SymbolSet.ALL, letters(random, 3)));
    LazyOptions options = Unions.options(random).withCacheBytes(1 << 20);
    SetAutomaton union = SetAutomaton.of(rules, options);
    byte[] input = Unions.input(random, rules, 300);
    int place = random.number(0, 150);
    int from = random.number(place, 200);
    SetRunner truth = new SetRunner(union, options);
    truth.run(input, 0, place, 0, new ReportBuffer());
    BinaryWriter there = new BinaryWriter();
    truth.save(there);
    SetRunner looking = new SetRunner(union, options);
    looking.restore(new BinaryReader(there.toByteArray()));
    int known = looking.converge(input, from, input.length);
    if (known >= 0) {
      assertThat(known).isBetween(from, input.length);
      truth.run(input, place, known, place, new ReportBuffer());
    }
    assertThat(saved(looking)).as("seed %d", seed).isEqualTo(saved(truth));
  }

  private static byte[] saved(SetRunner runner) {
    BinaryWriter out = new BinaryWriter();
    runner.save(out);
    return out.toByteArray();
  }

  /** Without gaps that stay open, the longest word says how far it is at most. */
  @Test
  void wordsAreKnownSoon() {
    List<RuleAutomaton> rules =
        List.of(new RuleAutomaton(0, LazyThroughput.words(ascii("abcab"), new byte[0])));
    LazyOptions options = LazyOptions.defaults();
    SetRunner runner = new SetRunner(SetAutomaton.of(rules, options), options);
    runner.clear();
    // Looked for from the last c of the first half on: nothing else is entered on it.
    assertThat(runner.converge(ascii("abcabcabca"), 2, 10)).isEqualTo(9);
    assertThat(runner.converge(ascii("xxxx"), 2, 4)).isEqualTo(3);
    assertThat(runner.converge(ascii("xxxx"), 2, 2)).isEqualTo(-1);
    List<RuleAutomaton> open = List.of(gap(0, "ab", SymbolSet.ALL, "cd"));
    SetRunner other = new SetRunner(SetAutomaton.of(open, options), options);
    other.clear();
    assertThat(other.converge(new byte[1000], 0, 1000)).isEqualTo(-1);
  }
}
