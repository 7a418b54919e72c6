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
   * <p>Each set takes a time in proportion to its symbols, or to those outside it if they are
   * fewer.
   *
   * @param sets the sets that must stay distinguishable
   * @return the classes
   */
  public static SymbolClasses of(Collection<SymbolSet> sets) {
    Refinement refinement = new Refinement();
    for (SymbolSet set : sets) {
      boolean isLarge = set.size() > SymbolSet.ALPHABET_SIZE / 2;
      refinement.split(isLarge ? set.complement() : set);
    }
    return ofLabels(refinement.labels);
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

  /** Classes that are split, set by set, each in a time in proportion to the set. */
  private static final class Refinement {

    private final int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    private final int[] sizes = new int[SymbolSet.ALPHABET_SIZE];

    /** Per class how many of its symbols are in the set, and what they become. */
    private final int[] inside = new int[SymbolSet.ALPHABET_SIZE];

    private final int[] splitTo = new int[SymbolSet.ALPHABET_SIZE];
    private final int[] touched = new int[SymbolSet.ALPHABET_SIZE];
    private int touchedCount;
    private int count = 1;

    Refinement() {
      sizes[0] = SymbolSet.ALPHABET_SIZE;
    }

    void split(SymbolSet set) {
      touchedCount = 0;
      for (int word = 0; word < SymbolSet.ALPHABET_SIZE / Long.SIZE; word++) {
        for (long bits = set.word(word); bits != 0; bits &= bits - 1) {
          touch(labels[word * Long.SIZE + Long.numberOfTrailingZeros(bits)]);
        }
      }
      for (int i = 0; i < touchedCount; i++) {
        int label = touched[i];
        splitTo[label] = inside[label] < sizes[label] ? count++ : label;
      }
      for (int word = 0; word < SymbolSet.ALPHABET_SIZE / Long.SIZE; word++) {
        for (long bits = set.word(word); bits != 0; bits &= bits - 1) {
          int symbol = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
          labels[symbol] = splitTo[labels[symbol]];
        }
      }
      for (int i = 0; i < touchedCount; i++) {
        int label = touched[i];
        sizes[label] -= inside[label];
        sizes[splitTo[label]] += inside[label];
        inside[label] = 0;
      }
    }

    private void touch(int label) {
      if (inside[label]++ == 0) {
        touched[touchedCount++] = label;
      }
    }
  }
}
