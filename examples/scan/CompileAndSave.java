import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.UnusableDatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Compiles rules once and keeps them in a file; shows how far it is, and gives up after some
 * seconds.
 *
 * <pre>
 * java -cp fsmrun-cli/target/fsmrun.jar examples/scan/CompileAndSave.java RULES DATABASE SECONDS
 * </pre>
 */
public final class CompileAndSave {

  private CompileAndSave() {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    if (arguments.length < 3) {
      System.err.println("usage: CompileAndSave RULES DATABASE SECONDS");
      return;
    }
    Path file = Path.of(arguments[1]);
    try {
      Database database = database(Path.of(arguments[0]), file, Long.parseLong(arguments[2]));
      System.out.println(database.ruleCount() + " rules, " + Files.size(file) + " bytes");
    } catch (TimeoutException e) {
      System.out.println("cancelled");
    }
  }

  private static Database database(Path rules, Path file, long seconds)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    if (Files.exists(file)) {
      try {
        Database database = Database.load(file);
        System.out.println("loaded");
        return database;
      } catch (UnusableDatabaseException e) {
        System.out.println("compiling again: " + e.getMessage()); // Damaged, or of another version.
      }
    }
    Database database = compile(RulesFile.read(rules), seconds);
    database.save(file);
    return database;
  }

  private static Database compile(Rules rules, long seconds)
      throws InterruptedException, ExecutionException, TimeoutException {
    AtomicInteger most = new AtomicInteger();
    // Called by several threads, so numbers may come out of order.
    CompileListener listener =
        (done, total) -> {
          if (done > most.getAndAccumulate(done, Math::max)) {
            System.err.print("\r" + done + " of " + total + (done == total ? "\n" : ""));
          }
        };
    try (ExecutorService worker = Executors.newSingleThreadExecutor()) {
      Future<Database> compiling =
          worker.submit(() -> Database.compile(rules, CompileOptions.defaults(), listener));
      try {
        return compiling.get(seconds, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        compiling.cancel(true); // An interrupt is noticed soon; nothing is left behind.
        throw e;
      }
    }
  }
}
