package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlanWatch;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.plan.SizeBudget;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * Decides which rules are searched for, by windows of bytes or by rows of bits over classes.
 *
 * <p>Windows of bytes are the faster way, as long as they are rare. Over a small alphabet, as of
 * proteins, none are: such rules share rows over classes, if there are enough of them.
 */
public final class SearchPlanner {

  /** The reason of a rule that needs no engine. */
  public static final String NEVER_MATCHES = "matches nothing, whatever the input";

  /** What searching for one piece may cost, in nanoseconds per byte. */
  static final double MOST_NANOS = 0.004;

  /** The same if nothing else needs the automaton that takes every rule. */
  static final double MOST_NANOS_ALONE = 0.1;

  /** What that automaton costs at least, in nanoseconds per byte. */
  private static final double AUTOMATON_NANOS = 0.75;

  /** What it costs if it runs for rules that have narrow windows, and for no others. */
  private static final double NARROW_AUTOMATON_NANOS = 1;

  /** What an automaton costs that finds nothing but strings: it meets few sets, whatever comes. */
  private static final double STRINGS_AUTOMATON_NANOS = 2;

  /** A set of more bytes than this says what may not be there, rather than what may. */
  private static final int LARGE_SET = 48;

  /** One of them in so many rules does not make it much slower. */
  private static final int UNSUITED_PART = 100;

  private static final int MOST_NARROW = 48;
  private static final int MOST_NARROW_ALONE = 96;
  private static final int LEAST_IN_INDEX = 48;

  /**
   * Of so many rules, a kilobyte or two each, what is found when their windows are counted is known
   * until they are taken apart; of more it is found again.
   */
  private static final int MOST_REMEMBERED = 16_384;

  private final SearchWays ways;
  private final long together;

  /** Whether there is one that takes every rule. */
  private final boolean hasAutomaton;

  private final PlanOptions known;
  private final ByteModel model;
  private final int threads;

  /**
   * A planner.
   *
   * @param compiler makes automata
   * @param options what may be used, and what is known of inputs
   * @param model what inputs are expected to be like
   */
  public SearchPlanner(RuleCompiler compiler, PlanOptions options, ByteModel model) {
    this.known = options;
    this.model = model;
    this.hasAutomaton = options.isOn(EngineKind.LAZY_DFA);
    this.ways = new SearchWays(compiler, model, options.engines(), hasAutomaton);
    this.together = options.limits().together();
    this.threads = options.threads();
  }

  /**
   * Plans rules.
   *
   * @param rules the rules, in order of index
   * @param progress hears how many rules are done; called by any thread
   * @param watch of the run that this is a part of
   * @return the plan
   * @throws InterruptedException if the thread is interrupted
   */
  public SearchPlan plan(List<PlannedRule> rules, IntConsumer progress, PlanWatch watch)
      throws InterruptedException {
    SearchWays.Options[] options = new SearchWays.Options[rules.size()];
    ByteModel classModel = classModel(rules);
    AtomicInteger done = new AtomicInteger();
    Stretches[] stretches = new Stretches[options.length <= MOST_REMEMBERED ? options.length : 0];
    Arrays.setAll(stretches, rule -> ways.stretches());
    IntUnaryOperator shares = shares(rules, stretches, watch);
    SizeBudget budget = new SizeBudget(together, options.length);
    Workers.run(
        threads,
        options.length,
        task -> {
          int rule = (int) task;
          boolean remembered = rule < stretches.length;
          Stretches known = remembered ? stretches[rule] : ways.stretches();
          SearchWays.Options made = ways.options(rules.get(rule), known, classModel, shares);
          options[rule] = budget.keeps(rule, made.size()) ? made : null;
          if (remembered) {
            stretches[rule] = null;
          }
          progress.accept(done.incrementAndGet());
        },
        watch::cancel);
    BitSet fitting = budget.fitting();
    for (int i = 0; i < options.length; i++) {
      if (!fitting.get(i)) {
        options[i] = SearchWays.Options.none(budget.reason(i));
      } else if (options[i] == null) {
        options[i] = ways.options(rules.get(i), ways.stretches(), classModel, shares);
      }
    }
    Checkpoint building = watch.building(FilterEngine.BY_CLASSES);
    boolean wide = takeWide(options);
    Optional<FilterEngine> index = index(options, classModel, building);
    if (hasAutomaton) {
      dropWeak(options);
    }
    List<Chain> byWindows = new ArrayList<>();
    List<RuleChoice> choices = new ArrayList<>();
    List<PlannedRule> rest = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    Map<Integer, SearchPlan.Weak> weak = new HashMap<>();
    for (int i = 0; i < options.length; i++) {
      SearchWays.Options option = options[i];
      if (option.byClasses != null) {
        choices.add(
            choice(rules.get(i), EngineKind.CLASS_INDEX, option.byClasses, option.classNanos));
      } else if (option.byWindows != null) {
        byWindows.addAll(option.byWindows);
        choices.add(
            choice(rules.get(i), EngineKind.LITERAL_FILTER, option.byWindows, option.nanos));
      } else {
        rest.add(rules.get(i));
        reasons.add(option.reason);
        if (option.given != null) {
          RuleChoice choice =
              choice(rules.get(i), EngineKind.LITERAL_FILTER, option.given, option.nanos);
          boolean narrow = !option.narrow.isEmpty() && option.nanos <= MOST_NANOS;
          weak.put(rules.get(i).index(), new SearchPlan.Weak(option.given, narrow, choice));
        }
      }
    }
    return new SearchPlan(
        byWindows,
        index.isPresent() || wide ? classModel : model,
        classModel,
        index,
        choices,
        rest,
        reasons,
        weak);
  }

