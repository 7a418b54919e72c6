package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Decides which rules are searched for, by windows of bytes or by an index over classes.
 *
 * <p>Windows of bytes are the faster way, as long as a window stands for few strings. Rules whose
 * windows stand for many share an index, if there are enough of them to be worth it and their sets
 * keep few classes of bytes apart.
 */
public final class SearchPlanner {

  /** What searching for one piece may cost, in nanoseconds per byte. */
  private static final double MOST_NANOS = 0.05;

  /** A rule whose windows stand for more strings than this goes to the index, if there is one. */
  private static final int MANY_STRINGS = 12;

  private static final int LEAST_IN_INDEX = 48;

  private final RuleCompiler compiler;
  private final ByteModel model;
  private final Set<EngineKind> engines;
  private final int threads;

  /**
   * A planner.
   *
   * @param compiler makes automata
   * @param model which windows are rare
   * @param engines the techniques that may be used
   * @param threads threads to use
   */
  public SearchPlanner(
      RuleCompiler compiler, ByteModel model, Set<EngineKind> engines, int threads) {
    this.compiler = compiler;
    this.model = model;
    this.engines = Set.copyOf(engines);
    this.threads = threads;
  }

  /** What can be done with a rule: chains, or the reason why there are none. */
  private static final class Options {
    private List<Chain> byWindows;
    private List<Chain> byClasses;
    private String reason = "takes every rule";
  }

  /**
   * Plans rules.
   *
   * @param rules the rules, in order of index
   * @param progress hears how many rules are done; called by any thread
   * @return the plan
   * @throws InterruptedException if the thread is interrupted
   */
  public SearchPlan plan(List<PlannedRule> rules, IntConsumer progress)
      throws InterruptedException {
    Options[] options = new Options[rules.size()];
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        options.length,
        task -> {
          options[(int) task] = options(rules.get((int) task));
          progress.accept(done.incrementAndGet());
        });
    Optional<FilterEngine> index = index(options);
    List<Chain> byWindows = new ArrayList<>();
    List<RuleChoice> choices = new ArrayList<>();
    List<PlannedRule> rest = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < options.length; i++) {
      Options option = options[i];
      if (index.isPresent() && option.byClasses != null) {
        choices.add(choice(rules.get(i), EngineKind.CLASS_INDEX, option.byClasses));
      } else if (option.byWindows != null) {
        byWindows.addAll(option.byWindows);
        choices.add(choice(rules.get(i), EngineKind.LITERAL_FILTER, option.byWindows));
      } else {
        rest.add(rules.get(i));
        reasons.add(option.reason);
      }
    }
    return new SearchPlan(byWindows, index, choices, rest, reasons);
  }

  private Options options(PlannedRule rule) {
    Options options = new Options();
    boolean manyStrings = true;
    if (engines.contains(EngineKind.LITERAL_FILTER)) {
      try {
        options.byWindows = maker(FilterEngine::windowNanos).chains(rule.index(), rule.tree());
        manyStrings = strings(options.byWindows) > MANY_STRINGS;
      } catch (NotSearchableException | LimitExceededException e) {
        options.reason = e.getMessage();
      }
    }
    if (manyStrings && engines.contains(EngineKind.CLASS_INDEX)) {
      try {
        options.byClasses = maker(FilterEngine::classNanos).chains(rule.index(), rule.tree());
      } catch (NotSearchableException | LimitExceededException e) {
        options.reason = e.getMessage();
      }
    }
    return options;
  }

  private ChainMaker maker(PieceMaker.Nanos nanos) {
    return new ChainMaker(new PieceMaker(compiler, model, MOST_NANOS, nanos));
  }

  private static int strings(List<Chain> chains) {
    int most = 0;
    for (Chain chain : chains) {
      for (Factor factor : chain.pieces().get(0)) {
        most = Math.max(most, FilterEngine.windowStrings(factor.string()));
      }
    }
    return most;
  }

  /** The index over all rules that want one, if they are many and it is not too large. */
  private static Optional<FilterEngine> index(Options[] options) {
    List<Chain> chains = new ArrayList<>();
    for (Options option : options) {
      if (option.byClasses != null) {
        chains.addAll(option.byClasses);
      }
    }
    if (chains.size() < LEAST_IN_INDEX) {
      return Optional.empty();
    }
    try {
      return Optional.of(FilterEngine.byClasses(chains, ByteModel.prior()));
    } catch (IllegalArgumentException e) {
 System.err.println(e);     return Optional.empty();
    }
  }

  private static RuleChoice choice(PlannedRule rule, EngineKind engine, List<Chain> chains) {
    if (chains.isEmpty()) {
      return new RuleChoice(rule.index(), engine, "matches nothing, whatever the input", 0);
    }
    int pieces = chains.stream().mapToInt(chain -> chain.pieces().size()).sum();
    long tails = chains.stream().filter(chain -> chain.tail().isPresent()).count();
    StringBuilder reason = new StringBuilder();
    reason.append("found by ").append(count(pieces, "piece"));
    if (chains.size() > 1) {
      reason.append(" in ").append(chains.size()).append(" branches");
    }
    if (tails > 0) {
      reason.append(", then ").append(count((int) tails, "automaton", "automata"));
    }
    return new RuleChoice(rule.index(), engine, reason.toString(), 0);
  }

  private static String count(int number, String one) {
    return count(number, one, one + "s");
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
