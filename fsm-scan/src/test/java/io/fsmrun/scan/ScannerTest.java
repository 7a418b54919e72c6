package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases, scanners, batches and queries. */
class ScannerTest {

  @TempDir Path directory;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void refusedRulesDoNotStopTheOthers() throws InterruptedException {
    PlanOptions plan = PlanOptions.defaults();
    PlanOptions tight =
        new PlanOptions(
            plan.engines(), new CompileLimits(30, 1000, 0), plan.threads(), Optional.empty());
    Rules rules = Rules.of("ab", "(a)\\1", "a{100}", "b{50}", "b");
    Database database =
        Database.compiler()
            .options(CompileOptions.defaults().withPlan(tight))
            .rule(3, TestDatabases.STARTS)
            .rule(4, TestDatabases.STARTS)
            .rule(5, TestDatabases.STARTS)
            .compile(rules);
    assertThat(database.ruleCount()).isEqualTo(2);
    assertThat(database.rules()).extracting(RuleInfo::id).containsExactly(1, 5);
    assertThat(database.refused()).extracting(r -> r.id()).containsExactly(2, 3, 4);
    assertThat(database.refused().get(1).message()).contains("positions", "30");
    assertThat(TestDatabases.matches(database, bytes("ab")))
        .containsExactly(new Match(1, -1, 2, 0), new Match(5, 1, 2, 0));
  }

  @Test
  void noRulesAndNoInput() throws Exception {
    Scanner none = Database.compile().newScanner();
    assertThat(none.count(new byte[100_000])).isZero();
    assertThat(none.scanAll(List.of(), null)).isTrue();
    Scanner scanner = Database.compile("a*", "$", "a").newScanner();
    assertThat(scanner.count(new byte[0])).isEqualTo(2);
    assertThat(scanner.scan(new byte[9], 4, 4, (rule, start, end, tag) -> end == 0)).isTrue();
    assertThat(scanner.scanParts(List.of(), (rule, start, end, tag) -> false)).isFalse();
  }