  /**
   * Gives up rules that are found too often, or by windows so narrow that they need a pass of their
   * own, if the automaton that takes every rule has to run for others anyway; or else if it costs
   * less than they do together. Rules whose rest it would wait for, once it has met their first
   * bytes, as {@code /GET.*name/s}, are kept from it, and long ones, as {@code
   * /key.{0,40}[0-9a-f]{32}/}, or with wide sets, as {@code /ab.c./}: with many of them it meets
   * ever new sets.
   */
  private static void dropWeak(SearchWays.Options[] options) {
    boolean automatonRuns = false;
    Set<List<SymbolSet>> strings = new HashSet<>();
    double weakNanos = 0;
    int unsuited = 0;
    for (SearchWays.Options option : options) {
      automatonRuns |= !option.endsSoon && option.byWindows == null && option.byClasses == null;
      strings.addAll(option.narrow);
      unsuited += !option.suitsAutomaton && !option.narrow.isEmpty() ? 1 : 0;
      weakNanos += option.suitsAutomaton && option.nanos > MOST_NANOS ? option.ownNanos() : 0;
    }
    automatonRuns |= weakNanos > AUTOMATON_NANOS;
    long windows = strings.stream().mapToLong(FilterEngine::windowStrings).sum();
    // A pass of their own may still cost less than the automaton, if that runs for them alone.
    boolean passPays = !automatonRuns && FilterEngine.narrowPassNanos() < NARROW_AUTOMATON_NANOS;
    boolean tooMany = windows > (automatonRuns ? MOST_NARROW : MOST_NARROW_ALONE) && !passPays;
    for (SearchWays.Options option : options) {
      if (!option.suitsAutomaton && !option.byBytes && unsuited * UNSUITED_PART > options.length) {
        continue;
      }
      if (automatonRuns && option.nanos > MOST_NANOS) {
        option.giveUpWindows();
        option.reason =
            "its rarest windows are too frequent: %.3f ns a byte".formatted(option.nanos);
      }
      if (tooMany && !option.narrow.isEmpty()) {
        option.giveUpWindows();
        option.reason = "its windows are narrow, as are too many others";
      }
    }
  }

  /** How many rules have a window; fills what is remembered of rules, if there is room. */
  private IntUnaryOperator shares(List<PlannedRule> rules, Stretches[] stretches, PlanWatch watch)
      throws InterruptedException {
    if (model.isSampled()) {
      return window -> 1; // What is frequent is known.
    }
    IntSet[] windows = new IntSet[rules.size()];
    Workers.run(
        threads,
        windows.length,
        task -> {
          int rule = (int) task;
          Stretches known = rule < stretches.length ? stretches[rule] : ways.stretches();
          RuleChains maker = ways.maker(known, MOST_NANOS_ALONE, window -> 1, true);
          windows[rule] = maker.windows(rules.get(rule).tree());
        },
        watch::cancel);
    Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
    for (IntSet ofRule : windows) {
      watch.pass();
      ofRule.forEach(window -> counts.addTo(window, 1));
    }
    return counts::get;
  }

