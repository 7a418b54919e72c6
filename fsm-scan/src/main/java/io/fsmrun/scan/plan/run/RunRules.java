package io.fsmrun.scan.plan.run;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.RuleRun;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.scan.plan.PlannedRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes rules runs of bytes, if they are that. Rules may start anywhere, so how many bytes there
 * are at the most does not matter, nor does what may come first but need not.
 */
public final class RunRules {

  /** A rule with more branches is left alone. */
  private static final int MOST_BRANCHES = 32;

  private static final long TOO_LONG = 2L * RuleRun.MAX_LENGTH;

  private RunRules() {}

  /**
   * A rule as runs.
   *
   * @param rule the rule
   * @return one for each of its branches that matches anything; none if it has assertions, matches
   *     the empty string, or is anything but bytes of one set in a row; O(size of the rule)
   */
  public static List<RuleRun> runs(PlannedRule rule) {
    List<RegexNode> branches =
        rule.tree() instanceof RegexNode.Alternate either
            ? either.branches()
            : List.of(rule.tree());
    if (branches.size() > MOST_BRANCHES) {
      return List.of();
    }
    List<RuleRun> runs = new ArrayList<>();
    for (RegexNode branch : branches) {
      Optional<Run> run = branch(parts(branch));
      if (run.isEmpty() || run.get().least() < 1 || run.get().least() > RuleRun.MAX_LENGTH) {
        return List.of();
      }
      if (!run.get().set().isEmpty()) {
        runs.add(new RuleRun(rule.index(), run.get().set(), (int) run.get().least()));
      }
    }
    return runs;
  }

  /**
   * The bytes of a rule that matches one byte.
   *
   * @param rule the rule
   * @return a set that may be empty; nothing if the rule is anything else
   */
  public static Optional<SymbolSet> oneByte(PlannedRule rule) {
    if (rule.tree() instanceof RegexNode.Symbols one) {
      return Optional.of(one.set());
    }
    List<RuleRun> runs = runs(rule);
    return runs.isEmpty() || runs.stream().anyMatch(run -> run.least() > 1)
        ? Optional.empty()
        : runs.stream().map(RuleRun::set).reduce(SymbolSet::or);
  }

  /** Bytes of a set in a row, and how many at least. */
  private record Run(SymbolSet set, long least) {}

  private static List<RegexNode> parts(RegexNode node) {
    return node instanceof RegexNode.Concat row ? row.parts() : List.of(node);
  }

  /** A branch as a run; nothing if it is none. */
  private static Optional<Run> branch(List<RegexNode> parts) {
    int first = 0;
    while (first < parts.size() && isOptional(parts.get(first))) {
      first++;
    }
    return row(parts.subList(first, parts.size()));
  }

  private static Optional<Run> row(List<RegexNode> parts) {
    Run all = null;
    for (RegexNode part : parts) {
      Run next = run(part).orElse(null);
      if (next == null || all != null && !all.set().equals(next.set())) {
        return Optional.empty();
      }
      all = new Run(next.set(), next.least() + (all == null ? 0 : all.least()));
    }
    return Optional.ofNullable(all);
  }

  private static Optional<Run> run(RegexNode node) {
    return switch (node) {
      case RegexNode.Symbols one -> Optional.of(new Run(one.set(), 1));
      case RegexNode.Alternate either -> anyOf(either.branches()).map(set -> new Run(set, 1));
      case RegexNode.Concat row -> row(row.parts());
      case RegexNode.Repeat many ->
          run(many.body())
              .map(one -> new Run(one.set(), Math.min(TOO_LONG, many.min() * one.least())));
      default -> Optional.empty();
    };
  }

  /** Choices of one byte each as one set. */
  private static Optional<SymbolSet> anyOf(List<RegexNode> choices) {
    SymbolSet all = SymbolSet.EMPTY;
    for (RegexNode choice : choices) {
      if (!(choice instanceof RegexNode.Symbols one)) {
        return Optional.empty();
      }
      all = all.or(one.set());
    }
    return Optional.of(all);
  }

  /** Whether a match may leave it out, and nothing else depends on it. */
  private static boolean isOptional(RegexNode node) {
    return node instanceof RegexNode.Repeat many && many.min() == 0 && run(many.body()).isPresent();
  }
}
