package io.fsmrun.scan.planner;

import io.fsmrun.cpu.bytes.RuleRun;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.FilterEngine;
import java.util.Collections;
import java.util.List;

/**
 * Which rules that are bytes of one set in a row have them counted. Those of wide sets do: what
 * they are found by otherwise, long stretches of the input, may be all of it. So do long ones, of
 * which few bytes are looked at, and those that end often, as two zeros do in binary data: ends in
 * 64 bytes are found together. The others are short strings, or nearly, which are searched for for
 * less, or add next to nothing to an automaton.
 */
final class RunChoice {

  /** The bytes of a wide window. */
  private static final int WINDOW = 4;

  /** For so many bytes in a row, or about so many, not all are looked at. */
  private static final int LONG = 64;

  /**
   * Where more of the bytes end a run, to search for each end costs more than to count. With fewer,
   * one of many rules of an automaton that runs anyway is better left there: its reports lie among
   * those of the others already.
   */
  private static final double OFTEN = 1.0 / 64;

  private final ByteModel expected;

  /**
   * A choice.
   *
   * @param expected what inputs are expected to be like
   */
  RunChoice(ByteModel expected) {
    this.expected = expected;
  }

  /**
   * Whether a rule's bytes are counted.
   *
   * @param runs the rule as runs; none if it is anything else
   */
  boolean isCounted(List<RuleRun> runs) {
    return runs.stream().anyMatch(RunChoice::isLongOrWide)
        || runs.stream().mapToDouble(this::ends).sum() > OFTEN;
  }

  private double ends(RuleRun run) {
    return expected.probability(Collections.nCopies(run.least(), run.set()), 0, run.least());
  }

  private static boolean isLongOrWide(RuleRun run) {
    int window = Math.min(run.least(), WINDOW);
    return run.least() >= LONG
        || FilterEngine.windowBytes(Collections.nCopies(window, run.set())) < window;
  }
}
