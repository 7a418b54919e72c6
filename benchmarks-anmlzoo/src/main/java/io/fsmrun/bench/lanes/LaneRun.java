package io.fsmrun.bench.lanes;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;
import java.util.Arrays;

/** One way of running a union over inputs, again and again, and how fast it was. For one thread. */
final class LaneRun {

  /** What the library's scanners give an engine at a time. */
  private static final int BLOCK = 1 << 16;

  private final String name;
  private final SetRunner runner;
  private final ReportBuffer reports = new ReportBuffer();
  private double[] rates = new double[0];
  private long digest;
  private long reportCount;

  LaneRun(String name, SetAutomaton union, LazyOptions options) {
    this.name = name;
    this.runner = new SetRunner(union, options);
  }

  String name() {
    return name;
  }

  SetRunner runner() {
    return runner;
  }

  void add(double rate) {
    rates = Arrays.copyOf(rates, rates.length + 1);
    rates[rates.length - 1] = rate;
  }

  int rounds() {
    return rates.length;
  }

  double first() {
    return rates[0];
  }

  /** The fastest round: what else the machine does makes rounds slower only. */
  double best() {
    return Arrays.stream(rates).max().orElse(0);
  }

  double median() {
    double[] sorted = rates.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Number of reports of the last run. */
  long reports() {
    return reportCount;
  }

  /** A number that depends on all reports of the last run. */
  long digest() {
    return digest;
  }

  /** Runs a whole input. */
  void run(byte[] input) {
    runTo(input, input.length);
  }

  /** Runs an input from its start. */
  void runTo(byte[] input, int to) {
    runner.start();
    digest = 0;
    reportCount = 0;
    reports.startBlock(0);
    runner.report(0, reports);
    reports.sort();
    addToDigest();
    go(input, 0, to);
  }

  /** Runs a piece from the present state. */
  void go(byte[] input, int from, int to) {
    for (int at = from; at < to; at += BLOCK) {
      reports.startBlock(at);
      runner.run(input, at, Math.min(to, at + BLOCK), at, reports);
      reports.sort();
      addToDigest();
    }
    if (to == input.length) {
      reports.startBlock(to);
      runner.finish(to, reports);
      reports.sort();
      addToDigest();
    }
  }

  /** A sum, so that pieces can be added up; an end before a block is of the block before. */
  private void addToDigest() {
    reportCount += reports.size();
    for (int i = 0; i < reports.size(); i++) {
      long report = reports.end(i) << Integer.SIZE | reports.rule(i);
      report *= 0x9e3779b97f4a7c15L;
      digest += report ^ report >>> Integer.SIZE;
    }
  }
}
