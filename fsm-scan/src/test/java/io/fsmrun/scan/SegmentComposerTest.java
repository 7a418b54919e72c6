package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread does what several would, so that chance does not decide what is guessed. */
@Timeout(60)
class SegmentComposerTest {

  private static final int RECORDED_AHEAD = 3;

  /** How long engines take, as they are told. */
  private LongSupplier clock = System::nanoTime;

  /** How many of a hundred segments are shared, with the engine of this number left out. */
  private int shared;

  private int light;

  private long right;
  private long again;
  private long inTurn;

  /** Whether the last scan's first segment was guessed before its first bytes were scanned. */
  private boolean guessedAtOnce;

  /**
   * Scans an input, some segments by guesses that are several segments old, some truly.
   *
   * @param truly the chance of the latter, in percent
   */
  private ParallelStatistics scan(
      Database database, byte[] input, ParallelOptions options, int truly, MatchHandler handler)
      throws InterruptedException {
    return scan(new ParallelMemory(database, options), input, truly, handler);
  }

  private ParallelStatistics scan(
      ParallelMemory memory, byte[] input, int truly, MatchHandler handler)
      throws InterruptedException {
    Random random = new Random(input.length);
    ParallelOptions options = memory.options();
    EngineSessions guessing = memory.takeSessions();
    for (int e = 0; e < memory.database().engines().size() && shared > 0; e++) {
      memory.dense().scanned(e, DenseEngines.WINDOW_BYTES, e == light ? 1_000 : 1_000_000, 0);
    }
    SegmentComposer composer = new SegmentComposer(memory, clock);
    composer.deliverTo(handler);
    SegmentSource.OfArray source = new SegmentSource.OfArray(input, 0, input.length);
    StreamSegment last = source.next(options.checkpointBytes());
    List<StreamSegment> ahead = new ArrayList<>();
    guessedAtOnce = composer.guessAtOnce(last);
    if (guessedAtOnce && source.remaining() > options.segmentBytes()) {
      // The first is left to the thread that composes.
      ahead.add(source.next(options.segmentBytes()));
      ahead.add(source.next(options.segmentBytes()));
      guessing.record(ahead.getLast(), composer.guesses(), memory.takeRecord(), () -> false);
    }
    boolean goesOn = composer.head(last);
    while (goesOn && (source.remaining() > 0 || !ahead.isEmpty())) {
      while (ahead.size() < RECORDED_AHEAD && source.remaining() > 0) {
        ahead.add(source.next(options.segmentBytes()));
        if (random.nextInt(100) >= truly) {
          if (random.nextInt(100) < shared) {
            ahead.getLast().share();
          }
          GuessPolicy.Guess[] from = composer.guesses(ahead.getLast());
          guessing.record(ahead.getLast(), from, memory.takeRecord(), () -> false);
        }
      }
      last = ahead.removeFirst();
      if (last.record() == null) {
        goesOn = composer.scan(last);
      } else {
        goesOn = composer.add(last);
        memory.giveBack(last.record());
      }
    }
    if (goesOn) {
      composer.finish(last);
    }
    memory.giveBack(guessing);
    return composer.statistics();
  }

  private void check(
      Database database, byte[] input, ParallelOptions options, int truly, String about)
      throws InterruptedException {
    List<Match> matches = new ArrayList<>();
    ParallelStatistics statistics =
        scan(database, input, options, truly, TestDatabases.collector(matches));
    assertThat(matches).as(about).isEqualTo(TestDatabases.matches(database, input));
    for (ParallelStatistics.Engine engine : statistics.engines()) {
      right += engine.right();
      again += engine.bytesAgain();
      inTurn += engine.bytesInTurn();
    }
  }

  private static Database randomDatabase(Random random) throws InterruptedException {
    RuleOptions wanted =
        switch (random.nextInt(4)) {
          case 0 -> TestDatabases.STARTS;
          case 1 -> RuleOptions.DEFAULT.withFirstMatchOnly();
          default -> RuleOptions.DEFAULT;
        };
    Map<Integer, RuleOptions> options =
        random.nextInt(3) == 0
            ? Map.of()
            : Map.of(1, wanted, 2, RuleOptions.DEFAULT.withMinLength(6));
    return Database.compiler()
        .options(CompileOptions.defaults().withRules(options))
        .compile(Rules.of(RandomScans.rules(random)));
  }

