package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.regex.Rules;
import io.fsmrun.testkit.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However an input is cut and shared out, the matches are those of one thread. */
@Timeout(60)
class ParallelScannerTest {

  private static final List<ParallelOptions> TINY =
      List.of(
          new ParallelOptions(1, 16, 4, 8),
          new ParallelOptions(2, 7, 3, 2),
          new ParallelOptions(3, 16, 0, 16),
          new ParallelOptions(4, 40, 20, 11));

  private static final String[] WORDS = {"abcd", "bcda", "abab", "xyz", "cab", "ad", "aaaa"};
  private static final String[] GAPS = {
    ".*", "[^\\n]*", "[^a]*", ".{3,40}", "\\s*", ".+", ".{2}", "(ab|cd)*", "[a-c]{20}", "d*"
  };
  private static final String[] EDGES = {"", "", "", "^", "\\b", "\\B"};
  private static final String[] ENDS = {"", "", "", "$", "\\b", "\\B"};
  private static final String[] FLAGS = {"", "s", "i", "m", "ms"};

  @TempDir Path directory;
  private long right;
  private long again;
  private long inTurn;

  static List<Corpus.Case> corpus() {
    return Corpus.load();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<Match> matches(ParallelScanner scanner, byte[] input)
      throws InterruptedException {
    List<Match> matches = new ArrayList<>();
    assertThat(scanner.scan(input, TestDatabases.collector(matches))).isTrue();
    return matches;
  }

  private static void checkAll(Database database, byte[] input, String about)
      throws InterruptedException {
    List<Match> expected = TestDatabases.matches(database, input);
    for (ParallelOptions options : TINY) {
      try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
        for (int round = 0; round < 2; round++) {
          assertThat(matches(scanner, input)).as("%s, %s", about, options).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void corpusIsReportedAsByOneThread(Corpus.Case test) throws InterruptedException {
    checkAll(Database.compiler().compile(Rules.of(test.rules())), test.input(), test.toString());
  }

  /** A state that is guessed without a look-back must not be taken for one of another place. */
  @Test
  void distancesOfGuessesAreThoseFromTheirPlace() throws InterruptedException {
    List<String> rules = List.of("/\\Bbcda[^\\n]*abab/i", "/cabd*\\b/m");
    for (int seed = 0; seed < 20; seed++) {
      byte[] input = input(new Random(seed), 900);
      Database database = Database.compiler().compile(Rules.of(rules));
      List<Match> expected = TestDatabases.matches(database, input);
      try (ParallelScanner scanner =
          ParallelScanner.of(database, new ParallelOptions(3, 16, 0, 16))) {
        for (int round = 0; round < 5; round++) {
          assertThat(matches(scanner, input)).as("seed %d", seed).isEqualTo(expected);
        }
      }
    }
  }

  /**
   * What comes before the pieces that are searched for is run on demand, from guessed states too.
   */
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
      checkAll(database, bytes(input.toString()), "seed " + seed + ", " + texts);
      checkInTurnWithTheSameGuesses(database, bytes(input.toString()), "seed " + seed);
    }
  }

  @Test
  void randomRulesAreReportedAsByOneThread() throws InterruptedException {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(5); i++) {
        texts.add(rule(random));
      }
      RuleOptions wanted =
          switch (random.nextInt(4)) {
            case 0 -> TestDatabases.STARTS;
            case 1 -> RuleOptions.DEFAULT.withFirstMatchOnly();
            default -> RuleOptions.DEFAULT;
          };
      Database database =
          Database.compiler()
              .options(
                  CompileOptions.defaults()
                      .withRules(Map.of(1, wanted, 2, RuleOptions.DEFAULT.withMinLength(6))))
              .compile(Rules.of(texts));
      byte[] input = input(random, 900);
      checkAll(database, input, "seed " + seed + ", " + texts);
      checkInTurnWithTheSameGuesses(database, input, "seed " + seed + ", " + texts);
    }
    assertThat(right).isGreaterThan(100);
    assertThat(again).isGreaterThan(100);
    assertThat(inTurn).isGreaterThan(100);
  }

