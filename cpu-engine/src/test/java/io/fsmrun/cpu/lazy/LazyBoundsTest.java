package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Full caches, wrong guesses, shared prefixes: that they happen, and change nothing. */
class LazyBoundsTest {

  private static final LazyOptions PLAIN =
      LazyOptions.defaults().withLanes(false).withSelfLoopSkipping(false).withPrefixSharing(false);

  /** {@code a.{n}b} anywhere: 2^n sets. */
  private static List<RuleAutomaton> exploding(int gap) {
    NfaBuilder builder = new NfaBuilder();
    int at = builder.addState(SymbolSet.of('a'));
    builder.setAlwaysEnabled(at);
    for (int i = 0; i <= gap; i++) {
      int next = builder.addState(i < gap ? SymbolSet.ALL : SymbolSet.of('b'));
      builder.addEdge(at, next);
      at = next;
    }
    builder.addFlags(at, ReportFlags.HERE);
    return List.of(new RuleAutomaton(0, builder.build()));
  }

  private static List<RuleAutomaton> words(String first, String second) {
    return List.of(new RuleAutomaton(0, LazyThroughput.words(ascii(first), ascii(second))));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void setsThatDoNotComeBackAreSteppedDirectly(boolean lanes) {
    byte[] input = LazyThroughput.letters(new SplittableRandom(3), 60_000, 'a', 2);
    List<RuleAutomaton> rules = exploding(14);
    LazySession session =
        new LazyEngine(rules, LazyOptions.defaults().withCacheBytes(1 << 14).withLanes(lanes))
            .newSession();
    assertThat(Unions.scanWhole(session, input)).isEqualTo(Unions.expected(rules, input));
    LazyStatistics statistics = session.statistics();
    assertThat(statistics.flushes()).isPositive();
    assertThat(statistics.directSymbols()).isGreaterThan(50_000);
    assertThat(statistics.setsMade()).isLessThan(10_000);
    assertThat(statistics.tableSymbols() + statistics.directSymbols()).isEqualTo(60_000);
  }

  /** Most are met once: they are kept when they are met again, and then nothing is stepped. */
  @Test
  void setsAreKeptFromTheSecondTimeOn() {
    byte[] input = LazyThroughput.letters(new SplittableRandom(5), 4_000, 'a', 2);
    List<RuleAutomaton> rules = exploding(14);
    LazySession session = new LazyEngine(rules, PLAIN).newSession();
    SortedSet<Long> expected = Unions.expected(rules, input);
    assertThat(Unions.scanWhole(session, input)).isEqualTo(expected);
    assertThat(session.statistics().setsMade()).isLessThan(1_000);
    assertThat(session.statistics().directSymbols()).isGreaterThan(3_000);
    assertThat(Unions.scanWhole(session, input)).isEqualTo(expected);
    assertThat(session.statistics().setsMade()).isGreaterThan(3_000);
    long direct = session.statistics().directSymbols();
    assertThat(Unions.scanWhole(session, input)).isEqualTo(expected);
    assertThat(session.statistics().directSymbols()).isEqualTo(direct);
    assertThat(session.statistics().flushes()).isZero();
  }

  @Test
  void aFullCacheIsForgottenAndFilledAgain() {
    SplittableRandom random = new SplittableRandom(4);
    List<RuleAutomaton> rules = exploding(4);
    byte[] input = new byte[40_000];
    for (int piece = 0; piece < 10; piece++) {
      // One part of the sets is met for long, then another.
      byte[] period = LazyThroughput.letters(random, 10, 'a', 2);
      for (int i = 0; i < 4000; i++) {
        input[piece * 4000 + i] = period[i % 10];
      }
    }
    LazySession session = new LazyEngine(rules, PLAIN.withCacheBytes(1000)).newSession();
    assertThat(Unions.scanWhole(session, input)).isEqualTo(Unions.expected(rules, input));
    assertThat(session.statistics().flushes()).isPositive();
    assertThat(session.statistics().tableSymbols()).isGreaterThan(10_000);
  }

  /** From the first word on, every guess is wrong that was made before it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 8191, 8192, 20_000, 33_333, 57_000})
  void wrongGuessesAreFoundOut(int firstAt) {
    byte[] input = LazyThroughput.letters(new SplittableRandom(6), 1 << 17, 'm', 8);
    System.arraycopy(ascii("abcd"), 0, input, firstAt, 4);
    for (int at = 500; at < input.length - 10; at += 1700) {
      System.arraycopy(ascii("efgh"), 0, input, at, 4);
    }
    List<RuleAutomaton> rules = words("abcd", "efgh");
    LazySession lanes =
        new LazyEngine(rules, PLAIN.withLanes(true).withLaneStart(LaneStart.LOOK_BACK))
            .newSession();
    assertThat(Unions.scanWhole(lanes, input))
        .isNotEmpty()
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, PLAIN).newSession(), input));
    assertThat(lanes.statistics().wastedSymbols()).isPositive();
    assertThat(lanes.statistics().laneSymbols()).isPositive();
    // Once the first word was seen, guesses made from there are right.
    long wastedBefore = lanes.statistics().wastedSymbols();
    long keptBefore = lanes.statistics().laneSymbols();
    byte[] rest = LazyThroughput.letters(new SplittableRandom(7), 1 << 20, 'm', 8);
    Unions.scan(lanes, rest, 0, rest.length, new TreeSet<>());
    assertThat(lanes.statistics().wastedSymbols()).isEqualTo(wastedBefore);
    assertThat(lanes.statistics().laneSymbols()).isGreaterThan(keptBefore + (1 << 19));
  }

  /** {@code a[^a]{n}b}: guesses are wrong, some about reports, until the next a. */
  private static List<RuleAutomaton> longMemory(int gap) {
    NfaBuilder builder = new NfaBuilder();
    int at = builder.addState(SymbolSet.of('a'));
    builder.setAlwaysEnabled(at);
    for (int i = 0; i < gap; i++) {
      int next = builder.addState(SymbolSet.of('a').complement());
      builder.addEdge(at, next);
      at = next;
    }
    int last = builder.addState(SymbolSet.of('b'));
    builder.addEdge(at, last);
    builder.addFlags(last, ReportFlags.HERE);
    return List.of(new RuleAutomaton(0, builder.build()));
  }

  @Property(tries = 50, shrinking = ShrinkingMode.OFF)
  void lanesThatMeetWhatWasRecordedGoOnFromThere(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = longMemory(random.number(45, 70));
    byte[] input = random.input(random.number(10_000, 50_000), 2);
    int rarity = random.number(30, 300);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) (random.chance(1.0 / rarity) ? 'a' : random.chance(0.5) ? 'b' : 'c');
    }
    LazyOptions lanes =
        PLAIN
            .withLanes(true)
            .withLaneStart(Unions.laneStart(random))
            .withSelfLoopSkipping(random.chance(0.5));
    int cacheBytes = random.chance(0.5) ? random.number(500, 5000) : 1 << 20;
    assertThat(
            Unions.scanWhole(
                new LazyEngine(rules, lanes.withCacheBytes(cacheBytes)).newSession(), input))
        .as("seed %d", seed)
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, PLAIN).newSession(), input));
  }

  /** Sets that only one byte leads out of, another each time; four sets are remembered. */
  @Test
  void whatLeadsOutIsForgottenWithTheSets() {
    NfaBuilder builder = new NfaBuilder();
    int before = Nfa.START;
    for (int i = 0; i < 260; i++) {
      int stay = builder.addState(SymbolSet.of('a' + i % 26).complement());
      int leave = builder.addState(SymbolSet.of('a' + i % 26));
      builder.addEdge(before, stay);
      builder.addEdge(stay, stay);
      builder.addEdge(stay, leave);
      builder.addFlags(leave, ReportFlags.HERE);
      before = leave;
    }
    byte[] input = new byte[260 * 300];
    for (int i = 0; i < 260; i++) {
      input[i * 300 + 299] = (byte) ('a' + i % 26);
    }
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    LazyOptions options = PLAIN.withSelfLoopSkipping(true).withCacheBytes(0);
    LazySession session = new LazyEngine(rules, options).newSession();
    assertThat(Unions.scanWhole(session, input)).hasSize(260);
    assertThat(session.statistics().flushes()).isGreaterThan(50);
    assertThat(session.statistics().skippedSymbols()).isGreaterThan(52_000);
  }

  /** Long stays in sets that are forgotten, and whose numbers others get. */
  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void runsOfBytesAreSkippedWhateverIsForgotten(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = Unions.random(random, 3, 10);
    byte[] input = random.input(15_000, 5);
    for (int at = 0; at < input.length; at += random.number(1, 8)) {
      int end = Math.min(input.length, at + random.number(1, 400));
      Arrays.fill(input, at, end, input[at]);
      at = end;
    }
    LazyOptions options = LazyOptions.defaults().withCacheBytes(random.number(0, 4000));
    assertThat(Unions.scanWhole(new LazyEngine(rules, options).newSession(), input))
        .as("seed %d", seed)
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, PLAIN).newSession(), input));
  }

  /** A set that depends on all of the input so far: no guess is right but by chance. */
  @ParameterizedTest
  @EnumSource
  void lanesAreGivenUpWhereNoGuessIsRight(LaneStart start) {
    NfaBuilder builder = new NfaBuilder();
    int before = Nfa.START;
    int[] ring = new int[7];
    for (int i = 0; i < ring.length; i++) {
      ring[i] = builder.addState(SymbolSet.ALL);
      builder.addEdge(before, ring[i]);
      before = ring[i];
    }
    builder.addEdge(ring[6], ring[0]);
    int report = builder.addState(SymbolSet.of('b'));
    builder.addEdge(ring[3], report);
    builder.addFlags(report, ReportFlags.HERE);
    int other = builder.addState(SymbolSet.of('c'));
    builder.setAlwaysEnabled(other);
    builder.addFlags(other, ReportFlags.HERE);
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    byte[] input = LazyThroughput.letters(new SplittableRandom(8), 1 << 20, 'a', 20);
    LazySession lanes =
        new LazyEngine(rules, PLAIN.withLanes(true).withLaneStart(start)).newSession();
    assertThat(Unions.scanWhole(lanes, input))
        .isNotEmpty()
        .isEqualTo(Unions.scanWhole(new LazyEngine(rules, PLAIN).newSession(), input));
    LazyStatistics done = lanes.statistics();
    assertThat(done.wastedSymbols() + done.completingSymbols())
        .isPositive()
        .isLessThan(input.length / 2);
  }

  @Test
  void selfLoopsAreSkipped() {
    byte[] input = new byte[100_000];
    System.arraycopy(ascii("abcd"), 0, input, 77_777, 4);
    List<RuleAutomaton> rules = words("abcd", "");
    for (boolean skipping : new boolean[] {false, true}) {
      LazySession session =
          new LazyEngine(rules, PLAIN.withSelfLoopSkipping(skipping)).newSession();
      assertThat(Unions.scanWhole(session, input)).containsExactly(Unions.report(0, 77_781));
      assertThat(session.statistics().skippedSymbols() > 90_000).isEqualTo(skipping);
    }
  }

  /** Bytes next to those that lead out, in the word and in value, are told apart from them. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void whatLeadsOutIsNeverSkipped(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int[] bytes = {0, 1, 0x7f, 0x80, 0x81, 0xff, 'a', 'a' ^ 1, 'a' ^ 0x80, 'a' + 1};
    NfaBuilder builder = new NfaBuilder();
    for (int exits = random.number(0, 4); exits > 0; exits--) {
      int state = builder.addState(SymbolSet.of(bytes[random.number(0, 9)]));
      builder.setAlwaysEnabled(state);
      builder.addFlags(state, random.chance(0.8) ? ReportFlags.HERE : ReportFlags.BACK);
    }
    byte[] input = new byte[3000];
    Arrays.fill(input, (byte) bytes[random.number(0, 9)]);
    for (int at = 0; at < input.length; at += random.number(1, 600)) {
      for (int i = at; i < Math.min(at + 9, input.length); i++) {
        input[i] = (byte) bytes[random.number(0, 9)];
      }
    }
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    LazySession session = new LazyEngine(rules, PLAIN.withSelfLoopSkipping(true)).newSession();
    assertThat(Unions.scanWhole(session, input))
        .as("seed %d", seed)
        .isEqualTo(Unions.expected(rules, input));
  }

  @Test
  void prefixesAreShared() {
    List<RuleAutomaton> rules = new ArrayList<>();
    for (String word : List.of("snow", "snowman", "snowball", "snail", "snow")) {
      rules.add(new RuleAutomaton(rules.size(), LazyThroughput.words(ascii(word), new byte[0])));
    }
    // s n o w, man, ball, ail, and the start.
    assertThat(SetAutomaton.of(rules, LazyOptions.defaults()).stateCount())
        .isEqualTo(4 + 3 + 4 + 3 + 1);
    assertThat(
            SetAutomaton.injectable(rules, Unions.alone(rules.size()), LazyOptions.defaults())
                .stateCount())
        .isEqualTo(4 + 3 + 4 + 3 + 5);
    assertThat(SetAutomaton.of(rules, PLAIN).stateCount()).isEqualTo(5 + 8 + 9 + 6 + 5);
    byte[] input = ascii("a snowman, a snowball and a snail in the snow");
    assertThat(Unions.scanWhole(LazyEngine.of(rules).newSession(), input))
        .isEqualTo(Unions.expected(rules, input))
        .hasSize(2 * 3 + 3);
  }

  /** Stays in a set are long and short by turns, and what leads out of it often leads back. */
  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void setsAreLeftAndEnteredAgain(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    String letters = "abc".substring(random.number(0, 2));
    NfaBuilder builder = new NfaBuilder();
    for (int rules = random.number(1, 3); rules > 0; rules--) {
      int last = -1;
      for (int length = random.number(1, 4); length >= 0; length--) {
        char letter = letters.charAt(random.number(0, letters.length() - 1));
        int state = builder.addState(random.chance(0.8) ? SymbolSet.of(letter) : SymbolSet.of('x'));
        if (last < 0) {
          builder.setAlwaysEnabled(state);
        } else {
          builder.addEdge(last, state);
        }
        last = state;
      }
      builder.addFlags(last, ReportFlags.HERE);
    }
    byte[] input = new byte[20_000];
    Arrays.fill(input, (byte) 'x');
    int stay = 1;
    int leftOver = 0;
    for (int at = 0; at < input.length; at += random.number(1, stay)) {
      input[at] = (byte) letters.charAt(random.number(0, letters.length() - 1));
      if (leftOver-- == 0) {
        stay = random.chance(0.5) ? random.number(1, 6) : random.number(1, 400);
        leftOver = random.number(1, 200);
      }
    }
    List<RuleAutomaton> rules = List.of(new RuleAutomaton(0, builder.build()));
    LazyOptions options = PLAIN.withSelfLoopSkipping(true);
    if (random.chance(0.3)) {
      options = options.withCacheBytes(1000);
    }
    assertThat(Unions.scanWhole(new LazyEngine(rules, options).newSession(), input))
        .as("seed %d", seed)
        .isEqualTo(Unions.expected(rules, input));
  }

  /** A set that a byte leads out of now and then, and which is entered again at once. */
  @Test
  void restsAreSkippedFromTheirBeginning() {
    byte[] input = new byte[1 << 18];
    Arrays.fill(input, (byte) 'x');
    for (int at = 300; at < input.length; at += 15) {
      input[at] = 'a';
    }
    List<RuleAutomaton> rules = words("ab", "ac");
    LazySession session = new LazyEngine(rules, PLAIN.withSelfLoopSkipping(true)).newSession();
    assertThat(Unions.scanWhole(session, input)).isEmpty();
    assertThat(session.statistics().skippedSymbols()).isGreaterThan(input.length * 3L / 4);
  }
}
