package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a network that takes two bytes a symbol, so that it needs half as many.
 *
 * <p>For each edge from p to q there is an STE that is active when p was on the first byte and, by
 * way of this edge, q on the second; it stands where p stands before and where q stands after. For
 * each p that reports there is one that reports p on the first byte, whatever the second; and for
 * each q that starts on all input there is one that is active when q is on the second byte,
 * whatever the first. A symbol of one byte holds the pair of the classes of the two, or of one and
 * the end of an odd input: 15 classes are the most.
 *
 * <p>Takes the more room the more edges lead into and out of elements: an STE an edge, and an edge
 * for each edge (p, q), each edge (q, r) and each edge (r, s). {@link DeadRemoval}, {@link
 * PrefixMerging} and {@link SuffixMerging} shrink the result.
 */
public final class TwoStride {

  /** The most classes of bytes; with the end of input there are 15 x 16 pairs. */
  public static final int MOST_CLASSES = 15;

  private final AutomataNetwork network;
  private final SymbolClasses classes;
  private final Writing writing;
  private final NetworkBuilder builder;
  private final SymbolSet[] anyThen;
  private final Long2ObjectOpenHashMap<SymbolSet> pairs = new Long2ObjectOpenHashMap<>();

  /** First of the new STEs that stand before an element; their handles are successive. */
  private final int[] before;

  /** For each new STE, by handle, the element on the second byte; -1 if it ends on the first. */
  private final IntArrayList after = new IntArrayList();

  private TwoStride(AutomataNetwork network, SymbolClasses classes) {
    this.network = network;
    this.classes = classes;
    writing = new Writing(network);
    builder = writing.builder();
    anyThen = new SymbolSet[network.symbolSetCount()];
    before = new int[network.size() + 1];
  }

  /**
   * Strides a network.
   *
   * @param network a network of STEs alone
   * @return the strided network and its coding
   * @throws MalformedNetworkException if there is a counter or gate, named in the message
   * @throws LimitExceededException if there are more than {@link #MOST_CLASSES} classes of bytes
   *     that the network tells apart, or the result has too many elements or edges
   */
  public static StridedNetwork apply(AutomataNetwork network) {
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) != ElementKind.STE) {
        throw new MalformedNetworkException(
            "'%s' is a counter or boolean element; only networks of STEs can be strided"
                .formatted(network.id(element)));
      }
    }
    AutomataNetwork plain = Unlatching.apply(network);
    List<SymbolSet> sets = new ArrayList<>();
    for (int index = 0; index < plain.symbolSetCount(); index++) {
      sets.add(plain.symbolSet(index));
    }
    SymbolClasses classes = SymbolClasses.of(sets);
    if (classes.count() > MOST_CLASSES) {
      throw new LimitExceededException(
          "symbol classes of a network to be strided", MOST_CLASSES, classes.count());
    }
    return new StridedNetwork(new TwoStride(plain, classes).build(), classes);
  }

  private AutomataNetwork build() {
    for (int first = 0; first < network.size(); first++) {
      before[first] = builder.size();
      definePairs(first);
      defineFirst(first);
    }
    before[network.size()] = builder.size();
    for (int second = 0; second < network.size(); second++) {
      if (network.start(second) == StartKind.ALL_INPUT) {
        int handle = define("*|" + network.id(second), anyThen(second), StartKind.ALL_INPUT);
        reportSecond(second, handle);
      }
    }
    for (int handle = 0; handle < after.size(); handle++) {
      if (after.getInt(handle) >= 0) {
        drive(handle, after.getInt(handle));
      }
    }
    return builder.build();
  }

  private void definePairs(int first) {
    for (int i = 0; i < network.successorCount(first); i++) {
      int second = network.successor(first, i);
      // What starts on all input is active on its symbols with or without this edge.
      if (network.start(second) != StartKind.ALL_INPUT) {
        String id = network.id(first) + "|" + network.id(second);
        int handle = define(id, pair(first, second), network.start(first));
        reportSecond(second, handle);
      }
    }
  }

  private void reportSecond(int second, int handle) {
    after.add(second);
    if (network.isReporting(second)) {
      builder.report(handle, writing.name(second) + ":1");
      if (network.isAtEndOnly(second)) {
        builder.atEndOnly(handle);
      }
    }
  }

  private void defineFirst(int first) {
    if (!network.isReporting(first)) {
      return;
    }
    SymbolSet seconds =
        network.isAtEndOnly(first)
            ? SymbolSet.of(classes.count())
            : SymbolSet.range(0, classes.count());
    SymbolSet symbols = product(network.symbols(first), seconds);
    int handle = define(network.id(first) + "|", symbols, network.start(first));
    after.add(-1);
    builder.report(handle, writing.name(first) + ":0");
  }

  private int define(String id, SymbolSet symbols, StartKind start) {
    int handle = builder.ste(writing.freshId(id), symbols);
    builder.start(handle, start);
    return handle;
  }

  private void drive(int handle, int second) {
    for (int i = 0; i < network.successorCount(second); i++) {
      int next = network.successor(second, i);
      if (network.start(next) != StartKind.ALL_INPUT) {
        for (int to = before[next]; to < before[next + 1]; to++) {
          builder.edge(handle, to);
        }
      }
    }
  }

  private SymbolSet anyThen(int second) {
    int index = network.symbolSetIndex(second);
    if (anyThen[index] == null) {
      anyThen[index] = product(SymbolSet.ALL, classesOf(network.symbols(second)));
    }
    return anyThen[index];
  }

  private SymbolSet pair(int first, int second) {
    long key = (long) network.symbolSetIndex(first) << 32 | network.symbolSetIndex(second);
    return pairs.computeIfAbsent(
        key, absent -> product(network.symbols(first), classesOf(network.symbols(second))));
  }

  private SymbolSet classesOf(SymbolSet bytes) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int number = 0; number < classes.count(); number++) {
      if (bytes.contains(classes.representative(number))) {
        set = set.or(SymbolSet.of(number));
      }
    }
    return set;
  }

  /** The pairs of a class of the given bytes and a given class, or the end. */
  private SymbolSet product(SymbolSet firstBytes, SymbolSet seconds) {
    SymbolSet[] set = {SymbolSet.EMPTY};
    classesOf(firstBytes)
        .forEach(
            first ->
                seconds.forEach(
                    second ->
                        set[0] = set[0].or(SymbolSet.of(first * (classes.count() + 1) + second))));
    return set[0];
  }
}
