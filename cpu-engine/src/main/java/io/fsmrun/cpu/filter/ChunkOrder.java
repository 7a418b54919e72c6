package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts windows into chunks such that few chunks have a window that starts with any given two bytes:
 * a chunk takes in, one after the other, what adds least to the pairs of bytes that it answers to.
 */
final class ChunkOrder {

  private final double[] share;
  private final long[] firsts;
  private final long[] seconds;

  private ChunkOrder(int count, int classes) {
    share = new double[classes];
    firsts = new long[count];
    seconds = new long[count];
  }

  /**
   * Orders windows.
   *
   * @param windows the first two sets of each
   * @param classes classes of bytes; with more than 64, the order stays as it is
   * @param model how often bytes come
   * @param chunk windows of a chunk
   * @return the numbers of the windows, chunk by chunk; O(windows^2) at most
   */
  static List<Integer> order(
      List<List<SymbolSet>> windows, SymbolClasses classes, ByteModel model, int chunk) {
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      rest.add(i);
    }
    if (classes.count() > Long.SIZE || windows.size() <= chunk) {
      return rest;
    }
    ChunkOrder order = new ChunkOrder(windows.size(), classes.count());
    for (int c = 0; c < classes.count(); c++) {
      order.share[c] = model.probability(List.of(classes.symbols(c)), 0, 1);
    }
    for (int i = 0; i < windows.size(); i++) {
      order.firsts[i] = mask(windows.get(i).get(0), classes);
      order.seconds[i] = mask(windows.get(i).get(1), classes);
    }
    List<Integer> done = new ArrayList<>();
    while (!rest.isEmpty()) {
      done.addAll(order.takeChunk(rest, Math.min(chunk, rest.size())));
    }
    return done;
  }

  private static long mask(SymbolSet set, SymbolClasses classes) {
    long mask = 0;
    for (int c = 0; c < classes.count(); c++) {
      mask |= set.contains(classes.representative(c)) ? 1L << c : 0;
    }
    return mask;
  }

  private List<Integer> takeChunk(List<Integer> rest, int size) {
    List<Integer> chunk = new ArrayList<>();
    long first = 0;
    long second = 0;
    while (chunk.size() < size) {
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < rest.size(); i++) {
        int window = rest.get(i);
        double cost = share(first | firsts[window]) * share(second | seconds[window]);
        if (cost < least) {
          least = cost;
          best = i;
        }
      }
      first |= firsts[rest.get(best)];
      second |= seconds[rest.get(best)];
      // What adds nothing comes along.
      List<Integer> left = new ArrayList<>();
      for (int window : rest) {
        boolean free = (firsts[window] & ~first) == 0 && (seconds[window] & ~second) == 0;
        (free && chunk.size() < size ? chunk : left).add(window);
      }
      rest.clear();
      rest.addAll(left);
    }
    return chunk;
  }

  private double share(long mask) {
    double sum = 0;
    for (long bits = mask; bits != 0; bits &= bits - 1) {
      sum += share[Long.numberOfTrailingZeros(bits)];
    }
    return sum;
  }
}