  /** Rules over few letters are for inputs over few letters. */
  private ByteModel classModel(List<PlannedRule> rules) {
    SymbolSet letters = SymbolSet.EMPTY;
    for (PlannedRule rule : rules) {
      letters = letters.or(Nodes.letters(rule.tree(), LARGE_SET));
    }
    return letters.isEmpty() || letters.size() > LARGE_SET
        ? model
        : known.expected(ByteModel.ofAlphabet(letters));
  }

  /**
   * Has rules found by wide windows that an index over classes would take longer for, as strings
   * over four letters; returns whether there are any.
   */
  private static boolean takeWide(SearchWays.Options[] options) {
    double wideNanos = FilterEngine.widePassNanos();
    double classNanos = 0;
    for (SearchWays.Options option : options) {
      if (option.byClasses != null && option.isWide()) {
        wideNanos += option.wideNanos;
        classNanos += option.classNanos;
      }
    }
    if (wideNanos >= classNanos) {
      return false;
    }
    for (SearchWays.Options option : options) {
      if (option.byClasses != null && option.isWide()) {
        option.takeWide();
      }
    }
    return true;
  }

  /**
   * The index over the rules whose windows are frequent over a small alphabet, if they are many;
   * then they have no other option left, or else not this one. Short strings are left to the
   * automaton if the index would take longer for them.
   */
  private Optional<FilterEngine> index(
      SearchWays.Options[] options, ByteModel classModel, Checkpoint building) {
    if (hasAutomaton) {
      dropShortStrings(options);
    }
    List<Chain> chains = new ArrayList<>();
    for (SearchWays.Options option : options) {
      if (option.byClasses != null && !option.isRare() && chains.addAll(option.byClasses)) {
        option.wantsIndex = true;
      }
    }
    Optional<FilterEngine> index =
        chains.size() < LEAST_IN_INDEX
            ? Optional.empty()
            : affordable(chains, classModel, building);
    for (SearchWays.Options option : options) {
      if (index.isPresent() && option.wantsIndex) {
        option.byWindows = null;
        option.narrow = Set.of();
        option.nanos = 0;
      } else {
        option.byClasses = null;
      }
    }
    return index;
  }

  private static void dropShortStrings(SearchWays.Options[] options) {
    double nanos = 0;
    for (SearchWays.Options option : options) {
      nanos += option.isShortString && option.byClasses != null ? option.classNanos : 0;
    }
    if (nanos <= STRINGS_AUTOMATON_NANOS) {
      return;
    }
    for (SearchWays.Options option : options) {
      if (option.isShortString && option.byClasses != null) {
        option.byClasses = null;
        option.byWindows = null;
        option.narrow = Set.of();
        option.nanos = 0;
        option.reason = "a short string, of so many that looking for them takes longer";
      }
    }
  }

  private static Optional<FilterEngine> affordable(
      List<Chain> chains, ByteModel classModel, Checkpoint building) {
    try {
      return Optional.of(FilterEngine.byClasses(chains, classModel, building));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // Too many classes of bytes: the rows would take too much memory.
    }
  }

  private static RuleChoice choice(
      PlannedRule rule, EngineKind engine, List<Chain> chains, double nanos) {
    if (chains.isEmpty()) {
      return neverMatches(rule, engine);
    }
    return new RuleChoice(rule.index(), engine, ChainReason.of(chains), nanos);
  }

  /**
   * The choice for a rule that needs no engine.
   *
   * @param rule the rule
   * @param engine which technique found out
   * @return the choice
   */
  public static RuleChoice neverMatches(PlannedRule rule, EngineKind engine) {
    return new RuleChoice(rule.index(), engine, NEVER_MATCHES, 0);
  }

  /**
   * Whether an automaton has any state that reports.
   *
   * @param nfa an automaton without useless states
   * @return false if it matches nothing
   */
  public static boolean reports(Nfa nfa) {
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        return true;
      }
    }
    return false;
  }
}
