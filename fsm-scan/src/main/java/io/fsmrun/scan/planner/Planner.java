package io.fsmrun.scan.planner;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.bytes.ByteRunEngine;
import io.fsmrun.cpu.bytes.ByteSetEngine;
import io.fsmrun.cpu.bytes.RuleBytes;
import io.fsmrun.cpu.bytes.RuleRun;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.shift.ShiftChain;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.cpu.token.TokenEngine;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlanWatch;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.plan.SizeBudget;
import io.fsmrun.scan.plan.chain.SearchPlan;
import io.fsmrun.scan.plan.chain.SearchPlanner;
import io.fsmrun.scan.plan.run.RunRules;
import io.fsmrun.scan.plan.token.TokenPlan;
import io.fsmrun.scan.plan.token.TokenRules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Splits a ruleset over engines. Immutable, shared by threads.
 *
 * <p>Rules are offered to the techniques in order of how much they gain: what can be searched for
 * by rare windows is, and what is left becomes one lazily determinised automaton, which takes
 * everything.
 */
public final class Planner {

  private static final String SETS_IN_A_ROW = "sets of bytes in a row";

  private final PlanOptions options;

  /**
   * A planner.
   *
   * @param options what it may use
   */
  public Planner(PlanOptions options) {
    this.options = options;
  }

  /**
   * Plans rules. Rules that are too large are left out; the others are not affected.
   *
   * @param rules the rules, in order of index
   * @param progress hears how many rules are done; called by any thread
   * @return the plan; it does not depend on the number of threads
   * @throws InterruptedException if the thread is interrupted
   */
  public Plan plan(List<PlannedRule> rules, IntConsumer progress) throws InterruptedException {
    PlanWatch watch = new PlanWatch(progress, PlanWatch.Steps.NONE);
    return watch.run(() -> plan(rules, watch));
  }

  /**
   * Plans rules as a part of a longer run.
   *
   * @param rules the rules, in order of index
   * @param watch of that run
   * @return the plan; it does not depend on the number of threads
   * @throws InterruptedException if the thread is interrupted
   * @throws java.util.concurrent.CancellationException if the watch ends the run
   */
  public Plan plan(List<PlannedRule> rules, PlanWatch watch) throws InterruptedException {
    watch.pass();
    RuleCompiler compiler =
        new RuleCompiler(options.limits(), options.threads()).withCheckpoint(watch);
    Draft draft = new Draft();
    ByteModel expected = options.expected(ByteModel.prior());
    List<PlannedRule> others = addRuns(addByteSets(rules, draft), expected, draft);
    List<PlannedRule> left = addTokens(others, draft, watch);
    int taken = rules.size() - left.size();
    watch.rulesDone(taken);
    SearchPlan search =
        new SearchPlanner(compiler, options, expected)
            .plan(left, done -> watch.rulesDone(taken + done), watch);
    draft.choices.addAll(search.choices());
    List<Chain> byWindows = new ArrayList<>(search.byWindows());
    List<BlockEngine> rest = addRest(search, compiler, byWindows, draft, watch);
    if (!byWindows.isEmpty()) {
      Checkpoint building = watch.building(FilterEngine.BY_WINDOWS);
      draft.engines.add(FilterEngine.of(byWindows, search.model(), building));
    }
    search.byClasses().ifPresent(draft.engines::add);
    draft.engines.addAll(rest);
    draft.choices.sort(Comparator.comparingInt(RuleChoice::rule).thenComparing(RuleChoice::engine));
    return new Plan(draft.engines, draft.choices, draft.tooLarge, draft.untaken);
  }

  /** A plan in the making. */
  private static final class Draft {
    private final List<BlockEngine> engines = new ArrayList<>();
    private final List<RuleChoice> choices = new ArrayList<>();
    private final List<Plan.TooLarge> tooLarge = new ArrayList<>();
    private final List<Plan.Untaken> untaken = new ArrayList<>();
  }

