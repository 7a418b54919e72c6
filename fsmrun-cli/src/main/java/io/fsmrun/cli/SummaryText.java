package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleBreakdown;
import io.fsmrun.ap.timing.EventCounters;
import io.fsmrun.bench.cycles.MachineFigures;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.FlowSaving;
import io.fsmrun.enumerative.strategy.Mispredictions;
import io.fsmrun.regex.CompiledRules;
import java.io.PrintStream;
import java.util.Locale;

/** The lines of a summary, for people: a word, and what there is to say of it. */
final class SummaryText {

  private final PrintStream err;

  SummaryText(PrintStream err) {
    this.err = err;
  }

  private void line(String word, String text) {
    err.printf(Locale.ROOT, "%-13s%s%n", word, text);
  }

  void start(Mode mode, BackendFigures backend, int segments) {
    line(
        "mode",
        String.format(Locale.ROOT, "%s on %s, %d segments", mode, backend.used(), segments));
    if (backend.choice() != null) {
      line("  chosen", backend.choice());
    }
    if (backend.device() != null) {
      line("  device", backend.device());
    }
    if (backend.change() != null) {
      BackendFigures.Change change = backend.change();
      line(
          "  changed",
          String.format(
              Locale.ROOT,
              "from %s at byte %,d: %s",
              change.from(),
              change.offset(),
              change.reason()));
    }
  }

  void rules(CompiledRules rules) {
    line(
        "rules",
        String.format(
            Locale.ROOT,
            "%,d (%d refused, %d without a DFA), %,d states",
            rules.ruleSet().size(),
            rules.refused().size(),
            rules.positionAutomata(),
            rules.ruleSet().stateCount()));
  }

  void input(long bytes, double bytesPerSecond, Summary.Times times) {
    line(
        "input",
        String.format(
            Locale.ROOT,
            "%,d bytes in %.2f s, %.2f MB/s (compiled in %.2f s, profiled in %.2f s)",
            bytes,
            times.scanNanos() / 1e9,
            bytesPerSecond / 1e6,
            times.compileNanos() / 1e9,
            times.profileNanos() / 1e9));
  }

  void reports(long reports) {
    line("reports", String.format(Locale.ROOT, "%,d", reports));
  }

  void cycles(CycleAccount cycles) {
    line(
        "AP cycles",
        String.format(
            Locale.ROOT,
            "%,d of %,d sequential: speed-up %.2f of an ideal %.0f, %.1f%%",
            cycles.cycles(),
            cycles.baselineCycles(),
            cycles.speedup(),
            cycles.idealSpeedup(),
            100 * cycles.speedup() / cycles.idealSpeedup()));
    CycleBreakdown by = cycles.cyclesBy();
    line(
        "  spent on",
        String.format(
            Locale.ROOT,
            "symbols %,d, switches %,d, checks %,d, look-back %,d, composition %,d, decoding %,d,"
                + " re-execution %,d",
            by.symbols(),
            by.switches(),
            by.checks(),
            by.lookback(),
            by.composition(),
            by.decoding(),
            by.reexecution()));
  }

  void events(EventCounters events, double energyRatio) {
    line(
        "AP events",
        String.format(
            Locale.ROOT,
            "%,d row reads, %,d flow switches, %,d checks in each half-core; energy: an"
                + " estimate of %.2f times sequential",
            events.rowReads(),
            events.flowSwitches(),
            events.convergenceChecks(),
            energyRatio));
  }

  void flows(RunStatistics run) {
    line(
        "flows",
        String.format(
            Locale.ROOT,
            "of a rule: R0 %.2f mean, %,d most; RT %.2f mean, %,d most",
            run.r0Mean(),
            run.r0Max(),
            run.rtMean(),
            run.rtMax()));
    RunStatistics.SymbolsToOne one = run.symbolsToOne();
    line(
        "  one left",
        String.format(
            Locale.ROOT,
            "after %,d symbols (median), %,d (95%%), %,d (most); never in %,d of %,d segments of rules",
            one.median(),
            one.p95(),
            one.max(),
            one.never(),
            run.enumerated()));
  }

  void machine(MachineFigures machine) {
    line(
        "  machine",
        String.format(
            Locale.ROOT,
            "R0 %.2f mean, %,d most; RT %.2f mean, %,d most",
            machine.r0Mean(),
            machine.r0Max(),
            machine.rtMean(),
            machine.rtMax()));
  }

  void reexecution(RunStatistics run) {
    line(
        "re-executed",
        String.format(
            Locale.ROOT,
            "%,d segments, %,d symbols; %.3f%% of all segments of all rules",
            run.reexecutedSegments(),
            run.reexecutedSymbols(),
            100 * run.reexecutionRate()));
  }

  void strategy(StrategyFigures strategy, RunStatistics run) {
    if (strategy.lookBack() != StrategyChoice.AUTO) {
      line("look-back", String.format(Locale.ROOT, "%,d symbols", strategy.lookBack()));
    }
    for (FlowSaving saving : strategy.savings()) {
      line(
          "  saved",
          String.format(
              Locale.ROOT,
              "%s: %,.1f machine flows at a cut instead of %,.1f",
              saving.optimisation(),
              saving.flowsWith(),
              saving.flowsWithout()));
    }
    line(
        "  dropped",
        String.format(
            Locale.ROOT,
            "flows of rules: convergence %,d, deactivation %,d",
            run.convergedFlows(),
            run.deactivatedFlows()));
    Mispredictions missed = strategy.mispredictions();
    if (missed != null) {
      line(
          "mispredicted",
          String.format(
              Locale.ROOT,
              "%,d of %,d starts, %.3f%%",
              missed.unforeseen(),
              missed.starts(),
              100 * missed.rate()));
    }
  }
}
