package io.fsmrun.bench;

import dk.brics.automaton.Automaton;
import io.fsmrun.bench.AnmlZoo.Benchmark;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.regex.BricsBridge;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The minimal DFA of "anything, then the rule": our construction against that of brics, from the
 * same syntax trees. The score is the time for {@value #SAMPLE} rules.
 *
 * <p>The sample takes rules evenly from the ruleset, leaving out those with assertions, which brics
 * lacks, and those whose DFA passes {@value #DFA_STATES} states, since brics knows no limit. Before
 * anything is timed, both must have built the same automata. ANMLZoo's rulesets are found by {@link
 * AnmlZoo#find()}; {@code synthetic} is always there.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DfaConstructionBenchmark {

  /** Rules in a sample; fewer if the ruleset has fewer. */
  static final int SAMPLE = 50;

  /** The most states of a DFA in a sample, before it is minimised. */
  static final int DFA_STATES = 2000;

  /** {@code synthetic}, or a benchmark of ANMLZoo. */
  @Param({"synthetic"})
  public String ruleset;

  private final RuleCompiler compiler =
      new RuleCompiler(CompileLimits.defaults().withDfaStates(DFA_STATES), 1);
  private List<RegexNode> sample;

  /** A benchmark that needs no files. */
  public DfaConstructionBenchmark() {}

  /**
   * Chooses the sample and compares what both build.
   *
   * @throws IOException if the ruleset is absent or cannot be read
   */
  @Setup
  public void chooseSample() throws IOException {
    Rules rules =
        ruleset.equals("synthetic")
            ? synthetic()
            : RulesFile.read(AnmlZoo.find().rules(Benchmark.of(ruleset)));
    List<RegexNode> usable = new ArrayList<>();
    for (Rule rule : rules.accepted()) {
      if (!hasAssertions(rule.tree()) && compiler.compile(rule.tree()).isDeterministic()) {
        usable.add(rule.tree());
      }
    }
    sample = new ArrayList<>();
    int wanted = Math.min(SAMPLE, usable.size());
    long states = 0;
    for (int i = 0; i < wanted; i++) {
      RegexNode tree = usable.get((int) ((long) i * usable.size() / wanted));
      Dfa ours = (Dfa) compiler.compile(tree);
      if (!BricsBridge.toDfa(buildWithBrics(tree), Dfa.MAX_STATES).equals(ours)) {
        throw new IllegalStateException("brics builds another automaton of " + tree);
      }
      states += ours.stateCount();
      sample.add(tree);
    }
    System.out.printf(
        "# %s: %d rules, %d states, the same by both; %d of %d rules eligible%n",
        ruleset, sample.size(), states, usable.size(), rules.accepted().size());
  }

  /**
   * Position automaton, subset construction, Hopcroft; all of this project.
   *
   * @param blackhole takes the automata
   */
  @org.openjdk.jmh.annotations.Benchmark
  public void own(Blackhole blackhole) {
    for (RegexNode tree : sample) {
      blackhole.consume(compiler.compile(tree));
    }
  }

  /**
   * The operations of brics, its determinisation and its minimisation.
   *
   * @param blackhole takes the automata
   */
  @org.openjdk.jmh.annotations.Benchmark
  public void brics(Blackhole blackhole) {
    for (RegexNode tree : sample) {
      blackhole.consume(buildWithBrics(tree));
    }
  }

  private static Automaton buildWithBrics(RegexNode tree) {
    Automaton automaton = BricsBridge.anyBytes().concatenate(BricsBridge.toBrics(tree));
    automaton.determinize();
    automaton.minimize();
    return automaton;
  }

  private static boolean hasAssertions(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> false;
      case RegexNode.Symbols leaf -> false;
      case RegexNode.Assertion assertion -> true;
      case RegexNode.Concat concat ->
          concat.parts().stream().anyMatch(DfaConstructionBenchmark::hasAssertions);
      case RegexNode.Alternate alternate ->
          alternate.branches().stream().anyMatch(DfaConstructionBenchmark::hasAssertions);
      case RegexNode.Repeat repeat -> hasAssertions(repeat.body());
    };
  }

  /** Strings, dots with stars, classes and bounded repeats, ten or more of each. */
  private static Rules synthetic() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 13; i++) {
      String word = "sig" + Integer.toString(i * 7919 + 1000, 36);
      lines.add(word + word);
      lines.add("/" + word + ".*" + word + "/s");
      lines.add("/" + word + "[^\\n]{" + (i + 2) + "}[0-9a-f]+x/i");
      lines.add("(" + word + "|[a-" + (char) ('f' + i) + "]{3,8}\\d)+\\." + word);
    }
    return Rules.of(lines);
  }
}
