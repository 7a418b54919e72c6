package io.fsmrun.cpu.lazy;

import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.XOR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import io.fsmrun.cpu.bytes.Processor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loop of {@link LaneLoop} that writes entries down, for sixteen lanes: vectors of 32 bytes
 * hold the sets of eight, and eight entries are gathered at a time. Sixteen rather than eight, so
 * that one half is looked up while the other waits. Bytes are turned into classes before, those of
 * all lanes at a step side by side.
 *
 * <pre>
 *   classes   step 0: lane 0 .. lane 15, step 1: lane 0 .. lane 15, ...      a byte each
 *   written   the same                                                       an int each
 *   marks     a bit a lane, two bytes a step
 * </pre>
 *
 * <p>For processors whose longest vectors are these, or that gather fast: on one with longer ones
 * it takes two thirds of the time of eight lanes without vectors. Not measured where vectors are
 * longer and gathers slow.
 */
final class VectorLanes {

  private static final int COUNT = LaneLoop.MOST;

  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_256;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_64;
  private static final int HALF = 8;
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private VectorLanes() {}

  /** Whether they are worth trying; the vector module must be there. */
  static boolean areWorthTrying() {
    int longest = IntVector.SPECIES_PREFERRED.length();
    return longest == INTS.length() || longest > INTS.length() && Processor.gathersFast();
  }

  /** Writes the classes of some steps. */
  static void toClasses(
      byte[] input, int from, int steps, int stride, byte[] classOf, byte[] classes) {
    for (int lane = 0; lane < COUNT; lane++) {
      toClasses(input, from + lane * stride, steps, classOf, classes, lane);
    }
  }

  private static void toClasses(
      byte[] input, int from, int steps, byte[] classOf, byte[] classes, int lane) {
    for (int step = 0; step < steps; step++) {
      classes[step * COUNT + lane] = classOf[input[from + step] & 0xff];
    }
  }

  /**
   * Advances all lanes as long as all entries are known, and writes these down.
   *
   * @param entries of the table
   * @param classes see above
   * @param from the first step
   * @param to after the last
   * @param indices scratch, one for each lane
   * @param rows the sets of all lanes
   * @param written takes entries
   * @return the first step that has an unknown entry; {@code to} if there is none
   */
  static int write(
      int[] entries, byte[] classes, int from, int to, int[] indices, int[] rows, int[] written) {
    IntVector a = IntVector.fromArray(INTS, rows, 0);
    IntVector b = IntVector.fromArray(INTS, rows, HALF);
    int step = from;
    for (; step < to; step++) {
      int at = step * COUNT;
      IntVector classA =
          (IntVector)
              ByteVector.fromArray(BYTES, classes, at).convertShape(ZERO_EXTEND_B2I, INTS, 0);
      IntVector classB =
          (IntVector)
              ByteVector.fromArray(BYTES, classes, at + HALF)
                  .convertShape(ZERO_EXTEND_B2I, INTS, 0);
      a.add(classA).intoArray(indices, 0);
      b.add(classB).intoArray(indices, HALF);
      IntVector nextA = IntVector.fromArray(INTS, entries, 0, indices, 0);
      IntVector nextB = IntVector.fromArray(INTS, entries, 0, indices, HALF);
      IntVector rowA = nextA.lanewise(XOR, nextA.lanewise(ASHR, Integer.SIZE - 1));
      IntVector rowB = nextB.lanewise(XOR, nextB.lanewise(ASHR, Integer.SIZE - 1));
      if (rowA.or(rowB).compare(GE, LaneLoop.NO_ROW).anyTrue()) {
        break;
      }
      nextA.intoArray(written, at);
      nextB.intoArray(written, at + HALF);
      a = rowA;
      b = rowB;
    }
    a.intoArray(rows, 0);
    b.intoArray(rows, HALF);
    return step;
  }

  /** Writes the marks of some steps, of which the entries were written down. */
  static void mark(int[] written, int from, int to, byte[] marks) {
    for (int step = from; step < to; step++) {
      int at = step * COUNT;
      long low = IntVector.fromArray(INTS, written, at).compare(LT, 0).toLong();
      long high = IntVector.fromArray(INTS, written, at + HALF).compare(LT, 0).toLong();
      SHORTS.set(marks, step * Short.BYTES, (short) (low | high << HALF));
    }
  }
}
