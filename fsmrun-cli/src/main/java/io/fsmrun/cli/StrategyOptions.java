package io.fsmrun.cli;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.scan.Splitters;
import io.fsmrun.scan.UnusableSplitterException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** What is said of the strategy: where input is cut, and which flows segments carry. */
final class StrategyOptions {

  /** Every segment of every rule costs memory, whatever its length. */
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Each has a thread and a session. */
  private static final int MOST_SEGMENTS_OF_A_NETWORK = 64;

  private static final int SEGMENTS = 16;

  /** A turn of the usual quantum: then most flows have met, and those that have not go on. */
  private static final int JOIN_AFTER = 16;

  private static final double CUTOFF = 1.0;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "Strategy: sequential, one pass; enumerative, a flow for every state; lbe, look-back enumeration; pap, as the"
              + " Parallel Automata Processor; cse, convergence-set enumeration (default cse; sequential for networks,"
              + " which have no other yet).")
  private Mode mode;

  @Option(
      names = "--segments",
      paramLabel = "N",
      converter = AutoNumber.class,
      description =
          "Segments that each piece, or each 16 MiB of the input, is cut into (default 16, with --backend gpu or auto: auto); auto: as many"
              + " copies of the rules as a rank of 16 half-cores holds, or, on cpu, as there are threads, or, on gpu, as it"
              + " has room for; with --split, pieces too"
              + " short to cut are then dealt out whole. For networks: segments run side by side, each by a thread of"
              + " its own, from a guessed start that is put right (default 1; at most 64).")
  private Integer segments;

  @Option(
      names = "--split",
      paramLabel = "BYTE|REGEX",
      description =
          "Cuts the input into independent pieces after each such byte, or each match of the regex: sentences, packets."
              + " Each is scanned as an input of its own; reports give offsets in the whole input.")
  private String split;

  @Option(
      names = "--lookback",
      paramLabel = "L",
      converter = AutoNumber.class,
      description =
          "For lbe: symbols to look back before each segment; auto: found on random strings (default auto).")
  private Integer lookBack;

  @Option(
      names = "--predict",
      paramLabel = "K",
      description =
          "For lbe on cpu: carry only the K likeliest start states of each rule; a start that was not among them is"
              + " executed again (default: all that survive the look-back).")
  private Integer predicted;

  @Option(
      names = "--cutoff",
      paramLabel = "SHARE",
      description =
          "For cse: share of random strings under which the convergence sets converge, above 0, at most 1 (default 1).")
  private Double cutoff;

  @Option(
      names = "--partitions",
      paramLabel = "FILE",
      description =
          "For cse: takes the convergence sets from a file of fsmrun profile, made for the same rules (default: they are"
              + " found anew).")
  private String partitions;

  @Option(
      names = "--join-after",
      paramLabel = "SYMBOLS",
      description =
          "For cse: symbols of a segment after which all flows go on in one, and are told apart later (default 16).")
  private Integer joinAfter;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      split = ",",
      description =
          "Switches optimisations off: convergence, deactivation; for pap also range-guided-cut, connected-components,"
              + " active-state-group, common-parent; for cse also join. Reports stay the same.")
  private List<Optimisation> without = List.of();

  @Option(
      names = "--reexecution",
      paramLabel = "LEVEL",
      description =
          "What is executed again when the end of the input stays unknown: basic, all segments but the first;"
              + " last-concrete, those after the last known place; opportunistic, as few as possible (default"
              + " opportunistic).")
  private Reexecution reexecution;

  /** Whether the input is scanned in one pass because the user wants it so. */
  boolean isSequential() {
    return mode == Mode.SEQUENTIAL;
  }

  /** The strategy for rules. */
  StrategyChoice choose(BackendName backend) throws UserErrorException {
    Mode chosen = Checks.orElse(mode, Mode.CSE);
    if (isSequential()) {
      Checks.absent(
          reexecution,
          "--reexecution",
          "does not go with --mode sequential, which guesses nothing");
    }
    refuseOthers(chosen, backend);
    Set<Optimisation> on = Optimisation.of(chosen);
    for (Optimisation optimisation : without) {
      if (!Optimisation.of(chosen).contains(optimisation)) {
        throw new UserErrorException(
            "--without "
                + optimisation
                + ": --mode "
                + chosen
                + " has no such optimisation to switch off");
      }
      on.remove(optimisation);
    }
    boolean forGpu = backend == BackendName.GPU || backend == BackendName.AUTO;
    int usual = forGpu ? StrategyChoice.AUTO : SEGMENTS;
    int cuts = Checks.orElse(segments, usual);
    if (cuts != StrategyChoice.AUTO) {
      Checks.within("--segments", cuts, 1, MOST_SEGMENTS);
    }
    double share = Checks.orElse(cutoff, CUTOFF);
    if (!(share > 0 && share <= 1)) {
      throw new UserErrorException("--cutoff " + share + " is not above 0 and at most 1");
    }
    int join = Checks.orElse(joinAfter, JOIN_AFTER);
    Checks.within("--join-after", join, 1, Integer.MAX_VALUE - 1);
    int states = Checks.orElse(predicted, StrategyChoice.AUTO);
    if (predicted != null) {
      Checks.within("--predict", states, 1, Dfa.MAX_STATES);
    }
    return new StrategyChoice(
        chosen,
        cuts,
        Checks.orElse(reexecution, Reexecution.OPPORTUNISTIC).level(),
        on,
        Checks.orElse(lookBack, StrategyChoice.AUTO),
        states,
        join,
        share,
        partitions == null ? null : Input.readable(partitions, "a partition file"),
        split == null ? null : splitter());
  }

  private void refuseOthers(Mode chosen, BackendName backend) throws UserErrorException {
    if (chosen != Mode.LBE) {
      Checks.absent(lookBack, "--lookback", "is for --mode lbe");
      Checks.absent(predicted, "--predict", "is for --mode lbe");
    } else if (backend == BackendName.AP) {
      Checks.absent(
          predicted, "--predict", "is for --backend cpu: the chip cannot follow likelihoods");
    }
    if (chosen != Mode.CSE) {
      Checks.absent(cutoff, "--cutoff", "is for --mode cse");
      Checks.absent(joinAfter, "--join-after", "is for --mode cse");
      Checks.absent(partitions, "--partitions", "is for --mode cse");
    } else if (partitions != null) {
      Checks.absent(
          cutoff, "--cutoff", "does not go with --partitions, which were chosen when profiled");
    }
  }

  private Supplier<InputSplitter> splitter() throws UserErrorException {
    try {
      return Splitters.of(split);
    } catch (UnusableSplitterException e) {
      throw new UserErrorException("--split: " + e.getMessage());
    }
  }

  /** Segments of a network, which has no strategy. */
  int segmentsOfANetwork() throws UserErrorException {
    String noStrategy = "is for rules; a network has no strategy";
    Checks.absent(reexecution, "--reexecution", noStrategy);
    Checks.absent(split, "--split", noStrategy);
    Checks.absent(lookBack, "--lookback", noStrategy);
    Checks.absent(predicted, "--predict", noStrategy);
    Checks.absent(cutoff, "--cutoff", noStrategy);
    Checks.absent(joinAfter, "--join-after", noStrategy);
    Checks.absent(partitions, "--partitions", noStrategy);
    Checks.absent(without.isEmpty() ? null : without, "--without", noStrategy);
    int cuts = Checks.orElse(segments, 1);
    Checks.within("--segments", cuts, 1, MOST_SEGMENTS_OF_A_NETWORK);
    if (mode != null && mode != Mode.SEQUENTIAL) {
      throw new UserErrorException(
          "--mode " + mode + " is not yet available for networks; use sequential");
    }
    return cuts;
  }
}
