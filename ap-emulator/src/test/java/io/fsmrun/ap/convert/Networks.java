package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** Networks for tests of formats: random ones, and what makes two of them equal. */
public final class Networks {

  private static final List<String> ODD_TEXTS =
      List.of(
          "\"",
          "<a&b>",
          "\\N",
          "]]>",
          " ",
          "\u00e9\ud83d\ude00",
          "a:b",
          "x\ty\nz",
          "&amp;",
          "'",
          "c:7");

  private final SplittableRandom random;
  private final Wish wish;

  /** What a random network may have in it. */
  public enum Wish {
    /** All there is. */
    ANYTHING,
    /** What ANML can say element by element. */
    SAID_BY_ANML,
    /** What MNRL can say element by element. */
    SAID_BY_MNRL,
    /** What both can. */
    SAID_BY_BOTH
  }

  private Networks(long seed, Wish wish) {
    this.random = new SplittableRandom(seed);
    this.wish = wish;
  }

  /** A random network of up to a dozen elements over the letters a to c. */
  public static AutomataNetwork random(long seed, Wish wish) {
    return new Networks(seed, wish).network();
  }

  private AutomataNetwork network() {
    NetworkBuilder builder = new NetworkBuilder(chance(0.3) ? "" : text(0));
    int count = random.nextInt(1, 13);
    ElementKind[] kinds = new ElementKind[count];
    GateFunction[] functions = new GateFunction[count];
    for (int element = 0; element < count; element++) {
      kinds[element] = chance(0.6) ? ElementKind.STE : any(List.of(ElementKind.values()));
      functions[element] = function();
      define(builder, kinds[element], functions[element], text(element));
    }
    boolean[] inverted = new boolean[count];
    for (int from = 0; from < count; from++) {
      for (int to = 0; to < count; to++) {
        boolean mayLead =
            kinds[from] == ElementKind.STE || kinds[to] == ElementKind.STE || from < to;
        boolean inverter = kinds[to] == ElementKind.GATE && functions[to] == GateFunction.NOT;
        if (mayLead && chance(0.3) && !(inverter && inverted[to])) {
          inverted[to] = true;
          builder.edge(from, to, port(kinds[to], functions[to]));
        }
      }
    }
    return builder.build();
  }

  private void define(NetworkBuilder builder, ElementKind kind, GateFunction function, String id) {
    int element =
        switch (kind) {
          case STE -> builder.ste(id, symbols());
          case COUNTER ->
              builder.counter(id, random.nextInt(1, 5), any(List.of(CounterMode.values())));
          case GATE -> builder.gate(id, function);
        };
    StartKind start =
        kind == ElementKind.STE && chance(0.5) ? any(List.of(StartKind.values())) : StartKind.NONE;
    builder.start(element, start);
    if (kind == ElementKind.STE && chance(0.1)) {
      builder.latch(element);
    }
    boolean reports = chance(0.4);
    if (reports) {
      builder.report(element, chance(0.5) ? "" : text(random.nextInt(5)));
    }
    if (chance(0.3) && maySayAtEnd(kind, start, reports)) {
      builder.atEndOnly(element);
    }
  }

  private boolean maySayAtEnd(ElementKind kind, StartKind start, boolean reports) {
    boolean inMnrl =
        kind == ElementKind.GATE || kind == ElementKind.STE && start == StartKind.NONE && reports;
    return switch (wish) {
      case ANYTHING -> true;
      case SAID_BY_ANML -> kind != ElementKind.COUNTER;
      case SAID_BY_MNRL, SAID_BY_BOTH -> inMnrl;
    };
  }

  private GateFunction function() {
    GateFunction function = any(List.of(GateFunction.values()));
    boolean plainOnly = wish == Wish.SAID_BY_MNRL || wish == Wish.SAID_BY_BOTH;
    return plainOnly && function.hasTerms() ? GateFunction.NAND : function;
  }

  private int port(ElementKind kind, GateFunction function) {
    return switch (kind) {
      case STE -> 0;
      case COUNTER -> random.nextInt(2);
      case GATE -> function.hasTerms() ? random.nextInt(wish == Wish.ANYTHING ? 5 : 3) : 0;
    };
  }

  private SymbolSet symbols() {
    SymbolSet set = SymbolSet.EMPTY;
    for (int letter = 'a'; letter <= 'c'; letter++) {
      set = chance(0.5) ? set.or(SymbolSet.of(letter)) : set;
    }
    return chance(0.2) ? set.complement() : set;
  }

  private String text(int number) {
    return (chance(0.2) ? any(ODD_TEXTS) : "e") + number;
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private <T> T any(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /**
   * All that has a meaning, by id: equal for networks that differ in the order of elements only.
   */
  public static Map<String, String> canonical(AutomataNetwork network) {
    Map<String, String> elements = new TreeMap<>();
    String[] sets = new String[network.symbolSetCount()];
    Arrays.setAll(sets, i -> network.symbolSet(i).toString());
    for (int element = 0; element < network.size(); element++) {
      TreeSet<String> edges = new TreeSet<>();
      for (int i = 0; i < network.successorCount(element); i++) {
        edges.add(network.id(network.successor(element, i)) + " by " + network.port(element, i));
      }
      elements.put(network.id(element), describe(network, element, sets) + " -> " + edges);
    }
    return elements;
  }

  private static String describe(AutomataNetwork network, int element, String[] sets) {
    ElementKind kind = network.kind(element);
    String what =
        switch (kind) {
          case STE ->
              sets[network.symbolSetIndex(element)]
                  + " "
                  + network.start(element)
                  + " "
                  + network.isLatched(element);
          case COUNTER -> network.target(element) + " " + network.counterMode(element);
          case GATE -> network.gateFunction(element).name();
        };
    boolean reports = network.isReporting(element);
    boolean end = network.isAtEndOnly(element) && (reports || kind == ElementKind.GATE);
    return kind
        + " "
        + what
        + (reports ? " reports <" + network.reportCode(element) + ">" : "")
        + (end ? " at end" : "");
  }
}
