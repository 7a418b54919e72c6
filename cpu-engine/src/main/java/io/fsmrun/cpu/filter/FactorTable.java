package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All factors of an engine, flat, and the check of their strings: two masked compares of eight
 * bytes, then, where these do not tell, set by set. Immutable.
 *
 * <p>A set's mask has the bits that all its members share. If the set is all that the mask lets
 * through (one byte, a letter in both cases, any byte), the compare is exact.
 */
final class FactorTable {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] length;
  private final int[] maxBefore;
  private final int[] maxAfter;
  private final BitNfa[] before;
  private final BitNfa[] after;

  /** Per factor: offset in the string, mask and value of both compares. */
  private final int[] offsets;

  private final long[] masks;
  private final long[] values;

  private final boolean[] exact;
  private final int[] setStart;
  private final int[] setIds;
  private final long[] setWords;

  FactorTable(List<Factor> factors, ByteModel model) {
    int count = factors.size();
    this.length = new int[count];
    this.maxBefore = new int[count];
    this.maxAfter = new int[count];
    this.before = new BitNfa[count];
    this.after = new BitNfa[count];
    this.offsets = new int[2 * count];
    this.masks = new long[2 * count];
    this.values = new long[2 * count];
    this.exact = new boolean[count];
    this.setStart = new int[count + 1];
    Map<SymbolSet, Integer> ids = new HashMap<>();
    Map<SymbolSet, Double> said = new HashMap<>();
    for (int f = 0; f < count; f++) {
      length[f] = factors.get(f).string().size();
      setStart[f + 1] = setStart[f] + length[f];
    }
    this.setIds = new int[setStart[count]];
    for (int f = 0; f < count; f++) {
      List<SymbolSet> string = factors.get(f).string();
      for (int i = 0; i < length[f]; i++) {
        setIds[setStart[f] + i] = ids.computeIfAbsent(string.get(i), set -> ids.size());
      }
      maxBefore[f] = factors.get(f).maxBefore();
      maxAfter[f] = factors.get(f).maxAfter();
      setCompares(f, string, model, said);
    }
    this.setWords = new long[4 * ids.size()];
    ids.forEach(
        (set, id) -> {
          for (int w = 0; w < 4; w++) {
            setWords[4 * id + w] = set.word(w);
          }
        });
    takeAutomata(factors);
  }

  private void takeAutomata(List<Factor> factors) {
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

  /** Chooses the two stretches of eight sets that are least likely to pass by chance. */
  private void setCompares(
      int f, List<SymbolSet> string, ByteModel model, Map<SymbolSet, Double> said) {
    int size = string.size();
    double[] weight = new double[size + 1];
    boolean cubes = true;
    for (int i = 0; i < size; i++) {
      int mask = mask(string.get(i));
      weight[i + 1] =
          weight[i]
              + said.computeIfAbsent(
                  string.get(i), set -> -Math.log(model.probability(List.of(passing(set)), 0, 1)));
      cubes &= string.get(i).size() == 1 << Byte.SIZE - Integer.bitCount(mask);
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
    setCompare(2 * f, best, string);
    setCompare(2 * f + 1, second, string);
    exact[f] = cubes && covered(best, second, string);
  }

  private static double said(double[] weight, int offset, int size) {
    return weight[Math.min(size, offset + Long.BYTES)] - weight[offset];
  }

  private static boolean covered(int first, int second, List<SymbolSet> string) {
    for (int i = 0; i < string.size(); i++) {
      boolean inOne =
          i >= first && i < first + Long.BYTES || i >= second && i < second + Long.BYTES;
      if (!inOne && !string.get(i).equals(SymbolSet.ALL)) {
        return false;
      }
    }
    return true;
  }

  private void setCompare(int index, int offset, List<SymbolSet> string) {
    offsets[index] = offset;
    for (int i = offset; i < Math.min(string.size(), offset + Long.BYTES); i++) {
      SymbolSet set = string.get(i);
      if (!set.isEmpty()) {
        int mask = mask(set);
        int shift = (i - offset) * Byte.SIZE;
        masks[index] |= (long) mask << shift;
        values[index] |= (long) (mask & member(set)) << shift;
      }
    }
  }

  /** What a set's mask lets through. */
  private static SymbolSet passing(SymbolSet set) {
    int mask = mask(set);
    int value = member(set) & mask;
    long[] words = new long[SymbolSet.ALPHABET_SIZE / Long.SIZE];
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      words[symbol >>> 6] |= (symbol & mask) == value ? 1L << symbol : 0;
    }
    return SymbolSet.ofWords(words[0], words[1], words[2], words[3]);
  }

  private static int member(SymbolSet set) {
    int[] any = {0};
    set.forEach(symbol -> any[0] = symbol);
    return any[0];
  }

  private static int mask(SymbolSet set) {
    int any = member(set);
    int[] differ = {0};
    set.forEach(symbol -> differ[0] |= symbol ^ any);
    return ~differ[0] & 0xff;
  }

  int count() {
    return length.length;
  }

  int length(int factor) {
    return length[factor];
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
    int first = start + offsets[2 * factor];
    int second = start + offsets[2 * factor + 1];
    if (Math.max(first, second) > input.length - Long.BYTES) {
      return matchesSets(factor, input, start);
    }
    long difference =
        ((long) LONG.get(input, first) & masks[2 * factor]) ^ values[2 * factor]
            | ((long) LONG.get(input, second) & masks[2 * factor + 1]) ^ values[2 * factor + 1];
    return difference == 0 && (exact[factor] || matchesSets(factor, input, start));
  }

  private boolean matchesSets(int factor, byte[] input, int start) {
    int sets = setStart[factor];
    for (int i = 0; i < length[factor]; i++) {
      int symbol = input[start + i] & 0xff;
      if ((setWords[4 * setIds[sets + i] + (symbol >>> 6)] >>> symbol & 1) == 0) {
        return false;
      }
    }
    return true;
  }
}
