package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.filter.Gap;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.SizeBudget;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Finds out what can be done with a rule by searching for it, before it is known what is done with
 * others. Immutable, shared by threads.
 */
final class SearchWays {

  /** Why a rule went to the automaton that no engine was asked about. */
  static final String TAKES_EVERY_RULE = "takes every rule";

  /** The same where the other way is an automaton that meets ever new sets of states. */
  private static final double MOST_CLASS_NANOS = 0.3;

  /** A set of a string, as of a letter in either case. */
  private static final int LARGEST_OF_STRING = 2;

  /** A rule of more positions makes the automaton slow. */
  private static final int MOST_POSITIONS = 32;

  /** So does one that passes over bytes of a greater set, one by one. */
  private static final int SMALL_SET = 32;

  private final RuleCompiler compiler;
  private final ByteModel model;
  private final Set<EngineKind> engines;
  private final boolean hasAutomaton;

  /**
   * A finder.
   *
   * @param model what is frequent in inputs
   * @param engines the techniques that are on
   * @param hasAutomaton whether so is the one that takes every rule
   */
  SearchWays(
      RuleCompiler compiler, ByteModel model, Set<EngineKind> engines, boolean hasAutomaton) {
    this.compiler = compiler;
    this.model = model;
    this.engines = engines;
    this.hasAutomaton = hasAutomaton;
  }

  /** What can be done with a rule: chains, or the reason why there are none. */
  static final class Options {
    List<Chain> byWindows;

    /** What was that, and was given up, as the automaton should do as well. */
    List<Chain> given;

    List<Chain> byClasses;
    boolean endsSoon;
    boolean wantsIndex;
    Set<List<SymbolSet>> narrow = Set.of();

    /** Whether single bytes are searched for: something else would be, were there a choice. */
    boolean byBytes;

    /** Whether an automaton that runs anyway is little slower with it. */
    boolean suitsAutomaton;

    /** Whether it has narrow windows and is one of a few strings. */
    boolean isShortString;

    double nanos;
    double smallNanos;
    double classNanos;

    /** The cost of finding it by wide windows; infinite where it has none, or needs none. */
    double wideNanos = Double.POSITIVE_INFINITY;

    String reason = TAKES_EVERY_RULE;

    /** A rule that cannot be searched for. */
    static Options none(String reason) {
      Options none = new Options();
      none.reason = reason;
      return none;
    }

    /** States and edges of what is kept for it. */
    long size() {
      return size(byWindows) + size(byClasses);
    }

    private static long size(List<Chain> chains) {
      long size = 0;
      for (Chain chain : chains == null ? List.<Chain>of() : chains) {
        size += chain.head().map(head -> SizeBudget.size(head.nfa())).orElse(0L);
        size += chain.tail().map(SizeBudget::size).orElse(0L);
      }
      return size;
    }

    /** Whether it is found by windows of four bytes. */
    private boolean hasWindows() {
      return byWindows != null && narrow.isEmpty();
    }

    /** Whether it has such windows that are rare. */
    boolean isRare() {
      return hasWindows() && Math.max(nanos, smallNanos) <= SearchPlanner.MOST_NANOS;
    }

    /** Whether it has wide windows that are rare. */
    boolean isWide() {
      return wideNanos <= SearchPlanner.MOST_NANOS;
    }

    /** Says that the automaton should do as well as windows. */
    void giveUpWindows() {
      given = byWindows == null ? given : byWindows;
      byWindows = null;
    }

    /** Says that it is found by wide windows. */
    void takeWide() {
      byClasses = null;
      nanos = wideNanos;
      smallNanos = wideNanos;
    }

    /** The cost of finding it, without that of a pass that others share. */
    double ownNanos() {
      return byBytes ? Math.max(0, nanos - FilterEngine.bytePassNanos()) : nanos;
    }
  }