  /** What one thread does to all segments, so that chance does not decide what is guessed. */
  private void checkInTurnWithTheSameGuesses(Database database, byte[] input, String about)
      throws InterruptedException {
    ParallelOptions options = new ParallelOptions(2, 16, 8, 4);
    EngineSessions guessing = new EngineSessions(database.table(), database.engines(), options);
    EngineSessions own = new EngineSessions(database.table(), database.engines(), options);
    SegmentComposer composer = new SegmentComposer(database, own, options);
    List<Match> matches = new ArrayList<>();
    composer.deliverTo(TestDatabases.collector(matches));
    SegmentSource.OfArray source = new SegmentSource.OfArray(input, 0, input.length);
    StreamSegment last = source.next(4);
    composer.head(last);
    List<StreamSegment> ahead = new ArrayList<>();
    while (source.remaining() > 0 || !ahead.isEmpty()) {
      while (ahead.size() < 3 && source.remaining() > 0) {
        ahead.add(source.next(16));
        guessing.record(ahead.getLast(), composer.guesses(), () -> false);
      }
      last = ahead.removeFirst();
      assertThat(composer.add(last)).isTrue();
    }
    composer.finish(last);
    assertThat(matches).as(about).isEqualTo(TestDatabases.matches(database, input));
    for (ParallelStatistics.Engine engine : composer.statistics().engines()) {
      right += engine.right();
      again += engine.bytesAgain();
      inTurn += engine.bytesInTurn();
    }
  }

  private static String rule(Random random) {
    StringBuilder rule = new StringBuilder("/").append(pick(EDGES, random));
    int parts = 1 + random.nextInt(3);
    for (int i = 0; i < parts; i++) {
      rule.append(pick(WORDS, random));
      if (i + 1 < parts || random.nextInt(8) == 0) {
        rule.append(pick(GAPS, random));
      }
    }
    return rule.append(pick(ENDS, random)).append('/').append(pick(FLAGS, random)).toString();
  }

  private static String pick(String[] from, Random random) {
    return from[random.nextInt(from.length)];
  }

  private static byte[] input(Random random, int length) {
    StringBuilder input = new StringBuilder();
    while (input.length() < length) {
      if (random.nextInt(3) > 0) {
        input.append(pick(WORDS, random));
      } else {
        input.append("abcdxyz \n".charAt(random.nextInt(9)));
      }
    }
    return bytes(input.toString());
  }

