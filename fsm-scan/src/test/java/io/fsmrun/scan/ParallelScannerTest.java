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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;
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

  @TempDir Path directory;

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
      byte[] input = RandomScans.input(new Random(seed), 900);
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
    }
  }

  @Test
  void randomRulesAreReportedAsByOneThread() throws InterruptedException {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<String> texts = RandomScans.rules(random);
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
      checkAll(database, RandomScans.input(random, 900), "seed " + seed + ", " + texts);
    }
  }

  @Test
  void handlersStopAnywhere() throws InterruptedException {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      Database database = Database.compiler().compile(Rules.of(RandomScans.rules(random)));
      byte[] input = RandomScans.input(random, 600);
      List<Match> expected = TestDatabases.matches(database, input);
      for (ParallelOptions options : TINY) {
        try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
          for (int round = 0; round < 3 && !expected.isEmpty(); round++) {
            int stopAt = 1 + random.nextInt(expected.size());
            List<Match> found = new ArrayList<>();
            MatchHandler collector = TestDatabases.collector(found);
            boolean ended =
                scanner.scan(
                    input,
                    (rule, start, end, tag) ->
                        collector.match(rule, start, end, tag) && found.size() < stopAt);
            assertThat(ended).as("seed %d, %s", seed, options).isFalse();
            assertThat(found).isEqualTo(expected.subList(0, stopAt));
          }
        }
      }
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

  /** What is copied is in memory as a whole, so its segments are no longer than 1 MiB. */
  @Test
  void inputsThatAreCopiedAreReadInMebibytes() throws IOException, InterruptedException {
    byte[] input = new byte[6 << 20];
    int[] most = {0};
    InputStream counting =
        new ByteArrayInputStream(input) {
          @Override
          public synchronized int read(byte[] into, int at, int length) {
            most[0] = Math.max(most[0], length);
            return super.read(into, at, length);
          }
        };
    try (ParallelScanner scanner =
        ParallelScanner.of(Database.compile("/never/"), ParallelOptions.of(1))) {
      scanner.scan(counting, (rule, start, end, tag) -> true);
    }
    assertThat(most[0]).isEqualTo(1 << 20);
  }

  private static InputStream inSmallReads(byte[] input) {
    return new ByteArrayInputStream(input) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 777));
      }
    };
  }

  /** What comes in pieces is told before the next is asked for, as a stream tells it. */
  @Test
  void piecesAreDoneWithOneByOne() throws InterruptedException {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      Database database = Database.compiler().compile(Rules.of(RandomScans.rules(random)));
      byte[] input = RandomScans.input(random, 900);
      List<Match> expected = TestDatabases.matches(database, input);
      for (ParallelOptions options : TINY) {
        List<Match> matches = new ArrayList<>();
        Stream stream = database.openStream();
        List<Match> told = new ArrayList<>();
        int[] at = new int[1];
        try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
          boolean whole =
              scanner.scan(
                  () -> {
                    assertThat(matches).as("%s at %d", options, at[0]).isEqualTo(told);
                    if (at[0] == input.length) {
                      return null;
                    }
                    int from = at[0];
                    at[0] = Math.min(input.length, from + random.nextInt(100));
                    stream.write(input, from, at[0], TestDatabases.collector(told));
                    return MemorySegment.ofArray(input).asSlice(from, at[0] - from);
                  },
                  TestDatabases.collector(matches));
          assertThat(whole).isTrue();
        }
        assertThat(matches).as("seed %d, %s", seed, options).isEqualTo(expected);
      }
    }
  }

  @Test
  void piecesThatDoNotCome() throws InterruptedException {
    Database database = Database.compiler().compile(Rules.of("ab"));
    try (ParallelScanner scanner = ParallelScanner.of(database, TINY.get(2))) {
      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(
              () ->
                  scanner.scan(
                      () -> {
                        throw new InterruptedException("no piece");
                      },
                      TestDatabases.collector(new ArrayList<>())));
      assertThat(matches(scanner, bytes("cab"))).hasSize(1);
    }
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
    byte[] input = new byte[100_000];
    ParallelOptions options = new ParallelOptions(2, 4000, 10, 1000);
    try (ParallelScanner scanner =
        ParallelScanner.of(failing(at -> at >= 6000 ? "from 6000 on" : null), options)) {
      for (int round = 0; round < 3; round++) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
            .isThrownBy(() -> matches(scanner, input))
            .withMessage("from 6000 on");
        assertThat(matches(scanner, new byte[5000])).isEmpty();
      }
    }
  }

  @Test
  void whatFailsInAnotherThreadReachesTheCaller() throws InterruptedException {
    Thread caller = Thread.currentThread();
    CountDownLatch other = new CountDownLatch(1);
    Database broken =
        failing(
            at -> {
              if (!Thread.currentThread().equals(caller)) {
                other.countDown();
                return "in another thread";
              }
              if (at >= 6000) {
                await(other);
              }
              return null;
            });
    ParallelOptions options = new ParallelOptions(2, 4000, 10, 1000);
    try (ParallelScanner scanner = ParallelScanner.of(broken, options)) {
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> matches(scanner, new byte[100_000]))
          .withMessage("in another thread");
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Database failing(LongFunction<String> failure) throws InterruptedException {
    Database whole = Database.compile("needle");
    BlockEngine engine = new FailingEngine(whole.engines().getFirst(), failure);
    return new Database(
        whole.table(), List.of(), whole.plan(), List.of(engine), whole.fingerprint());
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

  /** Throws at places for which there is a message. */
  private record FailingEngine(BlockEngine engine, LongFunction<String> failure)
      implements BlockEngine {

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
          String message = failure.apply(position);
          if (message != null) {
            throw new UnsupportedOperationException(message);
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
