package io.fsmrun.bench.reproduce;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.strategy.PapOptions;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.profile.MergeStrategy;
import java.util.Locale;

/**
 * All that has to be known to do a run again, but the rules and the input themselves.
 *
 * @param benchmark its name
 * @param input what of the benchmark's input is scanned
 * @param mode the strategy
 * @param segments segments of a piece
 * @param checks the dynamic optimisations that are on
 * @param quantum symbols that a flow consumes before the next one's turn, and between two checks
 * @param reexecution which segments are executed again when the end of a chain is unknown
 */
public record RunSpec(
    String benchmark,
    Part input,
    Mode mode,
    int segments,
    FlowChecks checks,
    int quantum,
    ReexecutionLevel reexecution)
    implements Task {

  /** The usual quantum (ours; the thesis names none). */
  public static final int QUANTUM = 16;

  /** Symbols after which flows are joined, where they are. */
  public static final int JOIN_AFTER = 16;

  /** Strings that are profiled unless something else is asked (section 3.4.3). */
  public static final int STRINGS = 1000;

  /**
   * What of an input is scanned.
   *
   * @param bytes the first so many bytes, or all if there are fewer
   * @param pieces how it falls into pieces
   */
  public record Part(int bytes, Pieces pieces) {}

  /** How an input falls into independent pieces. */
  public enum Pieces {
    /** It is one piece. */
    ONE,
    /** Every piece is cut into segments. */
    CUT,
    /** Short pieces stay whole and are dealt out to the copies of the machine. */
    DEALT
  }

  /** A strategy with what it needs to know. */
  public sealed interface Mode {

    /** One pass. */
    record OnePass() implements Mode {}

    /**
     * Look-back enumeration.
     *
     * @param symbols looked back over
     */
    record LookBack(int symbols) implements Mode {}

    /**
     * The Parallel Automata Processor.
     *
     * @param on its static optimisations
     */
    record Pap(PapOptions on) implements Mode {}

    /**
     * Convergence-set enumeration.
     *
     * @param merge how partitions are merged
     * @param strings strings that are profiled
     * @param joinAfter symbols after which flows are joined; {@link Sharing#NEVER} as published
     */
    record ConvergenceSets(MergeStrategy merge, int strings, int joinAfter) implements Mode {}

    /**
     * The name of the strategy.
     *
     * @return as users type it
     */
    default String label() {
      return switch (this) {
        case OnePass m -> "sequential";
        case LookBack m -> "lbe";
        case Pap m -> "pap";
        case ConvergenceSets m -> m.joinAfter == Sharing.NEVER ? "cse" : "cse-joined";
      };
    }

    /**
     * The strategy in full.
     *
     * @return words that no other mode has
     */
    default String inWords() {
      return switch (this) {
        case OnePass m -> label();
        case LookBack m -> label() + ", look-back " + m.symbols;
        case Pap m -> label() + papInWords(m.on);
        case ConvergenceSets m ->
            "cse, merge "
                + m.merge
                + (m.merge.folding() == MergeStrategy.Folding.FIRST ? "" : " folded last")
                + ", "
                + m.strings
                + " strings, "
                + (m.joinAfter == Sharing.NEVER ? "no join" : "joined after " + m.joinAfter);
      };
    }

    private static String papInWords(PapOptions on) {
      return (on.rangeGuidedCut() ? "" : ", no range-guided cut")
          + (on.connectedComponents() ? "" : ", no connected components")
          + (on.activeStateGroup() ? "" : ", no active state group")
          + (on.commonParent() ? "" : ", no common parent");
    }
  }

  /**
   * A run in one pass, against which the reports of others are held.
   *
   * @param benchmark its name
   * @param input what is scanned
   * @return the run
   */
  public static RunSpec sequential(String benchmark, Part input) {
    return usual(benchmark, input, new Mode.OnePass(), 1);
  }

  /**
   * A run with all checks, the usual quantum and opportunistic re-execution.
   *
   * @param benchmark its name
   * @param input what is scanned
   * @param mode the strategy
   * @param segments segments of a piece
   * @return the run
   */
  public static RunSpec usual(String benchmark, Part input, Mode mode, int segments) {
    return new RunSpec(
        benchmark, input, mode, segments, FlowChecks.ALL, QUANTUM, ReexecutionLevel.OPPORTUNISTIC);
  }

  /**
   * The same with another strategy.
   *
   * @param other the strategy
   * @return a run
   */
  public RunSpec with(Mode other) {
    return new RunSpec(benchmark, input, other, segments, checks, quantum, reexecution);
  }

  /**
   * The same with other checks.
   *
   * @param other the checks that are on
   * @return a run
   */
  public RunSpec with(FlowChecks other) {
    return new RunSpec(benchmark, input, mode, segments, other, quantum, reexecution);
  }

  /**
   * The same with other re-execution.
   *
   * @param other the level
   * @return a run
   */
  public RunSpec with(ReexecutionLevel other) {
    return new RunSpec(benchmark, input, mode, segments, checks, quantum, other);
  }

  /**
   * The same with another quantum.
   *
   * @param symbols that a flow consumes before the next one's turn
   * @return a run
   */
  public RunSpec withQuantum(int symbols) {
    return new RunSpec(benchmark, input, mode, segments, checks, symbols, reexecution);
  }

  /**
   * The same with other segments.
   *
   * @param number of segments of a piece
   * @return a run
   */
  public RunSpec withSegments(int number) {
    return new RunSpec(benchmark, input, mode, number, checks, quantum, reexecution);
  }

  /**
   * The sequential run over the same input.
   *
   * @return the run whose reports this one must give
   */
  public RunSpec reference() {
    return sequential(benchmark, input);
  }

  /**
   * Whether this is a sequential run.
   *
   * @return true if it is its own reference
   */
  public boolean isReference() {
    return mode instanceof Mode.OnePass;
  }

  @Override
  public String kind() {
    return mode.label();
  }

  @Override
  public int inputBytes() {
    return input.bytes;
  }

  /** Such as {@code Snort, first 1000000 bytes, lbe, look-back 10, 5 segments}. */
  @Override
  public String inWords() {
    return benchmark
        + ", first "
        + input.bytes
        + " bytes"
        + (input.pieces == Pieces.ONE ? "" : ", pieces " + lower(input.pieces))
        + ", "
        + mode.inWords()
        + ", "
        + segments
        + (segments == 1 ? " segment" : " segments")
        + (checks.convergence() ? "" : ", no convergence check")
        + (checks.deactivation() ? "" : ", no deactivation")
        + (quantum == QUANTUM ? "" : ", quantum " + quantum)
        + (reexecution == ReexecutionLevel.OPPORTUNISTIC
            ? ""
            : ", re-execution " + lower(reexecution));
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
