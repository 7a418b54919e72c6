package io.fsmrun.ap.reference;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NetworkDraft.Edge;
import io.fsmrun.ap.reference.NetworkDraft.Element;
import io.fsmrun.ap.reference.NetworkDraft.Reporting;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Random networks and inputs, all drawn from one generator: equal seeds and equal calls give equal
 * networks. Symbol sets and inputs are over the letters {@code a}, {@code b} and {@code c}, with
 * now and then another byte, so that networks are busy. For one thread.
 */
public final class RandomNetworks {

  /** Kinds of networks. */
  public enum Family {
    /** STEs, counters and gates, in one to four components. */
    MIXED,
    /** STEs alone, some latched. */
    STES_ONLY,
    /** STEs alone, none latched: automata as regular expressions give them. */
    PLAIN_STES,
    /** As {@link #MIXED}, and then some elements doubled with the edges into or out of them. */
    TWINS,
    /** As {@link #PLAIN_STES}, and then some elements doubled. */
    STE_TWINS,
    /** One component many times, with other symbols and codes each time. */
    ISOMORPHIC,
    /** Long chains of STEs, some with equal beginnings or ends. */
    CHAINS
  }

  private static final int LETTERS = 3;
  private static final int OTHER = 'z';
  private static final GateFunction[] FUNCTIONS = GateFunction.values();
  private static final CounterMode[] MODES = CounterMode.values();

  private final RandomGenerator random;

