package io.fsmrun.cli;

import picocli.CommandLine.Option;

/** What is said of the strategy: where input is cut, and which flows segments carry. */
final class StrategyOptions {

  /** Every segment of every rule costs memory, whatever its length. */
  private static final int MOST_SEGMENTS = 1 << 16;

  /** Each has a thread and a session. */
  private static final int MOST_SEGMENTS_OF_A_NETWORK = 64;

  private static final int SEGMENTS = 16;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "Strategy: sequential, one pass; cse, convergence-set enumeration (default cse; sequential for networks, which"
              + " have no other yet). Not there yet: enumerative, lbe, pap.")
  private Mode mode;

  @Option(
      names = "--segments",
      paramLabel = "N",
      description =
          "Segments that each 16 MiB of the input are cut into (default 16). For networks: segments run side by side, each"
              + " by a thread of its own, from a guessed start that is put right (default 1; at most 64).")
  private Integer segments;

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
  StrategyChoice choose() throws UserErrorException {
    if (mode != null && !mode.isAvailable()) {
      throw new UserErrorException(
          "--mode " + mode + " is not yet available; use sequential or cse");
    }
    if (isSequential()) {
      Checks.absent(
          reexecution,
          "--reexecution",
          "does not go with --mode sequential, which guesses nothing");
    }
    int cuts = Checks.orElse(segments, SEGMENTS);
    Checks.within("--segments", cuts, 1, MOST_SEGMENTS);
    return new StrategyChoice(
        Checks.orElse(mode, Mode.CSE),
        cuts,
        Checks.orElse(reexecution, Reexecution.OPPORTUNISTIC).level());
  }

  /** Segments of a network, which has no strategy. */
  int segmentsOfANetwork() throws UserErrorException {
    Checks.absent(reexecution, "--reexecution", "is for rules; a network has no strategy");
    int cuts = Checks.orElse(segments, 1);
    Checks.within("--segments", cuts, 1, MOST_SEGMENTS_OF_A_NETWORK);
    if (mode != null && mode != Mode.SEQUENTIAL) {
      throw new UserErrorException(
          "--mode " + mode + " is not yet available for networks; use sequential");
    }
    return cuts;
  }
}