  @Test
  void randomRulesAreReportedAsByAScanner() throws InterruptedException {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      byte[] input = RandomScans.input(random, 900);
      String about = "seed " + seed;
      check(database, input, new ParallelOptions(2, 16, 8, 4), 0, about);
      check(database, input, new ParallelOptions(2, 16, 8, 4), 40, about);
      check(database, input, new ParallelOptions(4, 23, 0, 1), 20, about);
    }
    assertThat(right).isGreaterThan(1000);
    assertThat(again).isGreaterThan(1000);
    assertThat(inTurn).isGreaterThan(1000);
  }

  /** An engine is left out of some records, and run while those are handed over. */
  @Test
  void enginesOfSharedSegmentsAreRunInTurn() throws InterruptedException {
    shared = 50;
    int scans = 0;
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      byte[] input = RandomScans.input(random, 900);
      for (light = 0; light < database.engines().size(); light++) {
        check(database, input, new ParallelOptions(2, 16, 8, 4), 20, seed + ", engine " + light);
        scans += database.engines().size() > 1 ? 1 : 0;
      }
    }
    assertThat(scans).isGreaterThan(100);
    long alsoInTurn = inTurn;
    inTurn = 0;
    shared = 0;
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      byte[] input = RandomScans.input(random, 900);
      for (int e = 0; e < database.engines().size(); e++) {
        check(database, input, new ParallelOptions(2, 16, 8, 4), 20, "seed " + seed);
      }
    }
    assertThat(alsoInTurn).isGreaterThan(inTurn + inTurn / 10);
  }

  /** Records are made block by block; what is told one byte late belongs to the block before. */
  @Test
  void segmentsOfManyBlocks() throws InterruptedException {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      byte[] input = RandomScans.input(random, 700_000);
      ParallelOptions options = new ParallelOptions(2, 300_000, 100, 140_000);
      check(database, input, options, 0, "seed " + seed);
    }
    assertThat(right).isPositive();
  }

  /** Sets of bytes that report everywhere are not recorded, but run in order. */
  @Test
  void enginesThatFindMuchInLittleTimeAreRunInTurn() throws InterruptedException {
    Database database =
        Database.compiler().compile(Rules.of("[a-y]", "[b-z]", "/needle[^\\n]*xy/", "q\\d+z"));
    byte[] input = RandomScans.input(new Random(1), 600_000);
    ParallelOptions options = new ParallelOptions(2, 1 << 17, 100, 1 << 16);
    clock = () -> 0;
    ParallelStatistics statistics =
        scan(database, input, options, 0, (rule, from, end, tag) -> true);
    for (ParallelStatistics.Engine engine : statistics.engines()) {
      boolean dense = engine.name().equals(EngineKind.BYTE_SETS.userName());
      assertThat(engine.guesses()).as(engine.name()).isEqualTo(dense ? 0 : statistics.segments());
      assertThat(engine.bytesInTurn()).isEqualTo(dense ? statistics.segmentBytes() : 0);
    }
    assertThat(statistics.engines().stream().map(ParallelStatistics.Engine::name))
        .contains(EngineKind.BYTE_SETS.userName())
        .hasSizeGreaterThan(1);
    assertThat(statistics.segments()).isGreaterThan(3);
    check(database, input, options, 30, "dense");
    Database allDense = Database.compiler().compile(Rules.of("[a-y]", "[b-z]"));
    check(allDense, input, options, 30, "nothing is left to others");
    // Now so, now so.
    Random random = new Random(7);
    long[] now = {0};
    clock = () -> now[0] += random.nextInt(3) == 0 ? 1_000_000 : 0;
    for (int i = 0; i < 5; i++) {
      check(database, input, options, 30, "by turns " + i);
    }
    assertThat(right).isPositive();
    assertThat(inTurn).isPositive();
  }

  @Test
  void headsAreGuessedToo() throws InterruptedException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (String head : List.of("ab", "b[^c]*d", "\\Bbcda", "a.{0,9}d")) {
        texts.add("/" + head + (random.nextBoolean() ? "[^\\n]*" : ".*") + "QXJWZK/s");
      }
      StringBuilder input = new StringBuilder();
      while (input.length() < 900) {
        input.append(random.nextInt(30) == 0 ? "QXJWZK" : "");
        input.append("abcd\n".charAt(random.nextInt(40) == 0 ? 4 : random.nextInt(4)));
      }
      Database database = Database.compiler().compile(Rules.of(texts));
      check(database, bytes(input.toString()), new ParallelOptions(2, 16, 8, 4), 30, "" + seed);
    }
    assertThat(right).isGreaterThan(100);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void aHandlerStopsAnywhere() throws InterruptedException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      byte[] input = RandomScans.input(random, 900);
      List<Match> expected = TestDatabases.matches(database, input);
      for (int round = 0; round < 5 && !expected.isEmpty(); round++) {
        int stopAt = 1 + random.nextInt(expected.size());
        List<Match> found = new ArrayList<>();
        MatchHandler collector = TestDatabases.collector(found);
        scan(
            database,
            input,
            new ParallelOptions(2, 16, 8, 4),
            random.nextInt(60),
            (rule, start, end, tag) ->
                collector.match(rule, start, end, tag) && found.size() < stopAt);
        assertThat(found).as("seed %d", seed).isEqualTo(expected.subList(0, stopAt));
      }
    }
  }

  @Test
  void aGapThatStaysAliveIsGuessedFromTheStateBefore() throws InterruptedException {
    Database database = Database.compile("/begin.*end/s", "/x[^\\n]*y/");
    byte[] input = bytes("begin" + "xy end\n---- ".repeat(20_000));
    ParallelOptions options = new ParallelOptions(2, 4096, 256, 1024);
    List<Match> matches = new ArrayList<>();
    ParallelStatistics statistics =
        scan(database, input, options, 50, TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(TestDatabases.matches(database, input));
    assertThat(statistics.segments()).isGreaterThan(50);
    assertThat(statistics.segmentBytes()).isEqualTo(input.length - 1024);
    for (ParallelStatistics.Engine engine : statistics.engines()) {
      assertThat(engine.guesses()).isGreaterThan(20);
      assertThat(engine.right()).as(engine.toString()).isGreaterThan(engine.guesses() * 9 / 10);
    }
  }

  /**
   * While more and more becomes alive, guesses fail; once nothing new does, they are right again.
   */
  @Test
  void guessesAreRightAgainWhenNothingNewBecomesAlive() throws InterruptedException {
    List<String> rules = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (char c = 'a'; c <= 'z'; c++) {
      rules.add("/" + c + "QX" + c + ".*" + c + "YW" + c + "/s");
      text.append((c + "QX" + c + "-").repeat(1)).append("-".repeat(4000));
    }
    text.append("kYWk" + "-".repeat(996));
    byte[] input = bytes(text + "-".repeat(400_000) + "zYWz");
    Database database = Database.compiler().compile(Rules.of(rules));
    ParallelOptions options = new ParallelOptions(2, 4096, 64, 1024);
    List<Match> matches = new ArrayList<>();
    ParallelStatistics statistics =
        scan(database, input, options, 0, TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(TestDatabases.matches(database, input)).hasSize(2);
    ParallelStatistics.Engine engine = statistics.engines().getFirst();
    assertThat(engine.bytesAgain()).isBetween(20_000L, 60_000L);
    assertThat(engine.bytesInTurn()).isBetween(50_000L, 120_000L);
    assertThat(engine.right()).isGreaterThan(60);
  }

  /** Guesses of a memory's next stream that were not right; its matches are checked. */
  private long wrongGuesses(ParallelMemory memory, String text) throws InterruptedException {
    List<Match> matches = new ArrayList<>();
    ParallelStatistics statistics = scan(memory, bytes(text), 0, TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(TestDatabases.matches(memory.database(), bytes(text)));
    return statistics.engines().stream()
        .mapToLong(engine -> engine.guesses() - engine.right())
        .sum();
  }

  /** What lives long and comes in every stream, but not at its start. */
  @Test
  void streamsOfOneKindAreGuessedFromTheOnesBefore() throws InterruptedException {
    Database database = Database.compile("/begin.*end/s", "/other.*end/s");
    ParallelMemory memory = new ParallelMemory(database, new ParallelOptions(2, 4096, 256, 1024));
    String filler = "-".repeat(2000);
    String rest = "-- end ".repeat(6000);
    assertThat(wrongGuesses(memory, filler + "begin" + rest)).isPositive();
    assertThat(guessedAtOnce).isFalse();
    assertThat(wrongGuesses(memory, filler + "--begin" + rest)).isZero();
    assertThat(guessedAtOnce).isTrue();
    assertThat(wrongGuesses(memory, filler + "begin-" + rest)).isZero();
    // Other streams, for which nothing is known that is right, and then it is.
    assertThat(wrongGuesses(memory, filler + "other" + rest)).isPositive();
    assertThat(wrongGuesses(memory, filler + "other" + rest)).isZero();
    // And those in which nothing lives: the first bytes tell more, also those of the one before.
    assertThat(wrongGuesses(memory, filler + rest)).isPositive();
    assertThat(wrongGuesses(memory, filler + rest)).isZero();
    assertThat(guessedAtOnce).isTrue();
    assertThat(wrongGuesses(memory, filler + "other" + rest)).isPositive();
    assertThat(wrongGuesses(memory, filler + "other" + rest)).isZero();
    assertThat(guessedAtOnce).isTrue();
  }

  /** Each begins with what lives long: only its own first bytes tell. */
  @Test
  void streamsOfAllKindsAreGuessedFromTheirFirstBytes() throws InterruptedException {
    Database database = Database.compile("/one.*end/s", "/two.*end/s", "/three.*end/s");
    ParallelMemory memory = new ParallelMemory(database, new ParallelOptions(2, 4096, 256, 1024));
    String rest = "-- end ".repeat(6000);
    wrongGuesses(memory, "one" + rest);
    assertThat(wrongGuesses(memory, "two" + rest)).isPositive();
    assertThat(wrongGuesses(memory, "three" + rest)).isPositive();
    assertThat(guessedAtOnce).isTrue();
    for (String first : List.of("one", "two", "three", "two")) {
      assertThat(wrongGuesses(memory, first + rest)).isZero();
      assertThat(guessedAtOnce).isFalse();
    }
  }

  /** What happened before the stream would have begun cannot be taken for its state. */
  @Test
  void whatHappenedTooLongAgoIsNotRemembered() throws InterruptedException {
    Database database = Database.compile("/beginning.{5,3000}finishing/s");
    ParallelMemory memory = new ParallelMemory(database, new ParallelOptions(2, 2048, 64, 1024));
    for (int round = 0; round < 3; round++) {
      wrongGuesses(memory, "-".repeat(5000) + "beginning" + "-".repeat(1500));
      assertThat(guessedAtOnce).isFalse();
    }
    wrongGuesses(memory, "-".repeat(5000) + "beginning" + "-".repeat(900));
    wrongGuesses(
        memory, "-".repeat(5000) + "beginning" + "-".repeat(2500) + "finishing" + "beginning");
    assertThat(guessedAtOnce).isTrue();
  }

  /** A first piece that is short has less before it than states may tell of. */
  @Test
  void shortFirstPiecesAreNotGuessedFromUsualStates() throws InterruptedException {
    Database database = Database.compile("/begin.*end/s");
    ParallelMemory memory = new ParallelMemory(database, new ParallelOptions(2, 2048, 64, 1024));
    wrongGuesses(memory, "begin" + "-".repeat(5000));
    wrongGuesses(memory, "begin" + "-".repeat(1000));
    assertThat(guessedAtOnce).isFalse();
    wrongGuesses(memory, "begin" + "-".repeat(4000) + "end");
    assertThat(guessedAtOnce).isTrue();
  }

  @Test
  void randomStreamsOneAfterTheOther() throws InterruptedException {
    int atOnce = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      Database database = randomDatabase(random);
      ParallelMemory memory = new ParallelMemory(database, new ParallelOptions(2, 23, 8, 16));
      for (int stream = 0; stream < 8; stream++) {
        byte[] input = RandomScans.input(random, 1 + random.nextInt(600));
        List<Match> expected = TestDatabases.matches(database, input);
        List<Match> found = new ArrayList<>();
        MatchHandler collector = TestDatabases.collector(found);
        int stopAt = random.nextInt(3) == 0 ? 1 + random.nextInt(30) : Integer.MAX_VALUE;
        scan(
            memory,
            input,
            random.nextInt(60),
            (rule, start, end, tag) ->
                collector.match(rule, start, end, tag) && found.size() < stopAt);
        assertThat(found)
            .as("seed %d, stream %d", seed, stream)
            .isEqualTo(expected.subList(0, Math.min(stopAt, expected.size())));
        atOnce += guessedAtOnce ? 1 : 0;
      }
    }
    assertThat(atOnce).isGreaterThan(60);
  }

  @Test
  void moreReportsThanAreKept() throws InterruptedException {
    String[] rules = new String[40];
    Arrays.fill(rules, "/./s");
    Database database = Database.compile(rules);
    byte[] input = new byte[300_000];
    long[] next = {40};
    boolean[] inOrder = {true};
    ParallelStatistics statistics =
        scan(
            database,
            input,
            new ParallelOptions(2, 1 << 17, 64, 1 << 15),
            0,
            (rule, start, end, tag) -> {
              inOrder[0] &= end * 40 + rule - 1 == next[0]++;
              return true;
            });
    assertThat(inOrder[0]).isTrue();
    assertThat(next[0]).isEqualTo(40L * (input.length + 1));
    assertThat(statistics.engines().getFirst().bytesAgain()).isPositive();
    assertThat(statistics.engines().getFirst().right()).isPositive();
  }
}
