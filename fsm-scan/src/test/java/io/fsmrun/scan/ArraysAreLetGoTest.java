package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scanner that lives long does not keep what it has scanned, wherever the scan has ended. */
@Timeout(60)
class ArraysAreLetGoTest {

  private static final String LINE = "bx..needle.end.7\n";
  private static final int LINES = 20_000;

  private interface Scan {
    boolean scan(byte[] input, MatchHandler handler) throws InterruptedException;
  }

  /** With heads, pieces on demand and gaps that some bytes break. */
  private static Database database() throws InterruptedException {
    return Database.compile(
        "/[a-c]x[^\\n]*needle[^#]{2,90}on/s", "/end/", "/ab?c.*needles/s", "/\\d/");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofAScanner(boolean stopped) throws Exception {
    Scanner scanner = database().newScanner();
    isLetGo(scanner::scan, stopped);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofSeveralThreads(boolean stopped) throws Exception {
    ParallelOptions options = new ParallelOptions(2, 1 << 14, 1 << 6, 1 << 12);
    try (ParallelScanner scanner = ParallelScanner.of(database(), options)) {
      isLetGo(scanner::scan, stopped);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofAStream(boolean stopped) throws Exception {
    Scanner scanner = database().newScanner();
    Stream stream = scanner.open();
    isLetGo(stream::write, stopped);
  }

  /** Of many short inputs, which are searched together. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ofABatch(boolean stopped) throws Exception {
    Scanner scanner = database().newScanner();
    int[] offsets = IntStream.rangeClosed(0, LINES).map(i -> LINE.length() * i).toArray();
    isLetGo(
        (input, handler) ->
            scanner.scanAll(
                input,
                offsets,
                (line, rule, start, end, tag) ->
                    handler.match(rule, start, end + offsets[line], tag)
                        ? BatchHandler.Next.MATCH
                        : BatchHandler.Next.STOP),
        stopped);
  }

  private static void isLetGo(Scan scan, boolean stopped) throws InterruptedException {
    WeakReference<byte[]> array = scanned(scan, stopped);
    while (array.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
  }

  private static WeakReference<byte[]> scanned(Scan scan, boolean stopped)
      throws InterruptedException {
    byte[] input = LINE.repeat(LINES).getBytes(StandardCharsets.US_ASCII);
    boolean whole = scan.scan(input, (rule, start, end, tag) -> !stopped || end < 10 * LINES);
    assertThat(whole).isEqualTo(!stopped);
    return new WeakReference<>(input);
  }
}
