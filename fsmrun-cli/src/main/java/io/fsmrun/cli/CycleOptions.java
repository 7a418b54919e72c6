package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.enumerative.RunOptions;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What is said of cycles on the Automata Processor. */
final class CycleOptions {

  private static final int QUANTUM = 16;

  @Option(
      names = "--quantum",
      paramLabel = "Q",
      description =
          "Symbols that a flow consumes on ap before the next one's turn (default "
              + QUANTUM
              + ").")
  private Integer quantum;

  @Option(
      names = "--check-interval",
      paramLabel = "K",
      description =
          "Symbols from one check of the flows on ap to the next, a multiple of the quantum (default: the quantum).")
  private Integer checkInterval;

  @Option(
      names = "--trace-cycles",
      paramLabel = "FILE",
      description =
          "Writes what costs cycles on ap, event by event, up to 100,000 of them; whole or not at all.")
  private Path traceFile;

  Path traceFile() {
    return traceFile;
  }

  /** The costs of flows. */
  CycleModel model() throws UserErrorException {
    int turn = Checks.orElse(quantum, QUANTUM);
    int interval = Checks.orElse(checkInterval, turn);
    Checks.within("--quantum", turn, 1, RunOptions.MAX_WINDOW_BYTES);
    Checks.within("--check-interval", interval, 1, RunOptions.MAX_WINDOW_BYTES);
    if (interval % turn != 0) {
      throw new UserErrorException(
          "--check-interval " + interval + " is not a multiple of --quantum " + turn);
    }
    return CycleModel.published().withTurns(turn, interval);
  }

  /** Refuses what was given of turns, for runs in which flows take none. */
  void refuseTurns(String because) throws UserErrorException {
    Checks.absent(quantum, "--quantum", because);
    Checks.absent(checkInterval, "--check-interval", because);
  }

  /** Refuses all that was given. */
  void refuse(String because) throws UserErrorException {
    refuseTurns(because);
    Checks.absent(traceFile, "--trace-cycles", because);
  }
}
