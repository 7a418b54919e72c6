package io.fsmrun.enumerative;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** An input whose pieces are known beforehand, and what they report. For tests; immutable. */
final class Pieces {

  private final byte[] input;
  private final NavigableSet<Integer> ends;

  /**
   * Pieces of an input.
   *
   * @param input all of it
   * @param ends where pieces end; the last need not
   */
  Pieces(byte[] input, NavigableSet<Integer> ends) {
    this.input = input;
    this.ends = ends;
  }

  static Pieces one(byte[] input) {
    return new Pieces(input, new TreeSet<>());
  }

  /** Few or many pieces; sometimes of equal length; the last may end or not. */
  static Pieces random(RandomAutomata random, byte[] input) {
    NavigableSet<Integer> ends = new TreeSet<>();
    if (input.length > 0 && random.chance(0.3)) {
      int length = random.number(1, input.length);
      for (int end = length; end <= input.length; end += length) {
        ends.add(end);
      }
    } else if (input.length > 0) {
      int pieces = random.number(1, random.chance(0.2) ? input.length : 6);
      for (int bound : random.cuts(0, input.length, pieces)) {
        ends.add(bound);
      }
      ends.remove(0);
      if (random.chance(0.5)) {
        ends.remove(input.length);
      }
    }
    return new Pieces(input, ends);
  }

  byte[] input() {
    return input;
  }

  NavigableSet<Integer> ends() {
    return ends;
  }

  /** A splitter that counts the bytes it is given, in buffers of any size. */
  InputSplitter splitter() {
    return new InputSplitter() {
      private int read;

      @Override
      public int nextEnd(byte[] buffer, int from, int to) {
        if (!Arrays.equals(buffer, from, to, input, read, read + to - from)) {
          throw new AssertionError("bytes were left out or read twice, after " + read);
        }
        Integer end = ends.higher(read);
        int before = read;
        read = end == null ? read + to - from : Math.min(end, read + to - from);
        return end != null && read == end ? from + read - before : -1;
      }
    };
  }

  /** Each piece as an input of its own; coinciding reports of two pieces count once. */
  List<Report> reports(RuleSet rules) {
    NavigableSet<Report> reports = new TreeSet<>();
    int start = 0;
    for (int end : ends) {
      addPiece(rules, start, end, reports);
      start = end;
    }
    if (start < input.length || input.length == 0) {
      addPiece(rules, start, input.length, reports);
    }
    return new ArrayList<>(reports);
  }

  private void addPiece(RuleSet rules, int start, int end, NavigableSet<Report> reports) {
    for (Report report : ReferenceEngine.reports(rules, Arrays.copyOfRange(input, start, end))) {
      reports.add(new Report(report.rule(), report.end() + start));
    }
  }
}
