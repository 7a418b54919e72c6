package io.fsmrun.cpu;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Rulesets of very many states, and a program that enumerates one, for a machine of 4 GB. */
final class LargeRuleSets {

  private static final int CLASSES = 4;
  private static final int SEGMENTS = 8;
  private static final int BYTES = 1 << 16;

  private LargeRuleSets() {}

  /** Automata of any successors, of which one state in two hundred reports. */
  static RuleSet ofRandom(int rules, int states) {
    SplittableRandom random = new SplittableRandom(7);
    int[] labels = new int[256];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = symbol % CLASSES;
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    List<RuleSet.Component> components = new ArrayList<>(rules);
    for (int rule = 1; rule <= rules; rule++) {
      char[] table = new char[states * CLASSES];
      for (int i = 0; i < table.length; i++) {
        table[i] = (char) random.nextInt(states);
      }
      byte[] flags = new byte[states];
      for (int state = 0; state < states; state++) {
        flags[state] = (byte) (random.nextInt(200) == 0 ? ReportFlags.HERE : ReportFlags.NONE);
      }
      components.add(new RuleSet.Component(rule, new Dfa(classes, table, flags, 0)));
    }
    return new RuleSet(components);
  }

  private static RunStatistics run(PreparedRuleSet prepared, Strategy strategy, long[] sum)
      throws InterruptedException {
    byte[] input = new byte[BYTES];
    new SplittableRandom(11).nextBytes(input);
    ParallelScan scan =
        new ParallelScan(
            prepared,
            strategy,
            RunOptions.defaults().withThreads(2),
            (rule, end) -> sum[0] = 31 * sum[0] + 1_000_003L * rule + end,
            RunListener.NONE);
    scan.write(input, 0, input.length);
    return scan.finish();
  }

  private static long peakBytes() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return peak;
  }

  /** Runs so many rules of so many states by enumeration, and compares with a sequential run. */
  public static void main(String[] args) throws InterruptedException {
    RuleSet rules = ofRandom(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    PreparedRuleSet prepared = new PreparedRuleSet(rules, new CpuBackend());
    long[] expected = new long[1];
    run(prepared, new Sequential(), expected);
    long[] found = new long[1];
    long start = System.nanoTime();
    RunStatistics statistics = run(prepared, new StateEnumeration(SEGMENTS), found);
    double seconds = (System.nanoTime() - start) / 1e9;
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.printf(
        Locale.ROOT,
        "%s, R0 %d, RT %.2f, %d reports, %.1f s, heap at most %d MiB%n",
        expected[0] == found[0] ? "equal" : "different",
        statistics.r0Max(),
        statistics.rtMean(),
        statistics.reports(),
        seconds,
        peakBytes() >> 20);
  }
}
