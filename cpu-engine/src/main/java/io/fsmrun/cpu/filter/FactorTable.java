package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All factors of an engine, flat, and the check of their strings: two masked compares of eight
 * bytes; then, where these do not tell, masked compares of all of the string; then, where masks do
 * not tell, set by set. Immutable.
 *
 * <p>A set's mask has the bits that all its members share. If the set is all that the mask lets
 * through (one byte, a letter in both cases, any byte), the compare is exact.
 *
 * <pre>
 *   a factor's numbers   shape, mask and value of one compare, mask and value of the other
 *   shape                63   exact      the two compares say all
 *                        62   cubes      masks say all
 *                        40 .. 59        offset of the second compare
 *                        20 .. 39        offset of the first compare
 *                         0 .. 19        length
 * </pre>
 */
final class FactorTable {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int NUMBERS = 5;
  private static final int OFFSET_BITS = 20;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
  private static final long EXACT = 1L << 63;
  private static final long CUBES = 1L << 62;

  private final int[] maxBefore;
  private final int[] maxAfter;
  private final BitNfa[] before;
  private final BitNfa[] after;

  /** Per factor {@link #NUMBERS}, side by side as they are read. */
  private final long[] numbers;

  /** Masks and values of all of the string, eight bytes each, where masks say all. */
  private final int[] restStart;

  private long[] rest = new long[64];

  private final int[] setStart;
  private final int[] setIds;
  private final long[] setWords;

  FactorTable(List<Factor> factors, ByteModel model) {
    this(factors, model, Checkpoint.NONE);
  }

  /**
   * Lays out factors.
   *
   * @param checkpoint passed for each
   */
  FactorTable(List<Factor> factors, ByteModel model, Checkpoint checkpoint) {
    int count = factors.size();
    this.maxBefore = new int[count];
    this.maxAfter = new int[count];
    this.before = new BitNfa[count];
    this.after = new BitNfa[count];
    this.numbers = new long[NUMBERS * count];
    this.restStart = new int[count + 1];
    this.setStart = new int[count + 1];
    for (int f = 0; f < count; f++) {
      setStart[f + 1] = setStart[f] + factors.get(f).string().size();
    }
    this.setIds = new int[setStart[count]];
    Map<SymbolSet, SetFacts> known = new HashMap<>();
    for (int f = 0; f < count; f++) {
      checkpoint.pass();
      List<SymbolSet> string = factors.get(f).string();
      SetFacts[] facts = new SetFacts[string.size()];
      for (int i = 0; i < facts.length; i++) {
        facts[i] =
            known.computeIfAbsent(string.get(i), set -> SetFacts.of(known.size(), set, model));
        setIds[setStart[f] + i] = facts[i].id();
      }
      maxBefore[f] = factors.get(f).maxBefore();
      maxAfter[f] = factors.get(f).maxAfter();
      setCompares(f, facts);
    }
    this.setWords = new long[4 * known.size()];
    for (SetFacts set : known.values()) {
      for (int w = 0; w < 4; w++) {
        setWords[4 * set.id() + w] = set.set().word(w);
      }
    }
    takeAutomata(factors, checkpoint);
  }

  private void takeAutomata(List<Factor> factors, Checkpoint checkpoint) {
    Set<SymbolSet> sets = new HashSet<>();
    for (Factor factor : factors) {
      for (Nfa nfa : automata(factor)) {
        for (int state = 1; state < nfa.stateCount(); state++) {
          sets.add(nfa.symbols(state));
        }
      }
    }
    SymbolClasses classes = SymbolClasses.of(sets);
    byte[] classOf = classes.toByteArray();
    int[] representatives = new int[classes.count()];
    for (int c = 0; c < representatives.length; c++) {
      representatives[c] = classes.representative(c);
    }
    IdentityHashMap<Nfa, BitNfa> made = new IdentityHashMap<>();
    for (int f = 0; f < before.length; f++) {
      checkpoint.pass();
      for (Nfa nfa : automata(factors.get(f))) {
        made.computeIfAbsent(nfa, key -> new BitNfa(key, classOf, representatives));
      }
      before[f] = factors.get(f).before().map(made::get).orElse(null);
      after[f] = factors.get(f).after().map(made::get).orElse(null);
    }
  }