  /** Gives rules that match one byte to their engine; returns the others. */
  private List<PlannedRule> addByteSets(List<PlannedRule> rules, Draft draft) {
    List<RuleBytes> taken = new ArrayList<>();
    List<PlannedRule> others = new ArrayList<>();
    for (PlannedRule rule : rules) {
      Optional<SymbolSet> set =
          options.isOn(EngineKind.BYTE_SETS) ? RunRules.oneByte(rule) : Optional.empty();
      if (set.isPresent()) {
        taken.add(new RuleBytes(rule.index(), set.get()));
        draft.choices.add(
            new RuleChoice(rule.index(), EngineKind.BYTE_SETS, "matches one byte", 0));
      } else {
        others.add(rule);
      }
    }
    if (!taken.isEmpty()) {
      draft.engines.add(ByteSetEngine.of(taken));
    }
    return others;
  }

  /** Gives rules that are bytes of one set in a row to their engine; returns the others. */
  private List<PlannedRule> addRuns(List<PlannedRule> rules, ByteModel expected, Draft draft) {
    if (!options.isOn(EngineKind.BYTE_RUNS)) {
      return rules;
    }
    RunChoice choice = new RunChoice(expected);
    List<RuleRun> taken = new ArrayList<>();
    List<PlannedRule> others = new ArrayList<>();
    for (PlannedRule rule : rules) {
      List<RuleRun> runs = RunRules.runs(rule);
      if (choice.isCounted(runs)) {
        taken.addAll(runs);
        draft.choices.add(
            new RuleChoice(rule.index(), EngineKind.BYTE_RUNS, "bytes of one set in a row", 0));
      } else {
        others.add(rule);
      }
    }
    if (!taken.isEmpty()) {
      draft.engines.add(ByteRunEngine.of(taken));
    }
    return others;
  }

  /** Gives rules over tokens to their engine; returns the others. */
  private List<PlannedRule> addTokens(List<PlannedRule> rules, Draft draft, PlanWatch watch) {
    Optional<TokenPlan> tokens =
        options.isOn(EngineKind.TOKENS) ? TokenRules.plan(rules, watch) : Optional.empty();
    if (tokens.isEmpty()) {
      return rules;
    }
    draft.engines.add(tokens.get().engine(options.tokens(), watch.building(TokenEngine.NAME)));
    Set<Integer> taken = new HashSet<>();
    for (TokenPlan.Taken rule : tokens.get().taken()) {
      taken.add(rule.rule());
      draft.choices.add(new RuleChoice(rule.rule(), EngineKind.TOKENS, rule.reason(), 0));
    }
    return rules.stream().filter(rule -> !taken.contains(rule.index())).toList();
  }

  /**
   * Gives rules that cannot be searched for to shifted bits, or to automata; or to windows after
   * all, where automata would meet ever new sets.
   */
  private List<BlockEngine> addRest(
      SearchPlan search, RuleCompiler compiler, List<Chain> byWindows, Draft draft, PlanWatch watch)
      throws InterruptedException {
    List<PlannedRule> rules = search.rest();
    ShiftChoice choice =
        new ShiftChoice(
            options.isOn(EngineKind.SHIFT_AND) ? rules : List.of(),
            options.lazy(),
            search.expected());
    if (options.isOn(EngineKind.LAZY_DFA)) {
      return addLazy(search, compiler, choice, byWindows, draft, watch);
    }
    for (int i = 0; i < rules.size(); i++) {
      if (!choice.all().containsKey(rules.get(i).index())) {
        draft.untaken.add(new Plan.Untaken(rules.get(i).index(), search.reason(i)));
      }
    }
    return shifted(choice.all(), SETS_IN_A_ROW, draft, watch).stream().toList();
  }

  private static Optional<BlockEngine> shifted(
      Map<Integer, List<ShiftChain>> chains, String reason, Draft draft, PlanWatch watch) {
    if (chains.isEmpty()) {
      return Optional.empty();
    }
    List<ShiftChain> all = new ArrayList<>();
    chains.keySet().stream()
        .sorted()
        .forEach(
            rule -> {
              all.addAll(chains.get(rule));
              draft.choices.add(new RuleChoice(rule, EngineKind.SHIFT_AND, reason, 0));
            });
    return Optional.of(ShiftEngine.of(all, watch));
  }

