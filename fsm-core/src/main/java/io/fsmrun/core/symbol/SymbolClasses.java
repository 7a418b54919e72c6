package io.fsmrun.core.symbol;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Collection;

/**
 * A map from the 256 byte values to classes of bytes that an automaton never tells apart.
 *
 * <p>Classes are numbered from 0 in the order of their lowest byte, so equal equivalences give
 * equal maps. Immutable, shared by threads.
 */
public final class SymbolClasses {

  private final byte[] classOf;
  private final int[] representatives;

  private SymbolClasses(byte[] classOf, int[] representatives) {
    this.classOf = classOf;
    this.representatives = representatives;
  }

  /**
   * The coarsest classes under which every given set is a union of classes.
   *
   * <p>Takes O(256) per distinct set.
   *
   * @param sets the sets that must stay distinguishable
   * @return the classes
   */
  public static SymbolClasses of(Collection<SymbolSet> sets) {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    Int2IntOpenHashMap renamed = new Int2IntOpenHashMap();
    for (SymbolSet set : sets) {
      renamed.clear();
      for (int symbol = 0; symbol < labels.length; symbol++) {
        int key = labels[symbol] * 2 + (set.contains(symbol) ? 1 : 0);
        int fresh = renamed.size();
        int label = renamed.getOrDefault(key, fresh);
        if (label == fresh) {
          renamed.put(key, fresh);
        }
        labels[symbol] = label;
      }
    }
    return ofLabels(labels);
  }

  /**
   * Classes from arbitrary labels: two bytes share a class exactly when their labels are equal.
   *
   * @param labels 256 labels
   * @return the classes, renumbered in the order of their lowest byte
   * @throws IllegalArgumentException if there are not 256 labels
   */
  public static SymbolClasses ofLabels(int[] labels) {
    if (labels.length != SymbolSet.ALPHABET_SIZE) {
      throw new IllegalArgumentException(labels.length + " labels, not 256");
    }
    Int2IntOpenHashMap renamed = new Int2IntOpenHashMap();
    byte[] classOf = new byte[SymbolSet.ALPHABET_SIZE];
    int[] representatives = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      int fresh = renamed.size();
      int number = renamed.getOrDefault(labels[symbol], fresh);
      if (number == fresh) {
        renamed.put(labels[symbol], fresh);
        representatives[fresh] = symbol;
      }
      classOf[symbol] = (byte) number;
    }
    return new SymbolClasses(classOf, Arrays.copyOf(representatives, renamed.size()));
  }

  /**
   * Number of classes.
   *
   * @return 1 to 256
   */
  public int count() {
    return representatives.length;
  }

  /**
   * The class of a byte.
   *
   * @param symbol a value from 0 to 255
   * @return its class, from 0
   */
  public int classOf(int symbol) {
    return classOf[symbol] & 0xff;
  }

  /**
   * The lowest byte of a class.
   *
   * @param symbolClass a class
   * @return a symbol of that class
   */
  public int representative(int symbolClass) {
    return representatives[symbolClass];
  }

  /**
   * A fresh copy of the map, indexed by byte, for hot loops; read entries with {@code & 0xff}.
   *
   * @return 256 class numbers
   */
  public byte[] toByteArray() {
    return classOf.clone();
  }

  /**
   * All symbols of one class.
   *
   * @param symbolClass a class
   * @return its symbols, never empty
   */
  public SymbolSet symbols(int symbolClass) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int symbol = 0; symbol < classOf.length; symbol++) {
      if (classOf(symbol) == symbolClass) {
        set = set.or(SymbolSet.of(symbol));
      }
    }
    return set;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SymbolClasses that && Arrays.equals(classOf, that.classOf);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(classOf);
  }
}