  private static List<Nfa> automata(Factor factor) {
    List<Nfa> automata = new ArrayList<>();
    factor.before().ifPresent(automata::add);
    factor.after().ifPresent(automata::add);
    return automata;
  }

  /**
   * A set of some string, found out once for all strings.
   *
   * @param id its number among the different ones
   * @param set the set
   * @param mask the bits that all members share; 0 for the empty set
   * @param value those bits
   * @param isCube whether the set is all that the mask lets through
   * @param said how little likely that is to lie at a place by chance: the negative logarithm
   */
  private record SetFacts(int id, SymbolSet set, int mask, int value, boolean isCube, double said) {

    static SetFacts of(int id, SymbolSet set, ByteModel model) {
      int shared = FactorTable.mask(set);
      int value = shared & member(set);
      boolean isCube = set.size() == 1 << Byte.SIZE - Integer.bitCount(shared);
      double said = -Math.log(model.probability(List.of(passing(shared, value)), 0, 1));
      return new SetFacts(id, set, set.isEmpty() ? 0 : shared, value, isCube, said);
    }
  }

  /** Chooses the two stretches of eight sets that are least likely to pass by chance. */
  private void setCompares(int f, SetFacts[] string) {
    int size = string.length;
    double[] weight = new double[size + 1];
    boolean cubes = true;
    for (int i = 0; i < size; i++) {
      weight[i + 1] = weight[i] + string[i].said();
      cubes &= string[i].isCube();
    }
    int best = 0;
    for (int o = 1; o + Long.BYTES <= size; o++) {
      if (said(weight, o, size) > said(weight, best, size)) {
        best = o;
      }
    }
    int second = Math.max(0, size - Long.BYTES);
    double most = -1;
    for (int o = 0; o + Long.BYTES <= size; o++) {
      boolean apart = o >= best + Long.BYTES || o + Long.BYTES <= best;
      if ((apart || size < 2 * Long.BYTES && o == (best == 0 ? size - Long.BYTES : 0))
          && said(weight, o, size) > most) {
        most = said(weight, o, size);
        second = o;
      }
    }
    int at = NUMBERS * f;
    boolean exact = cubes && covered(best, second, string);
    numbers[at] =
        (exact ? EXACT : 0)
            | (cubes ? CUBES : 0)
            | (long) second << 2 * OFFSET_BITS
            | (long) best << OFFSET_BITS
            | size;
    setCompare(numbers, at + 1, best, string);
    setCompare(numbers, at + 3, second, string);
    int end = restStart[f];
    for (int o = 0; cubes && !exact && o < size; o += Long.BYTES, end += 2) {
      rest = end == rest.length ? Arrays.copyOf(rest, 2 * end) : rest;
      setCompare(rest, end, o, string);
    }
    restStart[f + 1] = end;
  }

  private static double said(double[] weight, int offset, int size) {
    return weight[Math.min(size, offset + Long.BYTES)] - weight[offset];
  }

  private static boolean covered(int first, int second, SetFacts[] string) {
    for (int i = 0; i < string.length; i++) {
      boolean inOne =
          i >= first && i < first + Long.BYTES || i >= second && i < second + Long.BYTES;
      if (!inOne && !string[i].set().equals(SymbolSet.ALL)) {
        return false;
      }
    }
    return true;
  }

  /** Sets mask and value of eight bytes from an offset on. */
  private static void setCompare(long[] numbers, int at, int offset, SetFacts[] string) {
    for (int i = offset; i < Math.min(string.length, offset + Long.BYTES); i++) {
      int shift = (i - offset) * Byte.SIZE;
      numbers[at] |= (long) string[i].mask() << shift;
      numbers[at + 1] |= (long) string[i].value() << shift;
    }
  }

