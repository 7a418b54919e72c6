package io.fsmrun.scan.plan.shift;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.shift.ShiftChain;
import io.fsmrun.cpu.shift.ShiftElement;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.scan.plan.PlannedRule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Makes rules chains of elements, if they are that. */
public final class ShiftRules {

  /** A rule that has more options is left alone. */
  private static final int MOST_OPTIONS = 32;

  /** A set of a string: a letter in either case. */
  private static final int LARGEST_OF_STRING = 2;

  private ShiftRules() {}

  /**
   * A rule as chains.
   *
   * @param rule the rule
   * @return one for each of its options that matches anything; none if it has assertions, repeats
   *     more than one byte without bound, matches the empty string or nothing at all, or is too
   *     long; O(options * elements)
   */
  public static List<ShiftChain> chains(PlannedRule rule) {
    List<ShiftChain> chains = new ArrayList<>();
    for (List<ShiftElement> option : options(rule.tree()).orElse(List.of())) {
      List<ShiftElement> elements = behindAnything(option);
      if (elements.isEmpty()) {
        return List.of();
      }
      if (elements.stream().noneMatch(ShiftRules::neverMatches)) {
        chains.add(new ShiftChain(rule.index(), elements));
      }
    }
    return chains;
  }

  private static boolean neverMatches(ShiftElement element) {
    return element.set().isEmpty() && !element.isOptional();
  }

  /**
   * Whether chains are but strings, in either case: of these an automaton meets few sets of states.
   *
   * @param chains of a rule
   * @return false if any of their elements is a greater set, or comes otherwise than once
   */
  public static boolean areStrings(List<ShiftChain> chains) {
    return chains.stream()
        .flatMap(chain -> chain.elements().stream())
        .noneMatch(e -> e.isOptional() || e.isRepeated() || e.set().size() > LARGEST_OF_STRING);
  }

  /** Behind anything, elements that may be left out are, and one that is repeated comes once. */
  private static List<ShiftElement> behindAnything(List<ShiftElement> elements) {
    int from = 0;
    while (from < elements.size() && elements.get(from).isOptional()) {
      from++;
    }
    List<ShiftElement> rest = new ArrayList<>(elements.subList(from, elements.size()));
    if (!rest.isEmpty()) {
      rest.set(0, ShiftElement.one(rest.get(0).set()));
    }
    return rest;
  }

  /** The options of a node; nothing if they are too many, too long, or no elements. */
  private static Optional<List<List<ShiftElement>>> options(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> Optional.of(List.of(List.of()));
      case RegexNode.Symbols symbols ->
          Optional.of(List.of(List.of(ShiftElement.one(symbols.set()))));
      case RegexNode.Assertion assertion -> Optional.empty();
      case RegexNode.Concat concat -> product(concat.parts());
      case RegexNode.Alternate choice -> sum(choice);
      case RegexNode.Repeat repeat -> repeated(repeat);
    };
  }

  private static Optional<List<List<ShiftElement>>> product(List<RegexNode> parts) {
    List<List<ShiftElement>> all = List.of(List.of());
    for (RegexNode part : parts) {
      Optional<List<List<ShiftElement>>> next = options(part);
      if (next.isEmpty() || (long) all.size() * next.get().size() > MOST_OPTIONS) {
        return Optional.empty();
      }
      List<List<ShiftElement>> longer = new ArrayList<>();
      for (List<ShiftElement> before : all) {
        for (List<ShiftElement> behind : next.get()) {
          if (before.size() + behind.size() > ShiftChain.MOST_ELEMENTS) {
            return Optional.empty();
          }
          List<ShiftElement> both = new ArrayList<>(before);
          both.addAll(behind);
          longer.add(both);
        }
      }
      all = longer;
    }
    return Optional.of(all);
  }

  private static Optional<List<List<ShiftElement>>> sum(RegexNode.Alternate choice) {
    Optional<SymbolSet> set = set(choice);
    if (set.isPresent()) {
      return Optional.of(List.of(List.of(ShiftElement.one(set.get()))));
    }
    List<List<ShiftElement>> all = new ArrayList<>();
    for (RegexNode branch : choice.branches()) {
      Optional<List<List<ShiftElement>>> more = options(branch);
      if (more.isEmpty() || all.size() + more.get().size() > MOST_OPTIONS) {
        return Optional.empty();
      }
      all.addAll(more.get());
    }
    return Optional.of(all);
  }

  private static Optional<List<List<ShiftElement>>> repeated(RegexNode.Repeat repeat) {
    Optional<SymbolSet> set = set(repeat.body());
    boolean endless = repeat.max() == RegexNode.Repeat.UNBOUNDED;
    int most = endless ? repeat.min() : repeat.max();
    if (most > ShiftChain.MOST_ELEMENTS) {
      return Optional.empty();
    }
    if (set.isEmpty()) {
      return endless ? Optional.empty() : repeatedOptions(repeat);
    }
    List<ShiftElement> elements = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      elements.add(new ShiftElement(set.get(), i >= repeat.min(), false));
    }
    if (endless) {
      elements.add(new ShiftElement(set.get(), true, true));
    }
    return elements.size() > ShiftChain.MOST_ELEMENTS
        ? Optional.empty()
        : Optional.of(List.of(elements));
  }

  private static Optional<List<List<ShiftElement>>> repeatedOptions(RegexNode.Repeat repeat) {
    List<List<ShiftElement>> all = new ArrayList<>();
    for (int times = repeat.min(); times <= repeat.max(); times++) {
      Optional<List<List<ShiftElement>>> more = product(Collections.nCopies(times, repeat.body()));
      if (more.isEmpty() || all.size() + more.get().size() > MOST_OPTIONS) {
        return Optional.empty();
      }
      all.addAll(more.get());
    }
    return Optional.of(all);
  }

  /** The bytes of a node that is one byte. */
  private static Optional<SymbolSet> set(RegexNode node) {
    if (node instanceof RegexNode.Symbols symbols) {
      return Optional.of(symbols.set());
    }
    if (!(node instanceof RegexNode.Alternate choice)) {
      return Optional.empty();
    }
    SymbolSet union = SymbolSet.EMPTY;
    for (RegexNode branch : choice.branches()) {
      Optional<SymbolSet> one = set(branch);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      union = union.or(one.get());
    }
    return Optional.of(union);
  }
}
