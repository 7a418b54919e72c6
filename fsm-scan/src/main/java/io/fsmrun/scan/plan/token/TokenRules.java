package io.fsmrun.scan.plan.token;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.token.TokenChain;
import io.fsmrun.cpu.token.TokenElement;
import io.fsmrun.cpu.token.TokenProgram;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.PlannedRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds rules that are about tokens: {@code / +[^ ]*ing +the +[^ ]+ /}.
 *
 * <p>A rule is taken if its matches consist of parts without delimiters and runs of delimiters, in
 * a bounded number of ways, and end with a delimiter. What is taken is found exactly as the rule
 * says, byte for byte.
 */
public final class TokenRules {

  /** Fewer rules than this are not worth an engine of their own. */
  public static final int LEAST_RULES = 8;

  /** Neither are they if they are a smaller share than one of this many. */
  private static final int LEAST_SHARE = 8;

  private static final int MOST_DELIMITERS = 8;
  private static final int MOST_CANDIDATES = 4;

  /** Bits of all chains together; a step takes some of them all in turn. */
  private static final int MOST_ELEMENTS = 1 << 18;

  private TokenRules() {}

  /**
   * Plans rules as tokens.
   *
   * @param rules the rules, in order of index
   * @return the plan for those that are about tokens; empty if they are too few to gain anything.
   *     The same rules give the same plan
   */
  public static Optional<TokenPlan> plan(List<PlannedRule> rules) {
    return plan(rules, Checkpoint.NONE);
  }

  /**
   * Plans rules as tokens, which may be ended.
   *
   * @param rules the rules, in order of index
   * @param checkpoint passed for each rule
   * @return the plan, as above
   */
  public static Optional<TokenPlan> plan(List<PlannedRule> rules, Checkpoint checkpoint) {
    TokenPlan best = null;
    for (SymbolSet delimiters : candidates(rules, checkpoint)) {
      TokenPlan plan = plan(rules, delimiters, checkpoint);
      if (best == null || plan.taken().size() > best.taken().size()) {
        best = plan;
      }
    }
    return best == null
            || best.taken().size() < LEAST_RULES
            || best.taken().size() < rules.size() / LEAST_SHARE
        ? Optional.empty()
        : Optional.of(best);
  }

  /** Sets that rules repeat, or that they repeat all but, those of most rules first. */
  private static List<SymbolSet> candidates(List<PlannedRule> rules, Checkpoint checkpoint) {
    Map<SymbolSet, Integer> counts = new LinkedHashMap<>();
    for (PlannedRule rule : rules) {
      checkpoint.pass();
      mentioned(rule.tree()).forEach(set -> counts.merge(set, 1, Integer::sum));
    }
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() >= LEAST_RULES)
        .sorted(Map.Entry.<SymbolSet, Integer>comparingByValue().reversed())
        .limit(MOST_CANDIDATES)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Set<SymbolSet> mentioned(RegexNode tree) {
    Set<SymbolSet> sets = new HashSet<>();
    Regexes.visit(
        tree,
        node -> {
          if (node instanceof RegexNode.Repeat repeat
              && repeat.max() == RegexNode.Repeat.UNBOUNDED
              && repeat.body() instanceof RegexNode.Symbols symbols) {
            addSmall(symbols.set(), sets);
            addSmall(symbols.set().complement(), sets);
          }
        });
    return sets;
  }

  private static void addSmall(SymbolSet set, Set<SymbolSet> sets) {
    if (!set.isEmpty() && set.size() <= MOST_DELIMITERS) {
      sets.add(set);
    }
  }

  private static TokenPlan plan(
      List<PlannedRule> rules, SymbolSet delimiters, Checkpoint checkpoint) {
    Predicates predicates = new Predicates(RuleCompiler.withDefaults(), delimiters);
    ShapeExpander expander = new ShapeExpander(delimiters);
    List<TokenChain> chains = new ArrayList<>();
    List<TokenPlan.Taken> taken = new ArrayList<>();
    int elements = 0;
    for (PlannedRule rule : rules) {
      checkpoint.pass();
      if (!mentioned(rule.tree()).contains(delimiters)) {
        continue;
      }
      try {
        List<TokenChain> more = new ArrayList<>();
        for (Shape shape : expander.shapes(rule.tree())) {
          more.addAll(chains(rule.index(), shape, delimiters, predicates));
        }
        int size = more.stream().mapToInt(chain -> chain.elements().size()).sum();
        if (elements + size <= MOST_ELEMENTS) {
          elements += size;
          chains.addAll(more);
          taken.add(new TokenPlan.Taken(rule.index(), reason(more, delimiters)));
        }
      } catch (NotTokensException | LimitExceededException e) {
        // Another engine takes it.
      }
    }
    return new TokenPlan(new TokenProgram(delimiters, predicates.automata(), chains), taken);
  }

  private static String reason(List<TokenChain> chains, SymbolSet delimiters) {
    int longest = chains.stream().mapToInt(chain -> chain.elements().size()).max().orElse(0);
    return "tokens between "
        + (delimiters.equals(SymbolSet.of(' ')) ? "' '" : delimiters.toString())
        + ": "
        + longest
        + (longest == 1 ? " token" : " tokens in a row")
        + (chains.size() == 1 ? "" : ", " + chains.size() + " ways");
  }

  private static List<TokenChain> chains(
      int rule, Shape shape, SymbolSet delimiters, Predicates predicates)
      throws NotTokensException {
    List<Shape.Item> items = shape.items();
    if (items.isEmpty() || !(items.getLast() instanceof Shape.Run last)) {
      throw new NotTokensException("an end inside a token");
    }
    List<TokenElement> elements = new ArrayList<>();
    for (int i = 0; i < items.size() - 1; i++) {
      if (items.get(i) instanceof Shape.Part part) {
        elements.add(element(items, i, part.node(), delimiters, predicates));
      }
    }
    if (elements.isEmpty() || elements.size() > TokenChain.MAX_TOKENS) {
      throw new NotTokensException(elements.size() + " tokens");
    }
    if (last.min() > TokenElement.MAX_RUN
        || last.max() > TokenElement.MAX_RUN && last.max() != Shape.UNBOUNDED) {
      throw new NotTokensException("many delimiters at the end");
    }
    if (last.max() == Shape.UNBOUNDED) {
      return List.of(new TokenChain(rule, elements, last.min(), true));
    }
    List<TokenChain> chains = new ArrayList<>();
    for (int run = last.min(); run <= last.max(); run++) {
      chains.add(new TokenChain(rule, elements, run, false));
    }
    return chains;
  }

  private static TokenElement element(
      List<Shape.Item> items, int at, RegexNode node, SymbolSet delimiters, Predicates predicates)
      throws NotTokensException {
    if (at == 0) {
      // The rule may begin in the middle of a token.
      RegexNode before = Regexes.anyNumberOf(delimiters.complement());
      int predicate = predicates.numberOf(Regexes.concat(List.of(before, node)));
      return new TokenElement(predicate, 0, TokenElement.UNBOUNDED);
    }
    Shape.Run run = (Shape.Run) items.get(at - 1);
    boolean first = at == 1;
    if (run.min() > TokenElement.MAX_RUN
        || !first && run.max() > TokenElement.MAX_RUN && run.max() != Shape.UNBOUNDED) {
      throw new NotTokensException("many delimiters");
    }
    int max = first || run.max() == Shape.UNBOUNDED ? TokenElement.UNBOUNDED : run.max();
    return new TokenElement(predicates.numberOf(node), run.min(), max);
  }
}
