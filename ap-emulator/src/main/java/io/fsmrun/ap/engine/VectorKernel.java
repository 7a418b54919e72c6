package io.fsmrun.ap.engine;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Steps a row of 512 states as one vector. Methods differ in the number of turns, so that every
 * mask of a row can stay in a register; rows with more turns than that load them anew.
 */
final class VectorKernel implements DenseKernel {

  private static final VectorSpecies<Long> ROW = LongVector.SPECIES_512;
  private static final int LANES = DenseLayout.LANES;

  @Override
  public void run(
      DenseFabric fabric,
      int firstRow,
      int lastRow,
      byte[] input,
      int from,
      int to,
      ReportBuffer out) {
    for (int row = firstRow; row < lastRow; row++) {
      switch (fabric.layout.turns(row)) {
        case 0 -> run0(fabric, row, input, from, to, out);
        case 1 -> run1(fabric, row, input, from, to, out);
        case 2 -> run2(fabric, row, input, from, to, out);
        case 3 -> run3(fabric, row, input, from, to, out);
        case 4 -> run4(fabric, row, input, from, to, out);
        case 5 -> run5(fabric, row, input, from, to, out);
        case 6 -> run6(fabric, row, input, from, to, out);
        default -> runMany(fabric, row, input, from, to, out);
      }
    }
  }

  private static LongVector row(long[] words, int row) {
    return LongVector.fromArray(ROW, words, row * LANES);
  }

  private static LongVector turned(LongVector now, LongVector mask, LongVector by) {
    return now.and(mask).lanewise(VectorOperators.ROL, by);
  }

  private static void run0(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run1(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run2(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    LongVector mask1 = row(layout.turnMask, turn + 1);
    LongVector by1 = row(layout.turnBy, turn + 1);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      next = next.or(turned(now, mask1, by1));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run3(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    LongVector mask1 = row(layout.turnMask, turn + 1);
    LongVector by1 = row(layout.turnBy, turn + 1);
    LongVector mask2 = row(layout.turnMask, turn + 2);
    LongVector by2 = row(layout.turnBy, turn + 2);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      next = next.or(turned(now, mask1, by1));
      next = next.or(turned(now, mask2, by2));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run4(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    LongVector mask1 = row(layout.turnMask, turn + 1);
    LongVector by1 = row(layout.turnBy, turn + 1);
    LongVector mask2 = row(layout.turnMask, turn + 2);
    LongVector by2 = row(layout.turnBy, turn + 2);
    LongVector mask3 = row(layout.turnMask, turn + 3);
    LongVector by3 = row(layout.turnBy, turn + 3);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      next = next.or(turned(now, mask1, by1));
      next = next.or(turned(now, mask2, by2));
      next = next.or(turned(now, mask3, by3));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run5(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    LongVector mask1 = row(layout.turnMask, turn + 1);
    LongVector by1 = row(layout.turnBy, turn + 1);
    LongVector mask2 = row(layout.turnMask, turn + 2);
    LongVector by2 = row(layout.turnBy, turn + 2);
    LongVector mask3 = row(layout.turnMask, turn + 3);
    LongVector by3 = row(layout.turnBy, turn + 3);
    LongVector mask4 = row(layout.turnMask, turn + 4);
    LongVector by4 = row(layout.turnBy, turn + 4);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      next = next.or(turned(now, mask1, by1));
      next = next.or(turned(now, mask2, by2));
      next = next.or(turned(now, mask3, by3));
      next = next.or(turned(now, mask4, by4));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void run6(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    LongVector mask1 = row(layout.turnMask, turn + 1);
    LongVector by1 = row(layout.turnBy, turn + 1);
    LongVector mask2 = row(layout.turnMask, turn + 2);
    LongVector by2 = row(layout.turnBy, turn + 2);
    LongVector mask3 = row(layout.turnMask, turn + 3);
    LongVector by3 = row(layout.turnBy, turn + 3);
    LongVector mask4 = row(layout.turnMask, turn + 4);
    LongVector by4 = row(layout.turnBy, turn + 4);
    LongVector mask5 = row(layout.turnMask, turn + 5);
    LongVector by5 = row(layout.turnBy, turn + 5);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(turned(now, mask0, by0));
      next = next.or(turned(now, mask1, by1));
      next = next.or(turned(now, mask2, by2));
      next = next.or(turned(now, mask3, by3));
      next = next.or(turned(now, mask4, by4));
      next = next.or(turned(now, mask5, by5));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void runMany(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    int first = layout.turnStart[row];
    int last = layout.turnStart[row + 1];
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next = start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      for (int t = first; t < last; t++) {
        next = next.or(turned(now, row(layout.turnMask, t), row(layout.turnBy, t)));
      }
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }
}
