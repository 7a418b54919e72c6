package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.testkit.NaiveBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** A composer that has composed parts run by a naive session, watched by a spy. For tests. */
final class ComposedChain {

  private static final String SYMBOLS = "kabmsrx";

  private final List<SegmentPart> parts = new ArrayList<>();
  private final SpySession spy;
  private final Composer composer;
  private final StateSet end;
  private final int[] ends;

  /**
   * Runs and composes. Replays are whole, so that it shows which parts have one.
   *
   * @param bounds where parts start and end
   * @param plans the flows of each
   */
  ComposedChain(
      Dfa dfa,
      byte[] input,
      int[] bounds,
      List<? extends FlowPlan> plans,
      ReexecutionLevel level,
      StateSet start) {
    this(dfa, input, bounds, plans, level, PrefixReplay.WHOLE, start);
  }

  ComposedChain(
      Dfa dfa,
      byte[] input,
      int[] bounds,
      List<? extends FlowPlan> plans,
      ReexecutionLevel level,
      PrefixReplay replay,
      StateSet start) {
    ReportBudget budget = ReportBudget.unlimited();
    for (int i = 0; i < plans.size(); i++) {
      FlowPlan plan = plans.get(i);
      parts.add(
          new SegmentPart(
              i,
              plan,
              new NaiveBackend()
                  .prepare(dfa)
                  .newSession()
                  .runFlows(
                      input, bounds[i], bounds[i + 1], plan.starts(), FlowChecks.ALL, budget)));
    }
    spy = SpySession.of(dfa);
    composer = new Composer(input, parts, level, replay, spy);
    ReportEnds found = new ReportEnds(budget);
    end = composer.compose(start, found);
    ends = found.toArray();
  }

  /**
   * Four states in two sets, {@code A = {0, 1}} and {@code B = {2, 3}}; 1 and 3 report. Symbols:
   *
   * <pre>
   *   k   keeps every state
   *   a   leads all of A to 0, keeps B
   *   b   leads all of B to 2, keeps A
   *   m   exchanges 1 and 2, so that each set comes to lie in both
   *   s   exchanges 0 and 1, and 2 and 3
   *   r   leads every state to 0
   *   x   exchanges the sets: 0 and 2, 1 and 3
   * </pre>
   */
  static Dfa twoSets() {
    String[] images = {"0123", "0023", "0122", "0213", "1032", "0000", "2301"};
    int[] labels = new int[256];
    for (int c = 1; c < SYMBOLS.length(); c++) {
      labels[SYMBOLS.charAt(c)] = c;
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    char[] table = new char[4 * classes.count()];
    for (int c = 0; c < SYMBOLS.length(); c++) {
      for (int state = 0; state < 4; state++) {
        int to = images[c].charAt(state) - '0';
        table[state * classes.count() + classes.classOf(SYMBOLS.charAt(c))] = (char) to;
      }
    }
    return new Dfa(classes, table, new byte[] {0, 1, 0, 1}, 0);
  }

  /** Words as one input. */
  static byte[] bytes(String words) {
    return words.replace(" ", "").getBytes(StandardCharsets.US_ASCII);
  }

  /** Where words start and end in it. */
  static int[] bounds(String words) {
    String[] each = words.split(" ", -1);
    int[] bounds = new int[each.length + 1];
    for (int i = 0; i < each.length; i++) {
      bounds[i + 1] = bounds[i] + each[i].length();
    }
    return bounds;
  }

  Composer composer() {
    return composer;
  }

  List<SegmentPart> parts() {
    return parts;
  }

  List<SpySession.Run> runs() {
    return spy.runs();
  }

  StateSet end() {
    return end;
  }

  NavigableSet<Integer> ends() {
    NavigableSet<Integer> set = new TreeSet<>();
    Arrays.stream(ends).forEach(set::add);
    return set;
  }

  /** Indices of the parts that were executed again, as digits. */
  String reexecuted() {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      digits.append(composer.reexecuted(i) ? Integer.toString(i) : "");
    }
    return digits.toString();
  }

  /** The stretches that were run from a known start, as {@code from-to}, in order. */
  String stretches() {
    StringBuilder text = new StringBuilder();
    for (SpySession.Run run : runs()) {
      text.append(text.isEmpty() ? "" : " ").append(run.from()).append('-').append(run.to());
    }
    return text.toString();
  }
}