  /**
   * What can be done with a rule.
   *
   * @param stretches what is known of its parts
   * @param classModel what is frequent if all rules are over few letters
   * @param shares how many rules have a window
   */
  Options options(
      PlannedRule rule, Stretches stretches, ByteModel classModel, IntUnaryOperator shares) {
    Options options = new Options();
    options.endsSoon = hasAutomaton && Nodes.endsSoon(rule.tree());
    if (options.endsSoon) {
      options.reason = "only at the start of the input: dead after a few bytes of most";
      return options;
    }
    if (engines.contains(EngineKind.LITERAL_FILTER)) {
      try {
        List<Chain> chains =
            maker(stretches, SearchPlanner.MOST_NANOS_ALONE, shares, true)
                .chains(rule.index(), rule.tree());
        options.byBytes = !strings(chains, this::isFoundByByte).isEmpty();
        if (options.byBytes && Nodes.isAnchored(rule.tree())) {
          throw new NotSearchableException("no window, and at the start of the input only");
        }
        options.byWindows = chains;
        options.nanos = nanos(options.byWindows, string -> FilterEngine.windowNanos(string, model));
        options.smallNanos =
            nanos(options.byWindows, string -> FilterEngine.windowNanos(string, classModel));
        options.narrow = strings(options.byWindows, this::isNarrow);
        if (options.hasWindows() && !options.isRare()) {
          options.wideNanos =
              nanos(options.byWindows, string -> FilterEngine.wideNanos(string, classModel));
        }
        boolean waits =
            options.byWindows.stream().anyMatch(c -> c.gaps().stream().anyMatch(Gap::isAnything));
        options.suitsAutomaton =
            !waits
                && Nodes.positions(rule.tree()) <= MOST_POSITIONS
                && !Nodes.hasBoundedSet(rule.tree(), SMALL_SET);
        options.isShortString =
            options.suitsAutomaton
                && !options.narrow.isEmpty()
                && Nodes.maxLength(rule.tree()) != Nodes.UNBOUNDED
                && !Nodes.hasBoundedSet(rule.tree(), LARGEST_OF_STRING);
      } catch (NotSearchableException | LimitExceededException e) {
        options.reason = e.getMessage();
      }
    }
    // Over few letters even single strings are frequent, and one pass for all is enough.
    if (classModel != model && engines.contains(EngineKind.CLASS_INDEX)) {
      Stretches byClasses = new Stretches(classModel, FilterEngine::classNanos);
      try {
        options.byClasses =
            maker(byClasses, MOST_CLASS_NANOS, window -> 1, false)
                .chains(rule.index(), rule.tree());
        options.classNanos =
            nanos(options.byClasses, string -> FilterEngine.classNanos(string, classModel));
      } catch (NotSearchableException | LimitExceededException e) {
        options.reason = e.getMessage();
      }
    }
    return options;
  }

  /** A finder of parts that knows nothing yet. */
  Stretches stretches() {
    return new Stretches(model, FilterEngine::windowNanos);
  }

  /** Takes rules apart into chains that cost no more than so much. */
  RuleChains maker(
      Stretches stretches, double mostNanos, IntUnaryOperator shares, boolean demands) {
    return new RuleChains(new PieceMaker(compiler, stretches, mostNanos, shares, demands));
  }

  private static Set<List<SymbolSet>> strings(List<Chain> chains, Predicate<Factor> which) {
    Set<List<SymbolSet>> strings = new HashSet<>();
    for (Chain chain : chains) {
      for (List<Factor> piece : chain.pieces()) {
        for (Factor factor : piece) {
          if (which.test(factor)) {
            strings.add(factor.string());
          }
        }
      }
    }
    return strings;
  }

  /** Whether a string needs a pass at every place. */
  private boolean isNarrow(Factor factor) {
    return isFound(factor, 1, Integer.BYTES - 1);
  }

  private boolean isFoundByByte(Factor factor) {
    return isFound(factor, 0, 0);
  }

  private boolean isFound(Factor factor, int least, int most) {
    int width = FilterEngine.windowBytes(factor.string());
    return !factor.onDemand()
        && width >= least
        && width <= most
        && !FilterEngine.isFoundByRun(factor.string(), model);
  }

  private static double nanos(List<Chain> chains, ToDoubleFunction<List<SymbolSet>> cost) {
    double nanos = 0;
    for (Chain chain : chains) {
      for (Factor factor : chain.pieces().get(0)) {
        nanos += factor.onDemand() ? 0 : cost.applyAsDouble(factor.string());
      }
    }
    return nanos;
  }
}