  private List<BlockEngine> addLazy(
      SearchPlan search,
      RuleCompiler compiler,
      ShiftChoice choice,
      List<Chain> byWindows,
      Draft draft,
      PlanWatch watch)
      throws InterruptedException {
    List<PlannedRule> rules = search.rest();
    String[] failures = new String[rules.size()];
    RuleAutomaton[] automata = automata(rules, compiler, failures, watch);
    List<RuleAutomaton> taken = new ArrayList<>();
    for (int i = 0; i < automata.length; i++) {
      if (automata[i] != null && SearchPlanner.reports(automata[i].nfa())) {
        taken.add(automata[i]);
      }
    }
    AutomatonGroups groups = new AutomatonGroups(options.lazy(), search.expected(), watch);
    Set<Integer> searched = new HashSet<>();
    for (RuleAutomaton better : groups.betterSearched(taken, search.weak())) {
      SearchPlan.Weak weak = search.weak().get(better.rule());
      byWindows.addAll(weak.chains());
      draft.choices.add(weak.choice());
      searched.add(better.rule());
    }
    taken.removeIf(automaton -> searched.contains(automaton.rule()));
    Map<Integer, List<ShiftChain>> shifted =
        taken.isEmpty() ? Map.of() : choice.best(taken, searched, watch);
    taken.removeIf(automaton -> shifted.containsKey(automaton.rule()));
    for (int i = 0; i < automata.length; i++) {
      PlannedRule rule = rules.get(i);
      if (failures[i] != null) {
        draft.tooLarge.add(new Plan.TooLarge(rule.index(), failures[i]));
      } else if (!SearchPlanner.reports(automata[i].nfa())) {
        draft.choices.add(SearchPlanner.neverMatches(rule, EngineKind.LAZY_DFA));
      } else if (!shifted.containsKey(rule.index()) && !searched.contains(rule.index())) {
        draft.choices.add(
            new RuleChoice(rule.index(), EngineKind.LAZY_DFA, search.reasons().get(i), 0));
      }
    }
    List<BlockEngine> engines = new ArrayList<>();
    shifted(shifted, SETS_IN_A_ROW + ": an automaton would meet ever new sets", draft, watch)
        .ifPresent(engines::add);
    if (!taken.isEmpty()) {
      Checkpoint building = watch.building(LazyEngine.NAME);
      engines.addAll(LazyEngine.ofGroups(groups.of(taken), options.lazy(), building));
    }
    return engines;
  }

  /** The automata of rules; none where it is too large, alone or together with those before. */
  private RuleAutomaton[] automata(
      List<PlannedRule> rules, RuleCompiler compiler, String[] failures, PlanWatch watch)
      throws InterruptedException {
    RuleAutomaton[] automata = new RuleAutomaton[rules.size()];
    SizeBudget budget = new SizeBudget(options.limits().together(), rules.size());
    Workers.run(
        options.threads(),
        rules.size(),
        task -> {
          int i = (int) task;
          try {
            RuleAutomaton made = automaton(rules.get(i), compiler);
            automata[i] = budget.keeps(i, SizeBudget.size(made.nfa())) ? made : null;
          } catch (LimitExceededException e) {
            failures[i] = e.getMessage();
          }
        },
        watch::cancel);
    BitSet fitting = budget.fitting();
    for (int i = 0; i < automata.length; i++) {
      if (!fitting.get(i)) {
        failures[i] = budget.reason(i);
        automata[i] = null;
      } else if (automata[i] == null && failures[i] == null) {
        automata[i] = automaton(rules.get(i), compiler);
      }
    }
    return automata;
  }

  private static RuleAutomaton automaton(PlannedRule rule, RuleCompiler compiler) {
    return new RuleAutomaton(rule.index(), compiler.compileToPositions(rule.tree()));
  }
}
