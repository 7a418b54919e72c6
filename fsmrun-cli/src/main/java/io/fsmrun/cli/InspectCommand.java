package io.fsmrun.cli;

import io.fsmrun.ap.chip.ComponentTooLargeException;
import io.fsmrun.ap.chip.Placement;
import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.ap.dot.DotWriter;
import io.fsmrun.ap.network.NetworkStatistics;
import io.fsmrun.ap.profile.HeatMap;
import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a network is made of, how it fits on the chip, and what it does on an input. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Says what a network is made of and how it fits on the Automata Processor: states, edges, components, symbol sets,"
          + " half-cores.",
      "With --input, also what its elements do on that input, and the cycles, events and energy this costs.",
      "With --plan, how the library scans rules: which engine each goes to, and why; with --backend gpu, how a GPU and the"
          + " CPU share them."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun inspect my.anml",
      "  fsmrun inspect my.anml --input traffic.bin --dot heat.dot --json figures.json",
      "  fsmrun inspect snort.rules --from rules --form dfa --allocation thesis:Snort",
      "  fsmrun inspect --plan my.rules",
      "  fsmrun inspect --plan --backend gpu --input traffic.bin my.rules"
    })
final class InspectCommand implements Callable<Integer> {

  private static final String THESIS = "thesis:";

  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A network, .anml or .mnrl, or rules.")
  private String file;

  @Mixin private NetworkSource source;

  @Option(
      names = "--plan",
      description =
          "Says of each rule instead which engine of the library scans it, why, and the cost that was expected.")
  private boolean plan;

  @Mixin private EngineOptions engines;

  @Mixin private GpuOptions where;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "Profiles a run over this input; - is standard input. With --plan and --backend gpu: plans for this file.")
  private String input;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      defaultValue = "d480",
      description =
          "d480, Micron's chip, where a component must fit into a half-core; or hypothetical, where larger ones are cut and"
              + " every figure says so (default ${DEFAULT-VALUE}).")
  private DeviceName device;

  @Option(
      names = "--allocation",
      paramLabel = "NAME",
      description =
          "Charges the half-cores that a table gives instead of those of the placement: thesis:NAME, of a benchmark of the"
              + " thesis, such as thesis:Snort.")
  private String allocation;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all figures as JSON, whole or not at all.")
  private Path json;

  @Option(
      names = "--dot",
      paramLabel = "FILE",
      description = "Draws the network for Graphviz; with --input, coloured by activity.")
  private Path dot;

  @Option(
      names = "--plots",
      paramLabel = "DIR",
      description =
          "With --input: plots of the active set over time and of how often elements were active and enabled, as PNG and SVG.")
  private Path plots;

  InspectCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    if (plan) {
      return inspectPlan();
    }
    engines.refuse("needs --plan");
    if (where.request(false).name() != BackendName.CPU) {
      throw new UserErrorException("--backend needs --plan");
    }
    where.plan();
    ThesisAllocation thesis = thesis();
    if (input == null) {
      Checks.absent(plots, "--plots", "needs --input");
    }
    Path network = Input.readable(file, "a network or rules");
    Input bytes = input == null ? null : Input.of(input);
    JsonFile figures = JsonFile.at(json);
    OutputFile drawing = OutputFile.atOrNull(dot);
    Plots pictures = plots == null ? null : Plots.in(plots);
    LoadedNetwork loaded;
    try {
      loaded = source.load(network, err);
    } catch (RuleNetworkMaker.StrictException e) {
      err.println("fsmrun: stopped because of --strict");
      return Main.REFUSED;
    }
    Placement placement = place(loaded);
    int halfCores = thesis == null ? placement.halfCores() : thesis.halfCoresPerSegment();
    Activity activity =
        bytes == null ? null : Activity.of(placement, halfCores, bytes, source.progress());
    Inspection inspection =
        new Inspection(loaded, NetworkStatistics.of(loaded.network()), placement, thesis, activity);
    if (drawing != null) {
      drawing.write(target -> DotWriter.write(loaded.network(), target, styles(activity)));
    }
    if (pictures != null) {
      pictures.write(activity.profile(), String.valueOf(network.getFileName()));
    }
    figures.write(mapper -> InspectionJson.of(inspection, mapper));
    if (!source.isQuiet()) {
      new InspectionText(inspection, out).print();
      out.flush();
    }
    return Main.DONE;
  }

  private int inspectPlan() throws UserErrorException, InterruptedException {
    String noNetwork = "is for networks, not for --plan";
    if (where.request(false).name() == BackendName.CPU) {
      Checks.absent(input, "--input", noNetwork + " on the CPU, which has --sample");
    }
    Checks.absent(allocation, "--allocation", noNetwork);
    Checks.absent(dot, "--dot", noNetwork);
    Checks.absent(plots, "--plots", noNetwork);
    CompileOptions options = engines.compileOptions(Runtime.getRuntime().availableProcessors());
    Path rules = Input.readable(file, "rules");
    JsonFile figures = JsonFile.at(json);
    Rules planned = source.planned(rules);
    if (where.request(false).name() != BackendName.CPU) {
      return inspectGpuPlan(planned, options, figures);
    }
    PlanInspection inspection = source.plan(planned, options, err);
    if (inspection == null) {
      return Main.REFUSED;
    }
    figures.write(inspection::json);
    if (!source.isQuiet()) {
      inspection.print(out);
      out.flush();
    }
    return Main.DONE;
  }

  /** Where rules would go if the input were scanned with a GPU. */
  private int inspectGpuPlan(Rules rules, CompileOptions options, JsonFile figures)
      throws UserErrorException, InterruptedException {
    GpuPlanInspection inspection =
        GpuPlanInspection.of(
            GpuRules.of(rules),
            new GpuScan.Settings(options, where.plan()),
            input == null ? null : Input.readable(input, "an input"),
            where.request(false).gpu());
    figures.write(inspection::json);
    if (!source.isQuiet()) {
      inspection.print(out);
      out.flush();
    }
    return Main.DONE;
  }

  private ThesisAllocation thesis() throws UserErrorException {
    if (allocation == null) {
      return null;
    }
    if (!allocation.startsWith(THESIS)) {
      throw new UserErrorException(
          "--allocation " + allocation + ": there are those of the thesis; give thesis:NAME");
    }
    try {
      return ThesisAllocation.named(allocation.substring(THESIS.length()));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--allocation " + allocation + ": " + e.getMessage());
    }
  }

  private Placement place(LoadedNetwork loaded) throws UserErrorException {
    try {
      return Placement.of(loaded.network(), device.model());
    } catch (ComponentTooLargeException e) {
      String advice = device == DeviceName.D480 ? "; --device hypothetical would cut it" : "";
      throw new UserErrorException(loaded.name() + ": " + e.getMessage() + advice);
    }
  }

  private static IntFunction<DotWriter.Style> styles(Activity activity) {
    if (activity == null) {
      return element -> DotWriter.Style.PLAIN;
    }
    HeatMap heat = new HeatMap(activity.profile());
    return element ->
        new DotWriter.Style(
            heat.colour(element),
            String.format(
                Locale.ROOT, "active %,d times", activity.profile().activations(element)));
  }
}
