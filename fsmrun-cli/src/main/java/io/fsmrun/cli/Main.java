package io.fsmrun.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;

/** The entry of the {@code fsmrun} command. */
public final class Main {

  /** Exit status: done. */
  static final int DONE = 0;

  /** Exit status: rules were refused, and {@code --strict} was given. */
  static final int REFUSED = 1;

  /** Exit status: wrong usage or unusable input. */
  static final int UNUSABLE = 2;

  /** Exit status: a defect of this program. */
  static final int DEFECT = 3;

  private Main() {}

  /**
   * Runs the command and exits with its status.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    System.exit(execute(System.out, System.err, arguments));
  }

  /**
   * Runs the command.
   *
   * @param out takes reports, help and nothing else
   * @param err takes messages, the summary and progress
   * @param arguments the command line
   * @return the exit status: 0 done, 1 refused rules under {@code --strict}, 2 wrong usage or
   *     unusable input, 3 a defect
   */
  static int execute(PrintStream out, PrintStream err, String... arguments) {
    CommandLine command = new CommandLine(new RunCommand(out, err));
    command.addSubcommand("generate-completion", new GenerateCompletion());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    command.setParameterExceptionHandler(
        (e, args) -> {
          err.println("fsmrun: " + firstLine(e.getMessage()) + " (see fsmrun --help)");
          return UNUSABLE;
        });
    command.setExecutionExceptionHandler((e, c, parsed) -> report(e, err));
    try {
      return command.execute(arguments);
    } catch (OutOfMemoryError e) {
      err.println(
          "fsmrun: out of memory; give Java more, for example FSMRUN_JAVA_OPTIONS=-Xmx8g, or lower --dfa-states");
      return UNUSABLE;
    }
  }

  private static int report(Exception e, PrintStream err) {
    if (e instanceof UserErrorException) {
      err.println("fsmrun: " + firstLine(e.getMessage()));
      return UNUSABLE;
    }
    if (e instanceof InterruptedException) {
      err.println("fsmrun: interrupted");
      return UNUSABLE;
    }
    err.println("fsmrun: this is a defect of fsmrun, please report it:");
    e.printStackTrace(err);
    return DEFECT;
  }

  private static String firstLine(String message) {
    return Arrays.stream(String.valueOf(message).split("\\R", 2)).findFirst().orElse("");
  }
}