  /**
   * A source.
   *
   * @param random where all choices come from
   */
  public RandomNetworks(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A source that can be replayed.
   *
   * @param seed any number
   * @return a source that depends on the seed alone
   */
  public static RandomNetworks seeded(long seed) {
    return new RandomNetworks(new SplittableRandom(seed));
  }

  /**
   * A network of a family.
   *
   * @param family what kind
   * @param mostElements about how many elements it may have, at least 1
   * @return the network
   */
  public AutomataNetwork network(Family family, int mostElements) {
    NetworkShape shape = shape(number((mostElements + 1) / 2, mostElements));
    NetworkDraft draft =
        switch (family) {
          case MIXED -> draft(shape);
          case STES_ONLY -> draft(shape.withoutSpecials());
          case PLAIN_STES -> draft(shape.withoutSpecials().withoutLatches());
          case TWINS -> doubled(draft(shape));
          case STE_TWINS -> doubled(draft(shape.withoutSpecials().withoutLatches()));
          case ISOMORPHIC -> copies(number(2, 5), Math.max(1, mostElements / 4));
          case CHAINS -> chains(number(1, 4), Math.max(1, mostElements / 3));
        };
    return build(family.name(), draft);
  }

  /**
   * A network of a shape.
   *
   * @param shape what it looks like
   * @return the network
   */
  public AutomataNetwork network(NetworkShape shape) {
    return build("shaped", draft(shape));
  }

  /**
   * One component many times, each with the letters changed round and a code of its own.
   *
   * @param copies how often
   * @param elements how many elements a copy has
   * @return the network
   */
  public AutomataNetwork isomorphic(int copies, int elements) {
    return build("isomorphic", copies(copies, elements));
  }

  /**
   * Chains of STEs, each next one starting as, or ending as, an earlier one.
   *
   * @param chains how many
   * @param length how many STEs each has
   * @return the network
   */
  public AutomataNetwork chain(int chains, int length) {
    return build("chains", chains(chains, length));
  }

  /**
   * An input, at least half as long as it may be; but one in twenty is empty, and as many are one
   * byte long.
   *
   * @param mostSymbols the most bytes
   * @return the input
   */
  public byte[] input(int mostSymbols) {
    int length = number(mostSymbols / 2, mostSymbols);
    if (chance(0.1)) {
      length = Math.min(mostSymbols, number(0, 1));
    }
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) (chance(0.03) ? random.nextInt(256) : chance(0.03) ? OTHER : letter());
    }
    return input;
  }

  private int letter() {
    return 'a' + random.nextInt(LETTERS);
  }

  private int number(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private AutomataNetwork build(String id, NetworkDraft draft) {
    int[] order = new int[draft.elements.size()];
    for (int i = 0; i < order.length; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return draft.build(id, order);
  }

  private NetworkShape shape(int elements) {
    return new NetworkShape(
        elements,
        number(1, 4),
        0.5 + 2 * random.nextDouble(),
        chance(0.2) ? 0.8 : 0.35,
        chance(0.5) ? 0 : 0.15,
        chance(0.1) ? 1 : chance(0.1) ? 0 : 0.25,
        chance(0.5) ? 0 : 0.2);
  }

  private NetworkDraft draft(NetworkShape shape) {
    NetworkDraft draft = new NetworkDraft();
    int components = Math.min(shape.components(), shape.elements());
    for (int component = 0; component < components; component++) {
      int last = (int) ((component + 1L) * shape.elements() / components);
      addComponent(draft, last - draft.elements.size(), shape);
    }
    return draft;
  }

  private void addComponent(NetworkDraft draft, int elements, NetworkShape shape) {
    int first = draft.elements.size();
    for (int i = 0; i < elements; i++) {
      draft.add(element(shape));
    }
    if (chance(0.95) && !draft.elements.get(first).isSpecial()) {
      draft.elements.set(first, draft.elements.get(first).withStart(StartKind.ALL_INPUT));
    }
    int edges = (int) Math.round(elements * shape.edgesPerElement());
    for (int i = 0; i < edges; i++) {
      int from = first + random.nextInt(elements);
      int to = chance(0.1) ? from : first + random.nextInt(elements);
      boolean within = draft.elements.get(from).isSpecial() && draft.elements.get(to).isSpecial();
      // Edges between counters and gates lead upwards, so that there is no circle of them.
      if (!within || from < to) {
        draft.edge(from, to, port(draft.elements.get(to)));
      }
    }
  }

  private int port(Element target) {
    return switch (target.kind()) {
      case STE -> 0;
      case COUNTER -> chance(0.3) ? 1 : 0;
      case GATE -> target.function().hasTerms() ? random.nextInt(3) : 0;
    };
  }

  private Element element(NetworkShape shape) {
    ElementKind kind =
        !chance(shape.specials())
            ? ElementKind.STE
            : chance(0.4) ? ElementKind.COUNTER : ElementKind.GATE;
    return new Element(
        kind,
        symbols(),
        chance(0.15)
            ? StartKind.ALL_INPUT
            : chance(0.15) ? StartKind.START_OF_DATA : StartKind.NONE,
        chance(shape.latched()),
        number(1, 4),
        MODES[random.nextInt(MODES.length)],
        FUNCTIONS[random.nextInt(FUNCTIONS.length)],
        new Reporting(chance(shape.reporting()), code(), chance(shape.atEndOnly())));
  }

  private String code() {
    return chance(0.4) ? "" : "r" + random.nextInt(3);
  }

  private SymbolSet symbols() {
    if (chance(0.15)) {
      return chance(0.7) ? SymbolSet.ALL : SymbolSet.EMPTY;
    }
    SymbolSet set = SymbolSet.of(letter());
    while (chance(0.4)) {
      set = set.or(SymbolSet.of(letter()));
    }
    return chance(0.1) ? set.complement() : set;
  }

  /** Doubles elements, with all or some of the edges into them and out of them. */
  private NetworkDraft doubled(NetworkDraft draft) {
    int before = draft.elements.size();
    for (int doublings = 1 + before / 2; doublings > 0; doublings--) {
      int element = random.nextInt(before);
      int copy = draft.add(draft.elements.get(element));
      double into = chance(0.6) ? 1 : 0.6;
      double outOf = chance(0.6) ? 1 : 0.6;
      for (Edge edge : draft.edgesInto(element)) {
        if (chance(into)) {
          draft.edge(edge.from() == element ? copy : edge.from(), copy, edge.port());
        }
      }
      for (Edge edge : draft.edgesOutOf(element)) {
        if (edge.to() != element && edge.to() != copy && chance(outOf)) {
          draft.edge(copy, edge.to(), edge.port());
        }
      }
    }
    return draft;
  }

  private NetworkDraft copies(int copies, int elements) {
    NetworkShape shape = shape(elements);
    NetworkDraft one =
        draft(
            new NetworkShape(
                elements, 1, shape.edgesPerElement(), chance(0.5) ? 0 : 0.3, 0, 0.3, 0));
    NetworkDraft all = new NetworkDraft();
    for (int copy = 0; copy < copies; copy++) {
      int first = all.elements.size();
      int turn = random.nextInt(LETTERS);
      for (Element element : one.elements) {
        Reporting reporting = element.reporting();
        String code = reporting.code().isEmpty() ? "" : "copy" + copy;
        all.add(
            element
                .withSymbols(turned(element.symbols(), turn))
                .withReporting(new Reporting(reporting.reports(), code, reporting.atEndOnly())));
      }
      for (Edge edge : one.edges) {
        all.edge(first + edge.from(), first + edge.to(), edge.port());
      }
    }
    return all;
  }

  /** Each letter replaced by one that is some letters on. */
  private static SymbolSet turned(SymbolSet symbols, int turn) {
    SymbolSet letters = SymbolSet.range('a', 'a' + LETTERS - 1);
    SymbolSet turned = symbols.minus(letters);
    for (int letter = 0; letter < LETTERS; letter++) {
      if (symbols.contains('a' + letter)) {
        turned = turned.or(SymbolSet.of('a' + (letter + turn) % LETTERS));
      }
    }
    return turned;
  }

  private NetworkDraft chains(int chains, int length) {
    NetworkDraft draft = new NetworkDraft();
    NetworkShape shape = new NetworkShape(length, 1, 0, 0, 0, 0.05, 0);
    for (int chain = 0; chain < chains; chain++) {
      int first = draft.elements.size();
      for (int i = 0; i < length; i++) {
        boolean again = chain > 0 && chance(0.8);
        draft.add(
            again
                ? draft.elements.get(first - length + i)
                : element(shape).withStart(StartKind.NONE));
        if (i > 0) {
          draft.edge(first + i - 1, first + i, 0);
        }
        if (chance(0.05)) {
          draft.edge(first + i, first + i, 0);
        }
      }
      draft.elements.set(first, draft.elements.get(first).withStart(StartKind.ALL_INPUT));
      int last = first + length - 1;
      Reporting reporting = new Reporting(true, chance(0.5) ? "" : "chain", false);
      draft.elements.set(last, draft.elements.get(last).withReporting(reporting));
    }
    return draft;
  }
}