  @Test
  void idsMustDiffer() {
    RegexNode tree = new RegexNode.Empty();
    Rule rule = new Rule(7, "", RegexFlags.NONE, "", tree, "");
    Rules twice = new Rules("here", List.of(rule, rule), List.of());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Database.compiler().compile(twice))
        .withMessageContaining("7 after 7");
  }

  @Test
  void compilingTellsHowFarItIsAndCanBeCancelled() throws InterruptedException {
    AtomicInteger most = new AtomicInteger();
    Rules rules = Rules.of("a", "b", "c", "d");
    Database.compiler()
        .rule(2, TestDatabases.STARTS)
        .listener(
            (done, total) -> {
              assertThat(total).isEqualTo(4);
              most.accumulateAndGet(done, Math::max);
            })
        .compile(rules);
    assertThat(most.get()).isGreaterThanOrEqualTo(4);
    for (RuleOptions options : List.of(RuleOptions.DEFAULT, TestDatabases.STARTS)) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> Database.compiler().allRules(options).compile(rules));
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void filesThatAreMissing() throws Exception {
    Path missing = directory.resolve("missing");
    Scanner scanner = Database.compile("a").newScanner();
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> scanner.scan(missing, (rule, start, end, tag) -> true));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Database.compile(missing));
    Path empty = Files.createFile(directory.resolve("empty"));
    assertThat(scanner.scan(empty, (rule, start, end, tag) -> false)).isTrue();
  }

  @Test
  void filesInArchivesAreRead() throws Exception {
    Path zip = directory.resolve("files.zip");
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path file = Files.writeString(files.getPath("status"), "Name: x\nPid: 1\n");
      assertThat(matchesOf(Database.compile("Pid:"), file)).containsExactly(12L);
    }
  }

  /** The system makes it up, and says that it is empty. */
  @Test
  void filesThatSayTheyAreEmptyAreRead() throws Exception {
    Path madeUp = Path.of("/proc/self/status");
    assumeTrue(
        Files.isRegularFile(madeUp) && Files.size(madeUp) == 0, "there is no file of that kind");
    assertThat(matchesOf(Database.compile("Pid:"), madeUp)).isNotEmpty();
  }

  /** What was read by then is scanned; nothing fails. */
  @Test
  void filesMayBeCutMeanwhile() throws Exception {
    int length = 1 << 22;
    Database database = Database.compile("\\x00");
    Path file = directory.resolve("file");
    List<Match> matches = new ArrayList<>();
    MatchHandler collector = TestDatabases.collector(matches);
    MatchHandler cutting =
        (rule, start, end, tag) -> {
          if (end == 1) {
            cut(file);
          }
          return collector.match(rule, start, end, tag);
        };
    Files.write(file, new byte[length]);
    assertThat(database.newScanner().scan(file, cutting)).isTrue();
    assertThat(matches).isNotEmpty().hasSizeLessThan(length);
    matches.clear();
    Files.write(file, new byte[length]);
    ParallelOptions options = new ParallelOptions(2, 1 << 16, 100, 1 << 12);
    try (ParallelScanner scanner = ParallelScanner.of(database, options)) {
      assertThat(scanner.scan(file, cutting)).isTrue();
    }
    assertThat(matches).isNotEmpty().hasSizeLessThan(length);
    assertThat(matches.getLast().end()).isEqualTo(matches.size());
  }

  private static void cut(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Long> matchesOf(Database database, Path file) throws Exception {
    List<Match> matches = new ArrayList<>();
    database.newScanner().scan(file, TestDatabases.collector(matches));
    List<Match> shared = new ArrayList<>();
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(2))) {
      scanner.scan(file, TestDatabases.collector(shared));
    }
    assertThat(shared).isEqualTo(matches);
    return matches.stream().map(Match::end).toList();
  }

  /** A scan does not end in the middle of a file, nor does it take an interrupt from others. */
  @Test
  void interruptsAreLeftToOthers() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[100_000]);
    Database database = Database.compile("\\x00");
    AtomicInteger matches = new AtomicInteger();
    Thread.currentThread().interrupt();
    try {
      database.newScanner().scan(file, (rule, start, end, tag) -> matches.incrementAndGet() > 0);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(matches).hasValue(100_000);
  }

  @Test
  void longInputsAgreeInAllForms() throws Exception {
    Database database = TestDatabases.of(List.of("needle", "e", "nee"), List.of("n[^x]+d"));
    byte[] input = new byte[300_000];
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "needlx".charAt(random.nextInt(6));
    }
    List<Match> expected = new ArrayList<>();
    database.newScanner().scan(input, TestDatabases.collector(expected));
    assertThat(expected).hasSizeGreaterThan(80_000);
    Scanner scanner = database.newScanner();
    Path file = Files.write(directory.resolve("long"), input);
    List<Match> matches = new ArrayList<>();
    scanner.scan(file, TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(expected);
    matches.clear();
    scanner.scan(new ByteArrayInputStream(input), TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(expected);
    matches.clear();
    byte[][] parts = {bytes(""), input, bytes("needle")};
    scanner.scanParts(parts, TestDatabases.collector(matches));
    assertThat(matches.subList(0, expected.size())).isEqualTo(expected);
    assertThat(matches).contains(new Match(10, -1, input.length + 6, 0));
  }

  @Test
  void handlersStopAndThrow() throws InterruptedException {
    Scanner scanner = Database.compile("a").newScanner();
    byte[] input = bytes("xa".repeat(50_000));
    List<Long> ends = new ArrayList<>();
    MatchHandler two = (rule, start, end, tag) -> ends.add(end) && ends.size() < 2;
    assertThat(scanner.scan(input, two)).isFalse();
    assertThat(ends).containsExactly(2L, 4L);
    for (int round = 0; round < 3; round++) {
      assertThatExceptionOfType(IllegalCallerException.class)
          .isThrownBy(
              () ->
                  scanner.scan(
                      input,
                      (rule, start, end, tag) -> {
                        throw new IllegalCallerException();
                      }));
      assertThat(scanner.count(input)).isEqualTo(50_000);
    }
    assertThatIllegalStateException()
        .isThrownBy(
            () -> scanner.scan(input, (rule, start, end, tag) -> scanner.matchesAny(input)));
    assertThat(scanner.count(input)).isEqualTo(50_000);
  }

  @Test
  void readingThatFailsLeavesTheScannerUsable() throws InterruptedException {
    Scanner scanner = Database.compile("a").newScanner();
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }

          @Override
          public int read(byte[] into, int from, int length) throws IOException {
            return read();
          }
        };
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> scanner.scan(failing, (rule, start, end, tag) -> true));
    assertThat(scanner.count(bytes("aa"))).isEqualTo(2);
  }

  @Test
  void queriesEndEarly() throws Exception {
    Scanner scanner = Database.compile("b", "ab", "c").newScanner();
    assertThat(scanner.matchesAny(bytes("xxxab"))).isTrue();
    assertThat(scanner.matchesAny(bytes("xxxa"))).isFalse();
    assertThat(scanner.firstMatch(bytes("xab"))).contains(new Match(1, -1, 3, 0));
    assertThat(scanner.firstMatch(bytes("x"))).isEqualTo(Optional.empty());
    assertThat(scanner.atLeast(3, bytes("abc"))).isTrue();
    assertThat(scanner.atLeast(4, bytes("abc"))).isFalse();
    assertThat(scanner.atLeast(0, bytes(""))).isTrue();
    assertThat(scanner.count(bytes("abc"))).isEqualTo(3);
    // An input that never ends.
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'c';
          }

          @Override
          public int read(byte[] into, int from, int length) {
            into[from] = 'c';
            return 1;
          }
        };
    assertThat(scanner.scan(endless, (rule, start, end, tag) -> end < 100_000)).isFalse();
  }

  @Test
  void batchesTellTheirInputs() throws InterruptedException {
    Scanner scanner = Database.compile("^a", "b", "a$").newScanner();
    byte[] data = bytes("ab--ba" + "b".repeat(10_000) + "a");
    int[] offsets = {0, 2, 2, 4, 6, data.length};
    List<List<Number>> matches = new ArrayList<>();
    BatchHandler collector =
        (input, rule, start, end, tag) -> {
          matches.add(List.of(input, rule, end));
          return input == 4 ? BatchHandler.Next.INPUT : BatchHandler.Next.MATCH;
        };
    assertThat(scanner.scanAll(data, offsets, collector)).isTrue();
    List<List<Number>> expected =
        List.of(
            List.of(0, 1, 1L),
            List.of(0, 2, 2L),
            List.of(3, 2, 1L),
            List.of(3, 3, 2L),
            List.of(4, 2, 1L));
    assertThat(matches).isEqualTo(expected);
    matches.clear();
    assertThat(
            scanner.scanAll(
                List.of(
                    bytes("ab"),
                    bytes(""),
                    bytes("--"),
                    bytes("ba"),
                    bytes("b".repeat(10_000) + "a")),
                collector))
        .isTrue();
    assertThat(matches).isEqualTo(expected);
    BatchHandler stopping =
        (input, rule, start, end, tag) ->
            input == 3 ? BatchHandler.Next.STOP : BatchHandler.Next.INPUT;
    assertThat(scanner.scanAll(data, offsets, stopping)).isFalse();
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> scanner.scanAll(data, new int[] {0, 3, 2}, collector));
  }
}
