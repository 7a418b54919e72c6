package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.transform.FanLimits;
import io.fsmrun.ap.transform.Optimizer;
import io.fsmrun.ap.transform.ReportIdentity;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns rules and networks into networks of another format, smaller or otherwise coded. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Writes rules, ANML or MNRL as ANML, MNRL or DOT, with the same reports, and says what each step saved.",
      "IN is never overwritten; OUT is written whole or not at all."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun convert my.rules my.anml --form dfa",
      "  fsmrun convert big.anml small.mnrl --optimize all --fan-in 16",
      "  fsmrun convert dna.anml dna2.anml --stride2 --encode dna.txt dna2.bin"
    })
final class ConvertCommand implements Callable<Integer> {

  private static final int LISTED_RULES = 10;

  private final PrintStream err;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "A rules file, or a network: .anml or .mnrl.")
  private String in;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "The file to write: .anml, .mnrl or .dot.")
  private Path out;

  @Mixin private NetworkSource source;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "What to write: anml, mnrl or dot (default: by the name of OUT).")
  private FileFormat to;

  @Option(
      names = "--optimize",
      paramLabel = "STEP",
      split = ",",
      description =
          "Steps that shrink, repeated while they do: dead, what can never report; prefix and suffix, merging what is equal"
              + " up to there or from there on; all.")
  private List<Shrinking> optimize = new ArrayList<>();

  @Option(
      names = "--keep-ids",
      description =
          "Merging leaves every element that reports, and its id, alone; else those of one report code may merge.")
  private boolean keepIds;

  @Option(
      names = "--fan-in",
      paramLabel = "N",
      description = "Splits STEs with more than N edges into them, N at least 2.")
  private Integer fanIn;

  @Option(
      names = "--fan-out",
      paramLabel = "N",
      description = "Splits elements with more than N edges out of them, N at least 2.")
  private Integer fanOut;

  @Option(
      names = "--widen",
      description = "Makes a network for 16-bit text: each symbol and a zero byte.")
  private boolean widen;

  @Option(
      names = "--padding",
      paramLabel = "WHERE",
      description = "With --widen: the zero byte comes before or after the symbol (default after).")
  private Coding.Padding padding;

  @Option(
      names = "--stride2",
      description =
          "Makes a network that takes two bytes a symbol, and half as many; for STEs alone, of at most 15 symbol classes.")
  private boolean stride2;

  @Option(
      names = "--encode",
      arity = "2",
      paramLabel = "FILE",
      description =
          "With --widen or --stride2: also codes an input for the new network. First the input, or -, then the file to write.")
  private List<String> encode;

  /** The steps that shrink, by the names that users type. */
  enum Shrinking {
    DEAD(Optimizer.Step.DEAD),
    PREFIX(Optimizer.Step.PREFIX),
    SUFFIX(Optimizer.Step.SUFFIX),
    ALL(null);

    private final Optimizer.Step step;

    Shrinking(Optimizer.Step step) {
      this.step = step;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ConvertCommand(PrintStream err) {
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    Conversion.Choice choice = choice();
    Path file = Input.readable(in, "a network or rules");
    OutputFile target = target(out.toString(), file);
    FileFormat format = format();
    Input plain = encode == null ? null : Input.of(encode.getFirst());
    OutputFile coded =
        encode == null ? null : target(encode.getLast(), Input.path(encode.getFirst()));
    if (coded != null && (coded.isSameAs(file) || sameTarget(coded))) {
      throw new UserErrorException(coded + ": is IN or OUT; give --encode another file to write");
    }
    LoadedNetwork loaded;
    try {
      loaded = source.load(file, err);
    } catch (RuleNetworkMaker.StrictException e) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    Conversion conversion = new Conversion(in, choice);
    Coding result = conversion.of(loaded.network());
    NetworkFiles.write(result.network(), target, format);
    if (coded != null) {
      encode(result, plain, coded);
    }
    if (!source.isQuiet()) {
      tell(loaded, conversion, result.network());
    }
    return Main.DONE;
  }

  private boolean sameTarget(OutputFile coded) {
    return coded.toString().equals(out.toString()) || coded.isSameAs(out);
  }

  private Conversion.Choice choice() throws UserErrorException {
    if (widen && stride2) {
      throw new UserErrorException(
          "--widen and --stride2 exclude each other; do one, then the other");
    }
    if (encode != null && !widen && !stride2) {
      throw new UserErrorException("--encode needs --widen or --stride2");
    }
    if (encode != null && encode.size() != 2) {
      throw new UserErrorException("--encode can be given once only");
    }
    if (!widen) {
      Checks.absent(padding, "--padding", "needs --widen");
    }
    int into = Checks.orElse(fanIn, FanLimits.NO_LIMIT);
    int outOf = Checks.orElse(fanOut, FanLimits.NO_LIMIT);
    Checks.within("--fan-in", into, 2, FanLimits.NO_LIMIT);
    Checks.within("--fan-out", outOf, 2, FanLimits.NO_LIMIT);
    List<Optimizer.Step> steps =
        optimize.contains(Shrinking.ALL)
            ? Optimizer.Options.ALL.steps()
            : optimize.stream().map(shrinking -> shrinking.step).distinct().toList();
    Conversion.Recoding recoding =
        widen
            ? Conversion.Recoding.WIDEN
            : stride2 ? Conversion.Recoding.STRIDE2 : Conversion.Recoding.NONE;
    return new Conversion.Choice(
        steps,
        keepIds ? ReportIdentity.ELEMENT : ReportIdentity.NAME,
        into,
        outOf,
        recoding,
        Checks.orElse(padding, Coding.Padding.AFTER));
  }

  private static OutputFile target(String name, Path read) throws UserErrorException {
    OutputFile target = OutputFile.at(Input.path(name));
    if (target.isSameAs(read)) {
      throw new UserErrorException(name + ": would overwrite what is read; give another file");
    }
    return target;
  }

  private FileFormat format() throws UserErrorException {
    FileFormat format = Checks.orElse(to, FileFormat.ofName(out).orElse(null));
    if (format == null || format == FileFormat.RULES) {
      throw new UserErrorException(
          out
              + ": cannot be written; name it .anml, .mnrl or .dot, or give --to anml, mnrl or dot");
    }
    return format;
  }

  private void encode(Coding coding, Input plain, OutputFile coded)
      throws UserErrorException, InterruptedException {
    coded.write(
        target -> {
          try (InputStream bytes = plain.open();
              Progress.Phase phase = source.progress().start("Coding", "bytes", plain.length())) {
            coding.encode(bytes, target, phase);
          }
        });
  }

  private void tell(LoadedNetwork loaded, Conversion conversion, AutomataNetwork written) {
    err.printf(
        Locale.ROOT,
        "%-12s %,d elements, %,d edges%n",
        "read",
        loaded.network().size(),
        loaded.network().edgeCount());
    conversion.steps().forEach(err::println);
    err.printf(
        Locale.ROOT,
        "%-12s %,d elements, %,d edges%n",
        "written",
        written.size(),
        written.edgeCount());
    if (loaded.rules() != null && !loaded.rules().matchEmptyInput().isEmpty()) {
      List<Integer> rules = loaded.rules().matchEmptyInput();
      err.printf(
          Locale.ROOT,
          "%s: matches before the first symbol cannot be said by a network; %,d rules have them: %s%s%n",
          in,
          rules.size(),
          String.join(", ", rules.stream().limit(LISTED_RULES).map(String::valueOf).toList()),
          rules.size() > LISTED_RULES ? ", ..." : "");
    }
  }
}
