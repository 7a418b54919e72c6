package io.fsmrun.ap.engine;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Steps a row of 512 states as one vector. Methods differ in what the row needs, so that every mask
 * of a row can stay in a register; rows with many turns load them anew on every symbol.
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
      int turns = fabric.layout.turns(row);
      if (turns == 0 && !fabric.layout.hasRuns(row)) {
        chains(fabric, row, input, from, to, out);
      } else {
        switch (turns) {
          case 0 -> runs(fabric, row, input, from, to, out);
          case 1 -> turn1(fabric, row, input, from, to, out);
          case 2 -> turn2(fabric, row, input, from, to, out);
          case 3 -> turn3(fabric, row, input, from, to, out);
          default -> turnMany(fabric, row, input, from, to, out);
        }
      }
    }
  }

  private static LongVector row(long[] words, int row) {
    return LongVector.fromArray(ROW, words, row * LANES);
  }

  private static LongVector turned(LongVector now, LongVector mask, LongVector by) {
    return now.and(mask).lanewise(VectorOperators.ROL, by);
  }

  private static void chains(
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
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void runs(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    LongVector run = row(layout.run, row);
    LongVector runEnd = row(layout.runEnd, row);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(now.and(run).add(run).and(runEnd));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void turn1(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    LongVector run = row(layout.run, row);
    LongVector runEnd = row(layout.runEnd, row);
    int turn = layout.turnStart[row];
    LongVector mask0 = row(layout.turnMask, turn);
    LongVector by0 = row(layout.turnBy, turn);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(now.and(run).add(run).and(runEnd));
      next = next.or(turned(now, mask0, by0));
      now = next.and(row(match, matchAt + (classOf[input[p] & 255] & 255)));
      if (now.and(reports).compare(VectorOperators.NE, 0).anyTrue()) {
        now.intoArray(fabric.active, row * LANES);
        fabric.reportRow(row, p - from, out);
      }
    }
    now.intoArray(fabric.active, row * LANES);
  }

  private static void turn2(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    LongVector run = row(layout.run, row);
    LongVector runEnd = row(layout.runEnd, row);
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
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(now.and(run).add(run).and(runEnd));
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

  private static void turn3(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    LongVector run = row(layout.run, row);
    LongVector runEnd = row(layout.runEnd, row);
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
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(now.and(run).add(run).and(runEnd));
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

  private static void turnMany(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector start = row(layout.start, row);
    LongVector stay = row(layout.stay, row);
    LongVector forth = row(layout.forth, row);
    LongVector reports = row(layout.reports, row);
    LongVector run = row(layout.run, row);
    LongVector runEnd = row(layout.runEnd, row);
    int first = layout.turnStart[row];
    int last = layout.turnStart[row + 1];
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int matchAt = row * fabric.classes;
    LongVector now = row(fabric.active, row);
    for (int p = from; p < to; p++) {
      LongVector next =
          start.or(now.and(stay)).or(now.and(forth).lanewise(VectorOperators.LSHL, 1));
      next = next.or(now.and(run).add(run).and(runEnd));
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
