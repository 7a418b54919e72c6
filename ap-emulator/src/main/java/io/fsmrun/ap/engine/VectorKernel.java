package io.fsmrun.ap.engine;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Steps a row of 512 states as one vector. Methods differ in what the row needs, so that every mask
 * of a row can stay in a register; rows with many turns load them anew on every symbol. A step of a
 * row waits for the step before, so rows without turns go two by two.
 */
final class VectorKernel implements DenseKernel {

  private static final VectorSpecies<Long> ROW = LongVector.SPECIES_512;
  private static final int LANES = DenseLayout.LANES;

  /**
   * Whether the processor has vectors of a row's width; narrower ones would be emulated, slowly.
   */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= LANES;
  }

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
      if (turns == 0 && row + 1 < lastRow && fabric.layout.turns(row + 1) == 0) {
        if (fabric.layout.hasRuns(row) || fabric.layout.hasRuns(row + 1)) {
          twoOfRuns(fabric, row, input, from, to, out);
        } else {
          twoOfChains(fabric, row, input, from, to, out);
        }
        row++;
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

  private static void twoOfChains(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector startA = row(layout.start, row);
    LongVector stayA = row(layout.stay, row);
    LongVector forthA = row(layout.forth, row);
    LongVector reportsA = row(layout.reports, row);
    LongVector startB = row(layout.start, row + 1);
    LongVector stayB = row(layout.stay, row + 1);
    LongVector forthB = row(layout.forth, row + 1);
    LongVector reportsB = row(layout.reports, row + 1);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int classes = fabric.classes;
    LongVector nowA = row(fabric.active, row);
    LongVector nowB = row(fabric.active, row + 1);
    for (int p = from; p < to; p++) {
      int matchAt = row * classes + (classOf[input[p] & 255] & 255);
      LongVector nextA =
          startA.or(nowA.and(stayA)).or(nowA.and(forthA).lanewise(VectorOperators.LSHL, 1));
      LongVector nextB =
          startB.or(nowB.and(stayB)).or(nowB.and(forthB).lanewise(VectorOperators.LSHL, 1));
      nowA = nextA.and(row(match, matchAt));
      nowB = nextB.and(row(match, matchAt + classes));
      if (nowA.and(reportsA).or(nowB.and(reportsB)).compare(VectorOperators.NE, 0).anyTrue()) {
        nowA.intoArray(fabric.active, row * LANES);
        nowB.intoArray(fabric.active, (row + 1) * LANES);
        fabric.reportRow(row, p - from, out);
        fabric.reportRow(row + 1, p - from, out);
      }
    }
    nowA.intoArray(fabric.active, row * LANES);
    nowB.intoArray(fabric.active, (row + 1) * LANES);
  }

  private static void twoOfRuns(
      DenseFabric fabric, int row, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    LongVector startA = row(layout.start, row);
    LongVector stayA = row(layout.stay, row);
    LongVector forthA = row(layout.forth, row);
    LongVector reportsA = row(layout.reports, row);
    LongVector runA = row(layout.run, row);
    LongVector runEndA = row(layout.runEnd, row);
    LongVector startB = row(layout.start, row + 1);
    LongVector stayB = row(layout.stay, row + 1);
    LongVector forthB = row(layout.forth, row + 1);
    LongVector reportsB = row(layout.reports, row + 1);
    LongVector runB = row(layout.run, row + 1);
    LongVector runEndB = row(layout.runEnd, row + 1);
    byte[] classOf = fabric.classOf;
    long[] match = fabric.match;
    int classes = fabric.classes;
    LongVector nowA = row(fabric.active, row);
    LongVector nowB = row(fabric.active, row + 1);
    for (int p = from; p < to; p++) {
      int matchAt = row * classes + (classOf[input[p] & 255] & 255);
      LongVector nextA =
          startA.or(nowA.and(stayA)).or(nowA.and(forthA).lanewise(VectorOperators.LSHL, 1));
      LongVector nextB =
          startB.or(nowB.and(stayB)).or(nowB.and(forthB).lanewise(VectorOperators.LSHL, 1));
      nextA = nextA.or(nowA.and(runA).add(runA).and(runEndA));
      nextB = nextB.or(nowB.and(runB).add(runB).and(runEndB));
      nowA = nextA.and(row(match, matchAt));
      nowB = nextB.and(row(match, matchAt + classes));
      if (nowA.and(reportsA).or(nowB.and(reportsB)).compare(VectorOperators.NE, 0).anyTrue()) {
        nowA.intoArray(fabric.active, row * LANES);
        nowB.intoArray(fabric.active, (row + 1) * LANES);
        fabric.reportRow(row, p - from, out);
        fabric.reportRow(row + 1, p - from, out);
      }
    }
    nowA.intoArray(fabric.active, row * LANES);
    nowB.intoArray(fabric.active, (row + 1) * LANES);
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
