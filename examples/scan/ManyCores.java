import io.fsmrun.scan.Database;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One input on several threads, with the matches of one thread in the same order.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/ManyCores.java RULES INPUT [THREADS]
 * </pre>
 */
public final class ManyCores {

  private ManyCores() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: ManyCores RULES INPUT [THREADS]");
      return;
    }
    int threads =
        arguments.length > 2
            ? Integer.parseInt(arguments[2])
            : Runtime.getRuntime().availableProcessors();
    Database database = Database.compile(Path.of(arguments[0]));
    // Keep it and use it again: its threads wait, and its caches stay filled.
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(threads))) {
      scanner.scan(
          Path.of(arguments[1]),
          (rule, start, end, tag) -> {
            System.out.println("rule " + rule + " matches up to byte " + end);
            return true;
          });
      System.out.println(scanner.statistics().segments() + " segments beside the first piece");
    }
  }
}
