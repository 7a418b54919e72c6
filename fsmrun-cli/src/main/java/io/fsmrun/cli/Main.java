package io.fsmrun.cli;

import io.fsmrun.suite.Guidance;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

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

  private static final long MILLIS_TO_STOP = 2000;

  private static final String COMPLETION = "generate-completion";

  /** Names of commands, in the order of the help. */
  private static final List<String> COMMANDS =
      List.of(
          "bench",
          "compile",
          "convert",
          "inspect",
          "profile",
          "reproduce",
          "scan",
          "suite",
          "trace");

  private Main() {}

  /**
   * Runs the command and exits with its status.
   *
   * @param arguments the command line
   * @throws InterruptedException never: nobody interrupts the main thread
   */
  public static void main(String[] arguments) throws InterruptedException {
    AtomicInteger status = new AtomicInteger(DEFECT);
    Thread run =
        Thread.ofPlatform()
            .name("fsmrun")
            .start(() -> status.set(execute(System.out, System.err, arguments)));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(run), "fsmrun-stop"));
    run.join();
    System.exit(status.get());
  }

  /**
   * What Ctrl-C does: interrupts the run and gives it a moment to end, so that no file is left
   * half-written and no progress bar open. Reading standard input cannot be interrupted, so it may
   * not end by itself.
   */
  private static void stop(Thread run) {
    run.interrupt();
    try {
      run.join(MILLIS_TO_STOP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    String first = arguments.length == 0 ? "" : arguments[0];
    for (String name : COMMANDS) {
      // Of a command that is named first no others are asked: to read their options takes time.
      if (first.equals(name) || !COMMANDS.contains(first)) {
        command.addSubcommand(name, command(name, out, err));
      }
    }
    if (!COMMANDS.contains(first)) {
      command.addSubcommand(COMPLETION, new GenerateCompletion());
    }
    command.registerConverter(Mode.class, text -> choice(Mode.values(), text));
    command.registerConverter(AgainstName.class, text -> choice(AgainstName.values(), text));
    command.registerConverter(BackendName.class, text -> choice(BackendName.values(), text));
    command.registerConverter(Reexecution.class, text -> choice(Reexecution.values(), text));
    command.registerConverter(ReportMode.class, text -> choice(ReportMode.values(), text));
    command.registerConverter(Form.class, text -> choice(Form.values(), text));
    command.registerConverter(Guidance.class, text -> choice(Guidance.values(), text));
    command.registerConverter(DeviceName.class, text -> choice(DeviceName.values(), text));
    command.registerConverter(
        ProfileCommand.Folding.class, text -> choice(ProfileCommand.Folding.values(), text));
    command.registerConverter(FileFormat.class, text -> choice(FileFormat.values(), text));
    command.registerConverter(Coding.Padding.class, text -> choice(Coding.Padding.values(), text));
    command.registerConverter(
        ConvertCommand.Shrinking.class, text -> choice(ConvertCommand.Shrinking.values(), text));
    command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    command.setParameterExceptionHandler(
        (e, args) -> {
          err.println("fsmrun: " + firstLine(e.getMessage()) + hint(e));
          return UNUSABLE;
        });
    command.setExecutionStrategy(Main::run);
    command.setExecutionExceptionHandler((e, c, parsed) -> report(e, err));
    try {
      return command.execute(arguments);
    } catch (OutOfMemoryError e) {
      err.println(
          "fsmrun: out of memory (Java has "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB); give it more, for example FSMRUN_JAVA_OPTIONS=-Xmx8g, or lower --dfa-states");
      return UNUSABLE;
    }
  }

  private static Object command(String name, PrintStream out, PrintStream err) {
    return switch (name) {
      case "bench" -> new BenchCommand(out, err);
      case "compile" -> new CompileCommand(out, err);
      case "convert" -> new ConvertCommand(err);
      case "inspect" -> new InspectCommand(out, err);
      case "profile" -> new ProfileCommand(out, err);
      case "reproduce" -> new ReproduceCommand(err);
      case "scan" -> new ScanCommand(out, err);
      case "suite" -> new SuiteCommand(out);
      case "trace" -> new TraceCommand(out, err);
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }

  /** Options before a command are those of running, which a command would leave unheard. */
  private static int run(ParseResult parsed) {
    if (parsed.hasSubcommand() && !parsed.matchedOptions().isEmpty()) {
      String command = parsed.subcommand().commandSpec().name();
      String option = parsed.matchedOptions().getFirst().longestName();
      throw new ParameterException(
          parsed.commandSpec().commandLine(),
          option + " stands before " + command + "; options of a command come after its name");
    }
    return new RunLast().execute(parsed);
  }

  /** An enum's value by the name that users type, in any case. */
  private static <E extends Enum<E>> E choice(E[] values, String text) {
    for (E value : values) {
      if (value.toString().equalsIgnoreCase(text)) {
        return value;
      }
    }
    String names = Arrays.stream(values).map(Enum::toString).collect(Collectors.joining(", "));
    throw new TypeConversionException("'" + text + "' is none of " + names);
  }

  private static String hint(ParameterException e) {
    CommandLine command = e.getCommandLine();
    if (e instanceof UnmatchedArgumentException unmatched) {
      String typed = unmatched.getUnmatched().getFirst();
      Collection<String> known =
          unmatched.isUnknownOption()
              ? command.getCommandSpec().optionsMap().keySet()
              : command.getSubcommands().keySet();
      Optional<String> meant = Suggestions.nearest(typed, known);
      if (meant.isPresent()) {
        return "; did you mean " + meant.get() + "?";
      }
    }
    return " (see " + command.getCommandSpec().qualifiedName() + " --help)";
  }

  private static int report(Exception e, PrintStream err) {
    if (e instanceof UserErrorException) {
      err.println("fsmrun: " + firstLine(e.getMessage()));
      return UNUSABLE;
    }
    if (e instanceof LineWriter.OutputClosedException) {
      return UNUSABLE; // As of "| head": the reader has seen enough and knows it.
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
