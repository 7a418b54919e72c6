package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.UnionFlows;
import it.unimi.dsi.fastutil.ints.Int2LongRBTreeMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Adds up the numbers of {@link RunStatistics} over windows. */
final class StatisticsCollector {

  /** The counts of one window, filled by several threads. */
  static final class Window {
    private final Rule[] rules;
    private final BitSet reexecuted;
    private final int[] reexecutedSymbols;
    private final Int2LongRBTreeMap symbolsToOne = new Int2LongRBTreeMap();

    Window(int components, int segments) {
      rules = new Rule[components];
      reexecuted = new BitSet(segments);
      reexecutedSymbols = new int[segments];
    }

    /** Takes in segments of a component; together, since all components meet here. */
    synchronized void add(int component, Iterable<List<SegmentPart>> segments) {
      for (List<SegmentPart> parts : segments) {
        add(component, parts);
      }
    }

    private void add(int component, List<SegmentPart> parts) {
      SegmentOutcome first = parts.get(0).outcome();
      SegmentOutcome last = parts.get(parts.size() - 1).outcome();
      Rule rule = rule(component);
      rule.enumerated++;
      rule.addFlows(first.flowCount(), last.liveAtEnd());
      for (SegmentPart part : parts) {
        rule.addDropped(part);
      }
      int one = SegmentPart.oneLeftAt(parts);
      if (one == SegmentOutcome.NEVER) {
        rule.neverOne++;
      } else {
        symbolsToOne.addTo(one - first.from(), 1);
        rule.symbolsToOneMax = Math.max(rule.symbolsToOneMax, one - first.from());
      }
    }

    synchronized void addComposition(
        int component, int segment, Composer composer, List<SegmentPart> parts, int from, int to) {
      int symbols = 0;
      for (int i = from; i < to; i++) {
        symbols += composer.reexecuted(i) ? parts.get(i).length() : 0;
      }
      if (symbols > 0) {
        rule(component).reexecuted++;
        reexecuted.set(segment);
        reexecutedSymbols[segment] = Math.max(reexecutedSymbols[segment], symbols);
      }
    }

    private Rule rule(int component) {
      if (rules[component] == null) {
        rules[component] = new Rule();
      }
      return rules[component];
    }
  }

  /** The counts of one component. */
  private static final class Rule {
    private long enumerated;
    private long r0Sum;
    private int r0Max;
    private long rtSum;
    private int rtMax;
    private int symbolsToOneMax;
    private long neverOne;
    private long reexecuted;
    private long converged;
    private long deactivated;

    void addDropped(SegmentPart part) {
      SegmentOutcome outcome = part.outcome();
      boolean sets = part.plan() instanceof UnionFlows || part.plan() instanceof BracketFlows;
      for (int f = 0; f < outcome.flowCount(); f++) {
        int idle = outcome.ownIdleAt(f);
        int merged = outcome.ownMergedAt(f);
        if (idle < merged || (sets && outcome.ownMergedInto(f) == 0)) {
          deactivated++;
        } else if (merged != SegmentOutcome.NEVER) {
          converged++;
        }
      }
    }

    void addFlows(int r0, int rt) {
      r0Sum += r0;
      rtSum += rt;
      r0Max = Math.max(r0Max, r0);
      rtMax = Math.max(rtMax, rt);
    }

    void add(Rule other) {
      enumerated += other.enumerated;
      r0Sum += other.r0Sum;
      rtSum += other.rtSum;
      r0Max = Math.max(r0Max, other.r0Max);
      rtMax = Math.max(rtMax, other.rtMax);
      symbolsToOneMax = Math.max(symbolsToOneMax, other.symbolsToOneMax);
      neverOne += other.neverOne;
      reexecuted += other.reexecuted;
      converged += other.converged;
      deactivated += other.deactivated;
    }
  }

  private final Rule[] rules;
  private final Rule total = new Rule();
  private final Int2LongRBTreeMap symbolsToOne = new Int2LongRBTreeMap();
  private int segments;
  private long reexecutedSegments;
  private long reexecutedSymbols;

  StatisticsCollector(int components) {
    rules = new Rule[components];
  }

  void add(WindowRun run) {
    Window window = run.counts();
    segments = Math.max(segments, window.reexecutedSymbols.length);
    for (int c = 0; c < rules.length; c++) {
      if (window.rules[c] != null) {
        rules[c] = rules[c] == null ? new Rule() : rules[c];
        rules[c].add(window.rules[c]);
        total.add(window.rules[c]);
      }
    }
    window.symbolsToOne.forEach((symbols, count) -> symbolsToOne.addTo(symbols, count));
    reexecutedSegments += window.reexecuted.cardinality();
    for (int symbols : window.reexecutedSymbols) {
      reexecutedSymbols += symbols;
    }
  }

  RunStatistics finish(long bytes, long reports) {
    double pairs = Math.max(1, total.enumerated);
    return new RunStatistics(
        bytes,
        reports,
        Math.max(1, segments),
        total.enumerated,
        total.r0Sum / pairs,
        total.r0Max,
        total.rtSum / pairs,
        total.rtMax,
        new RunStatistics.SymbolsToOne(
            percentile(0.5), percentile(0.95), percentile(1), total.neverOne),
        total.converged,
        total.deactivated,
        reexecutedSegments,
        reexecutedSymbols,
        total.reexecuted / pairs,
        rules());
  }

  /** The least number of symbols within which a share of the pairs had one flow left. */
  private int percentile(double share) {
    long sum = 0;
    for (long count : symbolsToOne.values()) {
      sum += count;
    }
    long wanted = (long) Math.ceil(share * sum);
    long seen = 0;
    for (var entry : symbolsToOne.int2LongEntrySet()) {
      seen += entry.getLongValue();
      if (seen >= wanted) {
        return entry.getIntKey();
      }
    }
    return 0;
  }

  private List<RuleStatistics> rules() {
    List<RuleStatistics> list = new ArrayList<>(rules.length);
    for (Rule rule : rules) {
      Rule r = rule == null ? new Rule() : rule;
      double pairs = Math.max(1, r.enumerated);
      list.add(
          new RuleStatistics(
              r.enumerated,
              r.r0Sum / pairs,
              r.r0Max,
              r.rtSum / pairs,
              r.rtMax,
              r.symbolsToOneMax,
              r.neverOne,
              r.reexecuted));
    }
    return list;
  }
}