  @Test
  void aGapThatStaysAliveIsGuessedFromTheStateBefore() throws InterruptedException {
    Database database = Database.compile("/begin.*end/s", "/x[^\\n]*y/");
    byte[] input = bytes("begin" + "xy end\n---- ".repeat(20_000));
    ParallelOptions options = new ParallelOptions(2, 4096, 256, 1024);
    try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
      assertThat(matches(scanner, input)).isEqualTo(TestDatabases.matches(database, input));
      ParallelStatistics statistics = scanner.statistics();
      assertThat(statistics.segments()).isGreaterThan(50);
      assertThat(statistics.segmentBytes()).isEqualTo(input.length - 1024);
      for (ParallelStatistics.Engine engine : statistics.engines()) {
        assertThat(engine.right()).as(engine.toString()).isGreaterThan(engine.guesses() * 9 / 10);
      }
    }
  }

  @Test
  void guessesThatFailAreMadeOtherwiseAndThenNotAtAll() {
    GuessPolicy policy = new GuessPolicy("some");
    policy.first(10, new byte[] {1});
    policy.now(50, new byte[] {2});
    assertThat(policy.guess().position()).isEqualTo(50);
    policy.guessed(true, 0, 100);
    policy.guessed(false, 90, 100);
    assertThat(policy.guess().position()).isEqualTo(50);
    policy.guessed(false, 90, 100);
    assertThat(policy.guess().position()).isEqualTo(10);
    policy.guessed(false, 90, 100);
    policy.guessed(false, 90, 100);
    assertThat(inTurnBeforeTheNextGuess(policy)).isEqualTo(8);
    policy.guessed(false, 90, 100);
    policy.guessed(false, 90, 100);
    policy.guessed(false, 90, 100);
    assertThat(inTurnBeforeTheNextGuess(policy)).isEqualTo(16);
    policy.guessed(false, 10, 100);
    assertThat(policy.guess()).isNotNull();
    assertThat(policy.statistics())
        .isEqualTo(new ParallelStatistics.Engine("some", 9, 1, 640, 2400));
  }

  private static int inTurnBeforeTheNextGuess(GuessPolicy policy) {
    int count = 0;
    for (; policy.guess() == null; count++) {
      policy.ranInTurn(100);
    }
    return count;
  }

  @Test
  void moreReportsThanAreKept() throws InterruptedException {
    String[] rules = new String[40];
    Arrays.fill(rules, "/./s");
    Database database = Database.compile(rules);
    byte[] input = new byte[300_000];
    ParallelOptions options = new ParallelOptions(2, 1 << 17, 64, 1 << 15);
    try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
      long[] next = {40};
      boolean[] inOrder = {true};
      assertThat(
              scanner.scan(
                  input,
                  (rule, start, end, tag) -> {
                    inOrder[0] &= end * 40 + rule - 1 == next[0]++;
                    return true;
                  }))
          .isTrue();
      assertThat(inOrder[0]).isTrue();
      assertThat(next[0]).isEqualTo(40L * (input.length + 1));
      assertThat(scanner.statistics().engines().getFirst().bytesAgain()).isPositive();
    }
  }

  @Test
  void allKindsOfInput() throws Exception {
    Database database =
        Database.compiler()
            .rule(4, TestDatabases.STARTS)
            .compile(Rules.of("needle", "e\\b", "nee", "n[^x]+d"));
    byte[] input = new byte[200_000];
    Random random = new Random(2);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "needlx".charAt(random.nextInt(6));
    }
    List<Match> expected = TestDatabases.matches(database, input);
    Path file = Files.write(directory.resolve("input"), input);
    byte[] padded = new byte[input.length + 9];
    System.arraycopy(input, 0, padded, 4, input.length);
    ParallelOptions options = new ParallelOptions(3, 5000, 100, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(database, options);
        Arena arena = Arena.ofConfined()) {
      List<Match> matches = new ArrayList<>();
      MatchHandler collector = TestDatabases.collector(matches);
      scanner.scan(padded, 4, 4 + input.length, collector);
      assertThat(matches).isEqualTo(expected);
      matches.clear();
      scanner.scan(MemorySegment.ofArray(padded).asSlice(4, input.length), collector);
      assertThat(matches).isEqualTo(expected);
      matches.clear();
      MemorySegment outside = arena.allocate(input.length);
      outside.copyFrom(MemorySegment.ofArray(input));
      scanner.scan(outside, collector);
      assertThat(matches).isEqualTo(expected);
      matches.clear();
      scanner.scan(file, collector);
      assertThat(matches).isEqualTo(expected);
      matches.clear();
      scanner.scan(inSmallReads(input), collector);
      assertThat(matches).isEqualTo(expected);
      assertThat(scanner.database()).isSameAs(database);
    }
  }

  private static InputStream inSmallReads(byte[] input) {
    return new ByteArrayInputStream(input) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 777));
      }
    };
  }

  @Test
  void noInput() throws Exception {
    Database database = Database.compile("a*", "$", "a");
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(2))) {
      assertThat(matches(scanner, new byte[0])).hasSize(2);
      Path empty = Files.createFile(directory.resolve("empty"));
      assertThat(scanner.scan(empty, (rule, start, end, tag) -> false)).isFalse();
    }
  }

  @Test
  void handlersStopAndThrow() throws InterruptedException {
    Database database = Database.compile("a");
    byte[] input = bytes("xa".repeat(50_000));
    ParallelOptions options = new ParallelOptions(3, 4000, 10, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
      for (int stopAt : new int[] {1, 2, 600, 3000, 49_999}) {
        List<Long> ends = new ArrayList<>();
        assertThat(
                scanner.scan(
                    input, (rule, start, end, tag) -> ends.add(end) && ends.size() < stopAt))
            .isFalse();
        assertThat(ends).hasSize(stopAt);
        assertThat(ends.getLast()).isEqualTo(2L * stopAt);
        assertThatExceptionOfType(IllegalCallerException.class)
            .isThrownBy(
                () ->
                    scanner.scan(
                        input,
                        (rule, start, end, tag) -> {
                          if (end >= 2L * stopAt) {
                            throw new IllegalCallerException();
                          }
                          return true;
                        }));
        assertThat(matches(scanner, input)).hasSize(50_000);
      }
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  scanner.scan(
                      input,
                      (rule, start, end, tag) -> {
                        try {
                          return scanner.scan(input, (r, s, e, t) -> true);
                        } catch (InterruptedException e) {
                          throw new AssertionError(e);
                        }
                      }));
      assertThat(matches(scanner, input)).hasSize(50_000);
    }
  }

  @Test
  void anInputThatNeverEnds() throws Exception {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'c';
          }
        };
    ParallelOptions options = new ParallelOptions(2, 4000, 10, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(Database.compile("c"), options)) {
      assertThat(scanner.scan(endless, (rule, start, end, tag) -> end < 100_000)).isFalse();
    }
  }

  @Test
  void interruptsAndFailingReads() throws Exception {
    byte[] input = bytes("xa".repeat(50_000));
    ParallelOptions options = new ParallelOptions(2, 4000, 10, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(Database.compile("a"), options)) {
      for (long at : new long[] {2, 30_000}) {
        assertThatExceptionOfType(InterruptedException.class)
            .isThrownBy(
                () ->
                    scanner.scan(
                        input,
                        (rule, start, end, tag) -> {
                          if (end == at) {
                            Thread.currentThread().interrupt();
                          }
                          return true;
                        }));
        assertThat(Thread.interrupted()).isFalse();
        assertThat(matches(scanner, input)).hasSize(50_000);
      }
      InputStream failing =
          new InputStream() {
            private int left = 20_000;

            @Override
            public int read() throws IOException {
              if (left-- == 0) {
                throw new IOException("broken");
              }
              return 'a';
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
              into[from] = (byte) read();
              return 1;
            }
          };
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> scanner.scan(failing, (rule, start, end, tag) -> true))
          .withMessage("broken");
      assertThat(matches(scanner, input)).hasSize(50_000);
    }
  }

  @Test
  void whatFailsInAThreadReachesTheCaller() throws InterruptedException {
    Database whole = Database.compile("needle");
    BlockEngine failing = new FailingEngine(whole.engines().getFirst());
    Database broken =
        new Database(whole.table(), List.of(), whole.plan(), List.of(failing), whole.fingerprint());
    byte[] input = new byte[100_000];
    ParallelOptions options = new ParallelOptions(2, 4000, 10, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(broken, options)) {
      for (int round = 0; round < 3; round++) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> matches(scanner, input))
            .withMessage("from 6000 on");
        assertThat(matches(scanner, new byte[5000])).isEmpty();
      }
    }
  }

  @Test
  void borrowedThreads() throws InterruptedException {
    Database database = Database.compile("a");
    byte[] input = bytes("xa".repeat(50_000));
    ParallelOptions options = new ParallelOptions(3, 4000, 10, 1000);
    List<Runnable> never = new ArrayList<>();
    CountDownLatch ended = new CountDownLatch(2);
    Executor fresh =
        task ->
            Thread.ofPlatform()
                .daemon()
                .start(
                    () -> {
                      task.run();
                      ended.countDown();
                    });
    for (Executor executor : List.<Executor>of(never::add, fresh)) {
      ParallelScanner scanner = ParallelScanner.of(database, options, executor);
      assertThat(matches(scanner, input)).hasSize(50_000);
      scanner.close();
    }
    assertThat(never).hasSize(2);
    never.forEach(Runnable::run);
    ended.await();
    ParallelScanner closed = ParallelScanner.of(database, options);
    closed.close();
    assertThatExceptionOfType(RejectedExecutionException.class)
        .isThrownBy(() -> matches(closed, input));
  }

  @Test
  void optionsAreChecked() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ParallelOptions.of(0))
        .withMessageContaining("threads is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ParallelOptions(1, 10, 0, 11))
        .withMessageContaining("checkpointBytes is 11, not from 1 to 10");
  }

  /** Throws when it is asked for what lies beyond a place. */
  private record FailingEngine(BlockEngine engine) implements BlockEngine {

    private static final long PLACE = 6000;

    @Override
    public String name() {
      return engine.name();
    }

    @Override
    public int historyBytes() {
      return engine.historyBytes();
    }

    @Override
    public boolean reportsBack() {
      return engine.reportsBack();
    }

    @Override
    public void write(BinaryWriter out) {
      engine.write(out);
    }

    @Override
    public BlockSession newSession() {
      BlockSession session = engine.newSession();
      return new BlockSession() {
        @Override
        public void start() {
          session.start();
        }

        @Override
        public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
          if (position >= PLACE) {
            throw new UnsupportedOperationException("from " + PLACE + " on");
          }
          session.scan(input, from, to, position, reports);
        }

        @Override
        public void finish(byte[] input, int to, long position, ReportBuffer reports) {
          session.finish(input, to, position, reports);
        }

        @Override
        public void save(BinaryWriter state) {
          session.save(state);
        }

        @Override
        public void restore(BinaryReader state, long position) {
          session.restore(state, position);
        }
      };
    }
  }
}
