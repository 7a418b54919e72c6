import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Scans a file of any size, or standard input, with the rules of another.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/ScanFile.java RULES [INPUT]</pre>
 */
public final class ScanFile {

  private ScanFile() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1) {
      System.err.println("usage: ScanFile RULES [INPUT]");
      return;
    }
    String rules = arguments[0];
    Database database = Database.compile(Path.of(rules));
    // A rule that cannot be taken does not stop the others.
    database.refused().forEach(rule -> System.err.println(rule.display(rules)));
    Scanner scanner = database.newScanner();
    if (arguments.length > 1) {
      scanner.scan(Path.of(arguments[1]), ScanFile::print);
    } else {
      scanner.scan(System.in, ScanFile::print);
    }
  }

  private static boolean print(int rule, long start, long end, long tag) {
    System.out.println("rule " + rule + " matches up to byte " + end);
    return true; // Go on.
  }
}
