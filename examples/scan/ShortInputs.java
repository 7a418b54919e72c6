import io.fsmrun.scan.BatchHandler;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Many short inputs in one call, here the lines of a file: which of them match at all?
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/ShortInputs.java INPUT REGEX...</pre>
 */
public final class ShortInputs {

  private ShortInputs() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: ShortInputs INPUT REGEX...");
      return;
    }
    Database database = Database.compile(Arrays.copyOfRange(arguments, 1, arguments.length));
    Scanner scanner = database.newScanner();
    byte[] data = Files.readAllBytes(Path.of(arguments[0]));
    int[] offsets = lines(data);
    // Inputs that lie in one array, each from its offset to the next: no object for any of them.
    scanner.scanAll(
        data,
        offsets,
        (line, rule, start, end, tag) -> {
          System.out.println("line " + (line + 1) + " matches rule " + rule);
          return BatchHandler.Next.INPUT; // This line is decided: on with the next.
        });
    // The same for inputs that are arrays of their own; the first match ends it.
    List<byte[]> words =
        new String(data, StandardCharsets.ISO_8859_1)
            .lines()
            .flatMap(line -> Arrays.stream(line.split(" ")))
            .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
            .toList();
    boolean none = scanner.scanAll(words, (word, rule, start, end, tag) -> BatchHandler.Next.STOP);
    System.out.println(none ? "no word matches" : "some word matches");
  }

  /** Where lines begin, and where the last one ends. */
  private static int[] lines(byte[] data) {
    int[] offsets = new int[data.length + 2];
    int count = 1;
    for (int i = 0; i < data.length; i++) {
      if (data[i] == '\n') {
        offsets[count++] = i + 1;
      }
    }
    offsets[count++] = data.length;
    return Arrays.copyOf(offsets, count);
  }
}