  /** What a mask lets through. */
  private static SymbolSet passing(int mask, int value) {
    long[] words = new long[SymbolSet.ALPHABET_SIZE / Long.SIZE];
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      words[symbol >>> 6] |= (symbol & mask) == value ? 1L << symbol : 0;
    }
    return SymbolSet.ofWords(words[0], words[1], words[2], words[3]);
  }

  /** Any member of a set. */
  static int member(SymbolSet set) {
    int[] any = {0};
    set.forEach(symbol -> any[0] = symbol);
    return any[0];
  }

  /** The bits that all members of a set share. */
  static int mask(SymbolSet set) {
    int any = member(set);
    int[] differ = {0};
    set.forEach(symbol -> differ[0] |= symbol ^ any);
    return ~differ[0] & 0xff;
  }

  int count() {
    return maxBefore.length;
  }

  int length(int factor) {
    return (int) (numbers[NUMBERS * factor] & OFFSET_MASK);
  }

  int maxBefore(int factor) {
    return maxBefore[factor];
  }

  int maxAfter(int factor) {
    return maxAfter[factor];
  }

  BitNfa before(int factor) {
    return before[factor];
  }

  BitNfa after(int factor) {
    return after[factor];
  }

  /**
   * Whether a factor's string lies at a place.
   *
   * @param start index in the input where the string starts, at least 0; it ends inside the input
   */
  boolean matches(int factor, byte[] input, int start) {
    return mayMatch(factor, input, start) && matchesAll(factor, input, start);
  }

  /**
   * Whether two compares let a factor's string lie at a place.
   *
   * @param start as for {@link #matches}
   */
  boolean mayMatch(int factor, byte[] input, int start) {
    int at = NUMBERS * factor;
    long shape = numbers[at];
    int first = start + (int) (shape >>> OFFSET_BITS & OFFSET_MASK);
    int second = start + (int) (shape >>> 2 * OFFSET_BITS & OFFSET_MASK);
    if (Math.max(first, second) > input.length - Long.BYTES) {
      return matchesSets(factor, input, start);
    }
    long difference =
        ((long) LONG.get(input, first) & numbers[at + 1]) ^ numbers[at + 2]
            | ((long) LONG.get(input, second) & numbers[at + 3]) ^ numbers[at + 4];
    return difference == 0;
  }

  /**
   * Whether the beginning of a factor's string lies at a place.
   *
   * @param start as for {@link #matches}
   * @param to index behind the beginning, not behind the string
   */
  boolean matchesUpTo(int factor, byte[] input, int start, int to) {
    return matchesSets(factor, input, start, 0, to - start);
  }

  private boolean matchesAll(int factor, byte[] input, int start) {
    return matchesBeside(factor, input, start, 0, 0);
  }

  /**
   * Whether a factor's string lies at a place where two compares let it lie.
   *
   * @param start as for {@link #matches}
   * @param from a set of the string from which on some are known to lie there
   * @param count how many, perhaps more than there are
   */
  boolean matchesBeside(int factor, byte[] input, int start, int from, int count) {
    long shape = numbers[NUMBERS * factor];
    if (shape < 0) {
      return true;
    }
    int sets = setStart[factor + 1] - setStart[factor];
    if (count > 0) {
      return matchesSets(factor, input, start, 0, from)
          && matchesSets(factor, input, start, Math.min(sets, from + count), sets);
    }
    boolean masks = (shape & CUBES) != 0;
    int last = start + (int) ((shape & OFFSET_MASK) - 1 & -Long.BYTES);
    return masks && last <= input.length - Long.BYTES
        ? matchesMasks(factor, input, start)
        : matchesSets(factor, input, start);
  }

  private boolean matchesMasks(int factor, byte[] input, int start) {
    int at = start;
    for (int i = restStart[factor]; i < restStart[factor + 1]; i += 2) {
      if (((long) LONG.get(input, at) & rest[i]) != rest[i + 1]) {
        return false;
      }
      at += Long.BYTES;
    }
    return true;
  }

  private boolean matchesSets(int factor, byte[] input, int start) {
    return matchesSets(factor, input, start, 0, setStart[factor + 1] - setStart[factor]);
  }

  private boolean matchesSets(int factor, byte[] input, int start, int from, int to) {
    int sets = setStart[factor];
    for (int i = from; i < to; i++) {
      int symbol = input[start + i] & 0xff;
      if ((setWords[4 * setIds[sets + i] + (symbol >>> 6)] >>> symbol & 1) == 0) {
        return false;
      }
    }
    return true;
  }
}
