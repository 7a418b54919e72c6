package io.fsmrun.scan.planner;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.LazySession;
import io.fsmrun.cpu.lazy.LazyStatistics;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import java.util.List;

/** Finds out what an automaton that is determinised as it runs would cost, by running it. */
final class AutomatonForecast {

  /** What it costs where all sets of states were met before, in nanoseconds per byte. */
  static final double USUAL_NANOS = 1.6;

  /** What a set costs that was not. */
  private static final double NEW_SET_NANOS = 1_000;

  /** So much text is scanned, and a part of it first: what that has is compared. */
  private static final int TEXT = 1 << 16;

  private static final int FIRST_PART = 4;
  private static final int STEP = 1 << 10;

  /** The forecast is for so much: the text is as many times as long as its first part, twice. */
  private static final int LONG_TEXT = TEXT * FIRST_PART * FIRST_PART;

  private AutomatonForecast() {}

  /**
   * What rules would cost in one automaton on 1 MiB of text as it is expected. The number of sets
   * of states that were met is taken to grow on as it does in the first bytes: it is multiplied by
   * the same whenever the text is four times as long.
   *
   * @param automata at least one
   * @param options of the automaton
   * @param expected what inputs are like
   * @param watch passed every so often
   * @return nanoseconds per byte, the same always; O(states) for each of 64 KiB at most
   */
  static double nanos(
      List<RuleAutomaton> automata, LazyOptions options, ByteModel expected, Checkpoint watch) {
    LazySession session = LazyEngine.of(automata, options.withLanes(false), watch).newSession();
    byte[] text = expected.text(TEXT);
    ReportBuffer reports = new ReportBuffer();
    session.start();
    scan(session, text, 0, TEXT / FIRST_PART, reports, watch);
    double early = Math.max(1, newSets(session.statistics()));
    scan(session, text, TEXT / FIRST_PART, TEXT, reports, watch);
    double all = Math.max(1, newSets(session.statistics()));
    double growth = all / early;
    double later = Math.min(LONG_TEXT, all * growth * growth);
    return USUAL_NANOS + NEW_SET_NANOS * later / LONG_TEXT;
  }

  private static void scan(
      LazySession session, byte[] text, int from, int to, ReportBuffer reports, Checkpoint watch) {
    for (int at = from; at < to; at += STEP) {
      watch.pass();
      reports.startBlock(at);
      session.scan(text, at, at + STEP, at, reports);
    }
  }

  /** How often it was computed what a set leads to. */
  private static long newSets(LazyStatistics statistics) {
    return statistics.setsMade() + statistics.directSymbols();
  }
}
