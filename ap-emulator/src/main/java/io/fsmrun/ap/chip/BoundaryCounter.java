package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Counts what a hypothetical device would send between half-cores. On every symbol an active
 * element costs one bit for each other half-core that one of its edges leads into. For one thread.
 * Memory: 4 bytes an element, 4 for each pair of an element and a half-core that it drives from
 * outside.
 */
public final class BoundaryCounter {

  private final int[] rowStart;
  private final IntArrayList pairsOf = new IntArrayList();
  private final LongArrayList pairs = new LongArrayList();
  private final long[] total;
  private final int[] now;
  private final int[] most;
  private final IntArrayList touched = new IntArrayList();
  private long symbols;
  private long bits;
  private int mostAtOnce;

  /**
   * A counter that has seen nothing.
   *
   * @param placement where the elements are
   */
  public BoundaryCounter(Placement placement) {
    AutomataNetwork network = placement.network();
    rowStart = new int[network.size() + 1];
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    numbers.defaultReturnValue(-1);
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int home = placement.halfCore(from);
        int target = placement.halfCore(network.successor(from, i));
        if (home != target) {
          addOnce(from, number(numbers, (long) home << 32 | target));
        }
      }
      rowStart[from + 1] = pairsOf.size();
    }
    total = new long[pairs.size()];
    now = new int[pairs.size()];
    most = new int[pairs.size()];
  }

  private int number(Long2IntOpenHashMap numbers, long pair) {
    int known = numbers.get(pair);
    if (known >= 0) {
      return known;
    }
    numbers.put(pair, pairs.size());
    pairs.add(pair);
    return pairs.size() - 1;
  }

  private void addOnce(int element, int pair) {
    for (int i = rowStart[element]; i < pairsOf.size(); i++) {
      if (pairsOf.getInt(i) == pair) {
        return;
      }
    }
    pairsOf.add(pair);
  }

  /**
   * Counts one symbol.
   *
   * @param active the elements that are active on it, each once, from index 0
   * @param count how many there are
   * @return the bits that cross half-cores on this symbol; O(count + bits)
   */
  public int symbol(int[] active, int count) {
    int bitsNow = 0;
    for (int i = 0; i < count; i++) {
      for (int p = rowStart[active[i]]; p < rowStart[active[i] + 1]; p++) {
        int pair = pairsOf.getInt(p);
        if (now[pair]++ == 0) {
          touched.add(pair);
        }
        bitsNow++;
      }
    }
    for (int i = 0; i < touched.size(); i++) {
      int pair = touched.getInt(i);
      total[pair] += now[pair];
      most[pair] = Math.max(most[pair], now[pair]);
      now[pair] = 0;
    }
    touched.clear();
    symbols++;
    bits += bitsNow;
    mostAtOnce = Math.max(mostAtOnce, bitsNow);
    return bitsNow;
  }

  /**
   * What was counted so far.
   *
   * @return the figures, all of them hypothetical
   */
  public HypotheticalTraffic traffic() {
    int worst = -1;
    int highest = -1;
    for (int pair = 0; pair < total.length; pair++) {
      worst = worst < 0 || total[pair] > total[worst] ? pair : worst;
      highest = highest < 0 || most[pair] > most[highest] ? pair : highest;
    }
    double perSymbol = symbols == 0 ? 0 : 1.0 / symbols;
    return new HypotheticalTraffic(
        symbols,
        bits,
        bits * perSymbol,
        mostAtOnce,
        total.length,
        total.length == 0 ? 0 : bits * perSymbol / total.length,
        worst < 0 ? "none" : name(worst),
        worst < 0 ? 0 : total[worst] * perSymbol,
        highest < 0 ? 0 : most[highest]);
  }

  private String name(int pair) {
    long ends = pairs.getLong(pair);
    return (ends >>> 32) + " -> " + (int) ends;
  }
}
