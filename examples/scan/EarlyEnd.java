import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Questions that need not look at the whole input. Each ends with the block that decides it.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/EarlyEnd.java INPUT REGEX...</pre>
 */
public final class EarlyEnd {

  private static final int MOST = 3;

  private EarlyEnd() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: EarlyEnd INPUT REGEX...");
      return;
    }
    Database database = Database.compile(Arrays.copyOfRange(arguments, 1, arguments.length));
    Scanner scanner = database.newScanner();
    byte[] input = Files.readAllBytes(Path.of(arguments[0]));
    System.out.println("any match: " + scanner.matchesAny(input));
    System.out.println(
        scanner
            .firstMatch(input)
            .map(match -> "first: rule " + match.ruleId() + " up to byte " + match.end())
            .orElse("no first match"));
    System.out.println("at least " + MOST + " matches: " + scanner.atLeast(MOST, input));
    int[] seen = {0};
    boolean ended = scanner.scan(input, (rule, start, end, tag) -> ++seen[0] < MOST);
    System.out.println(seen[0] + " matches seen, " + (ended ? "all there are" : "then stopped"));
    System.out.println("matches in all: " + scanner.count(input)); // Looks at all of it.
  }
}
