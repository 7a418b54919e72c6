package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ScanTest {

  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;

  @TempDir Path directory;
  private Path text;
  private Path binary;
  private Path deep;

  @BeforeEach
  void makeFiles() throws IOException {
    text = write("a.txt", "hello secret\nnothing\n  Password, secret\n");
    binary = write("d/b.bin", "x\0\u00ff\r\nsecret\u00fe");
    deep = write("d/e/c", "none\n");
  }

  private Path write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Cli scan(Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = "scan";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Cli.run(all);
  }

  private static Cli scanInput(String input, Object... arguments) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.ISO_8859_1)));
    try {
      return scan(arguments);
    } finally {
      System.setIn(before);
    }
  }

  private static void check(Cli run, int status, String... lines) {
    assertThat(run.err()).isEmpty();
    assertThat(run.outLines()).containsExactly(lines);
    assertThat(run.status()).isEqualTo(status);
  }

  @Test
  void matchesAreListedInOrder() {
    check(
        scan("-e", "secret", "-e", "/passw(or)?d/i", text, binary),
        FOUND,
        text + ":12:1",
        text + ":31:2",
        text + ":39:1",
        binary + ":11:1");
    check(scan("-e", "zzz", text), NOT_FOUND);
  }

  @Test
  void linesAndColumnsAreThoseOfTheLastByte() {
    check(
        scan("-n", "-e", "secret", "-e", "g\\n", text, binary),
        FOUND,
        text + ":1:12:12:1",
        text + ":2:8:21:2",
        text + ":3:18:39:1",
        binary + ":2:6:11:1");
  }

  @Test
  void standardInputIsSearchedIfNothingIsNamed() {
    check(scanInput("no secret", "-e", "secret"), FOUND, "(standard input):9:1");
    check(scanInput("ab", "--no-filename", "-n", "-e", "b", "-", text), FOUND, "1:2:2:1");
    check(scanInput("", "-e", "secret"), NOT_FOUND);
    check(scanInput("", "-e", "^$"), FOUND, "(standard input):0:1");
  }

  @Test
  void directoriesAreSearchedInOrderIfAskedFor() throws IOException {
    Files.createSymbolicLink(directory.resolve("d/link"), text);
    check(
        scan("-r", "-c", "-e", "secret", directory.resolve("d"), text),
        FOUND,
        binary + ":1",
        deep + ":0",
        text + ":2");
    check(scan("-r", "-l", "-e", "secret", directory), FOUND, text.toString(), binary.toString());
  }

  @Test
  void filesThatCannotBeReadDoNotStopTheOthers() {
    Path missing = directory.resolve("missing");
    Cli run = scan("-e", "secret", missing, directory, binary);
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
    assertThat(run.outLines()).containsExactly(binary + ":11:1");
    assertThat(run.err().lines())
        .containsExactlyInAnyOrder(
            "fsmrun: " + missing + ": no such file",
            "fsmrun: " + directory + ": is a directory; -r searches it");
    assertThat(scan("-s", "-e", "secret", missing, binary).err()).isEmpty();
    assertThat(scan("-q", "-e", "secret", missing, binary).status()).isEqualTo(FOUND);
    assertThat(scan("-q", "-e", "zzz", missing, binary).status()).isEqualTo(Main.UNUSABLE);
  }

  @Test
  void outputCanBeCutShort() {
    check(scan("-q", "-e", "secret", text), FOUND);
    check(scan("-q", "-e", "zzz", text), NOT_FOUND);
    check(scan("-m", 2, "-e", "e", text), FOUND, text + ":2:1", text + ":8:1");
    check(scan("-m", 2, "-c", "-e", "e", text), FOUND, text + ":2");
    check(scan("-c", "--no-filename", "-e", "e", text), FOUND, "5");
    check(
        scan("--first", "-e", "e", "-e", "t$", text, binary),
        FOUND,
        text + ":2:1",
        text + ":39:2",
        binary + ":7:1");
  }

  @Test
  void jsonSaysWhereEachMatchIs() throws IOException {
    Path rules = write("rules", "\n/\u00e4?\"secret\\\\?/i\nsecret\n");
    Path odd = write("quo\"te", "\n \"SECRET");
    Cli run = scan("--json", "-f", rules, "-e", "t\\z", odd);
    assertThat(run.status()).isEqualTo(FOUND);
    List<JsonNode> nodes = new ArrayList<>();
    run.outLines().forEach(line -> nodes.add(JsonMapper.shared().readTree(line)));
    assertThat(nodes).hasSize(1);
    assertThat(nodes.getFirst().get("file").asString()).isEqualTo(odd.toString());
    assertThat(nodes.getFirst().get("rule").asInt()).isEqualTo(2);
    assertThat(nodes.getFirst().get("pattern").asString()).isEqualTo("\u00e4?\"secret\\\\?");
    assertThat(nodes.getFirst().get("end").asLong()).isEqualTo(9);
    assertThat(nodes.getFirst().get("line").asLong()).isEqualTo(2);
    assertThat(nodes.getFirst().get("column").asLong()).isEqualTo(8);
    check(
        scan("--json", "-c", "-e", "secret", text),
        FOUND,
        "{\"file\":\"" + text + "\",\"count\":2}");
    check(scan("--json", "-l", "-e", "secret", text), FOUND, "{\"file\":\"" + text + "\"}");
  }

  @Test
  void rulesOfTheCommandLineComeAfterThoseOfFiles() throws IOException {
    Path first = write("first", "zzz\nnothing\n");
    Path second = write("second", "hello\n");
    check(
        scan("-e", "Pass", "-f", first, "-f", second, text),
        FOUND,
        text + ":5:3",
        text + ":20:2",
        text + ":27:4");
  }

  @Test
  void refusedRulesOfFilesAreShownAndLeftOut() throws IOException {
    Path rules = write("rules", "(a)\\1\nsecret\n");
    Cli run = scan("-f", rules, text);
    assertThat(run.status()).isEqualTo(FOUND);
    assertThat(run.outLines()).containsExactly(text + ":12:2", text + ":39:2");
    assertThat(run.err()).contains(rules + ":1:4: refused").contains("1 of 2 rules refused");
    Cli strict = scan("--strict", "-f", rules, text);
    assertThat(strict.status()).isEqualTo(Main.UNUSABLE);
    assertThat(strict.out()).isEmpty();
  }

  @Test
  void wrongUseIsRefused() throws IOException {
    scan(text).unusable("-e RULE");
    scan("-e", "(a)\\1", text).unusable("-e (a)\\1", "column 4", "back-reference");
    scan("-e", "", text).unusable("empty rule");
    scan("-e", "a", "--database", "x", text).unusable("--database");
    scan("-c", "-l", "-e", "a", text).unusable("-c and -l");
    scan("-c", "-n", "-e", "a", text).unusable("-n", "-c");
    scan("-m", 0, "-e", "a", text).unusable("--max-count");
    scan("--threads", 0, "-e", "a", text).unusable("--threads");
    scan("-e", "a", "--without", "lazy-dfa", text).unusable("lazy-dfa");
    scan("-e", "a", "--without", "nonsense", text).unusable("nonsense", "lazy-dfa");
    scan("-f", directory.resolve("none"), text).unusable("none", "no such file");
    scan("--database", text, text).unusable(text.toString());
    scan("-f", write("no-rules", "\n\n"), text).unusable("no rules");
  }

  /** Larger than any piece that is read at once, with matches across all seams. */
  @Test
  void longFilesGiveWhatRegularExpressionsDo() throws IOException {
    StringBuilder content = new StringBuilder();
    Random random = new Random(1);
    while (content.length() < 2_500_000) {
      content.append(random.nextInt(9) == 0 ? "\n" : "abcd".charAt(random.nextInt(4)));
    }
    Path file = write("long", content.toString());
    List<String> expected = new ArrayList<>();
    Matcher matcher = Pattern.compile("ab\nc").matcher(content);
    long line = 1;
    int lineStart = 0;
    int at = 0;
    while (matcher.find()) {
      for (; at < matcher.end() - 1; at++) {
        if (content.charAt(at) == '\n') {
          line++;
          lineStart = at + 1;
        }
      }
      int end = matcher.end();
      expected.add(file + ":" + line + ":" + (end - lineStart) + ":" + end + ":1");
    }
    assertThat(expected).hasSizeGreaterThan(2000);
    assertThat(scan("-n", "-e", "ab\\nc", file).outLines()).isEqualTo(expected);
    Cli piped = scanInput(content.toString(), "-n", "-e", "ab\\nc");
    assertThat(piped.outLines())
        .isEqualTo(
            expected.stream().map(l -> l.replace(file.toString(), "(standard input)")).toList());
    assertThat(scan("-c", "--no-filename", "-e", "\\z", file).outLines()).containsExactly("1");
  }

  @Test
  void oneLargeFileIsSharedByThreads() throws IOException {
    StringBuilder content = new StringBuilder();
    Random random = new Random(2);
    while (content.length() < 4_500_000) {
      content.append(random.nextInt(99) == 0 ? "\n" : "abcdefgh".charAt(random.nextInt(8)));
    }
    Path file = write("large", content.toString());
    for (List<String> how :
        List.of(
            List.of("-n", "-e", "ab\nc"),
            List.of("--json", "-e", "a[^b]*\\nabcd"),
            List.of("-c", "-e", "abc.*ef"),
            List.of("-m", "70", "-n", "-e", "abcde"),
            List.of("-l", "-e", "abcdef"))) {
      List<List<String>> outputs = new ArrayList<>();
      for (int threads : new int[] {1, 3}) {
        List<Object> arguments = new ArrayList<>(how);
        arguments.add("--threads=" + threads);
        arguments.add(file);
        outputs.add(scan(arguments.toArray()).outLines());
      }
      assertThat(outputs.get(0)).as(how.toString()).isNotEmpty();
      assertThat(outputs.get(1)).as(how.toString()).isEqualTo(outputs.get(0));
    }
  }

  @Test
  void manyFilesAreSearchedSideBySideInOrder() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String name = "many/%03d".formatted(i);
      Path file = write(name, "x".repeat(i * 37 % 5000) + "secret");
      expected.add(file + ":" + (i * 37 % 5000 + 6) + ":1");
    }
    for (int threads : new int[] {1, 2, 7}) {
      check(
          scan("-r", "-e", "secret", "--threads", threads, directory.resolve("many")),
          FOUND,
          expected.toArray(String[]::new));
    }
    check(scan("-q", "-r", "-e", "secret", "--threads", 3, directory.resolve("many")), FOUND);
  }

  @Test
  void aClosedOutputEndsItQuietly() throws IOException {
    Path file = write("all", "a".repeat(300_000));
    for (int threads : new int[] {1, 3}) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream closed =
          new PrintStream(
              new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                  throw new IOException("Broken pipe");
                }
              });
      int status =
          Main.execute(
              closed,
              new PrintStream(err, true, StandardCharsets.UTF_8),
              "scan",
              "-e",
              "a",
              "--threads=" + threads,
              file.toString(),
              file.toString(),
              file.toString());
      assertThat(status).isEqualTo(Main.UNUSABLE);
      assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }
  }
}
