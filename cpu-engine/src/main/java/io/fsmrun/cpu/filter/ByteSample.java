package io.fsmrun.cpu.filter;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Some of an input, from which is told how frequent windows are. Immutable, shared by threads.
 *
 * <p>Counts of windows are made when they are first asked for.
 */
public final class ByteSample {

  /** More bytes than this are not taken. */
  public static final int MOST_BYTES = 1 << 17;

  private static final int STRETCHES = 4;
  private static final int STRETCH = MOST_BYTES / STRETCHES;

  /** A prime: lines and records may all be as long. */
  private static final int PASSED_OF = 7;

  private final byte[] bytes;

  /** Per width, plain and folded. */
  private final AtomicReferenceArray<Int2IntOpenHashMap> counts =
      new AtomicReferenceArray<>(2 * WindowKeys.WIDEST + 2);

  private final Map<StringRun, Double> runs = new ConcurrentHashMap<>();

  private ByteSample(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A sample of an input: all of it if it is short, else four stretches, from its start to its end.
   *
   * @param input the input
   * @return the sample, a copy
   */
  public static ByteSample of(byte[] input) {
    if (input.length <= MOST_BYTES) {
      return new ByteSample(input.clone());
    }
    byte[] sample = new byte[MOST_BYTES];
    for (int i = 0; i < STRETCHES; i++) {
      System.arraycopy(input, (int) start(i, input.length), sample, i * STRETCH, STRETCH);
    }
    return new ByteSample(sample);
  }

  /**
   * The same of a file.
   *
   * @param input the file; its position does not matter and does not change
   * @return the sample
   * @throws IOException if it cannot be read
   */
  public static ByteSample of(FileChannel input) throws IOException {
    long size = input.size();
    int length = (int) Math.min(size, MOST_BYTES);
    ByteBuffer sample = ByteBuffer.allocate(length);
    int stretch = size <= MOST_BYTES ? length : STRETCH;
    for (int i = 0; sample.position() < length; i++) {
      long from = size <= MOST_BYTES ? 0 : start(i, size);
      int before = sample.position();
      sample.limit(before + stretch);
      int read = 0;
      while (sample.hasRemaining() && read >= 0) {
        read = input.read(sample, from + sample.position() - before);
      }
      if (read < 0) {
        break; // The file became shorter.
      }
      sample.limit(length);
    }
    return new ByteSample(Arrays.copyOf(sample.array(), sample.position()));
  }

  private static long start(int stretch, long size) {
    return (size - STRETCH) * stretch / (STRETCHES - 1);
  }

  byte[] bytes() {
    return bytes;
  }

  /**
   * Which part of the places begins with one of some windows.
   *
   * @param keys the windows' {@link WindowKeys numbers}
   * @param width bytes of a window
   * @param folded whether windows are compared with bit 5 of every byte set
   * @return from 0 to 1
   */
  double share(int[] keys, int width, boolean folded) {
    Int2IntOpenHashMap known = counts(width, folded);
    long sum = 0;
    for (int key : keys) {
      sum += known.get(key);
    }
    return (double) sum / Math.max(1, bytes.length);
  }

  /** Which part of the places begins a stretch of one set, as far as it is looked at. */
  double share(StringRun run) {
    return runs.computeIfAbsent(run, this::count);
  }

  /**
   * Which part of some places, one of {@value #PASSED_OF} in the whole sample, tables let through.
   */
  double share(PassTables tables) {
    int passed = 0;
    int places = 0;
    for (int p = 0; p + tables.length() <= bytes.length; p += PASSED_OF, places++) {
      passed += tables.lets(bytes, p) ? 1 : 0;
    }
    return (double) passed / Math.max(1, places);
  }

  /** The windows of four bytes at one of {@value #PASSED_OF} places, the first byte lowest. */
  int[] someWindows() {
    int last = bytes.length - Integer.BYTES;
    return IntStream.iterate(0, p -> p <= last, p -> p + PASSED_OF)
        .map(p -> WindowKeys.at(bytes, p, Integer.BYTES, 0))
        .toArray();
  }

  private double count(StringRun run) {
    long places = 0;
    int length = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i < bytes.length && run.set().contains(bytes[i] & 0xff)) {
        length++;
        continue;
      }
      if (length >= run.length()) {
        places += run.atStart() || run.atEnd() ? 1 : length - run.length() + 1;
      }
      length = 0;
    }
    return (double) places / Math.max(1, bytes.length);
  }

  private Int2IntOpenHashMap counts(int width, boolean folded) {
    int index = 2 * width + (folded ? 1 : 0);
    Int2IntOpenHashMap known = counts.get(index);
    if (known != null) {
      return known;
    }
    synchronized (counts) {
      if (counts.get(index) == null) {
        counts.set(index, counted(width, folded));
      }
      return counts.get(index);
    }
  }

  private Int2IntOpenHashMap counted(int width, boolean folded) {
    Int2IntOpenHashMap made = new Int2IntOpenHashMap();
    int fold = WindowKeys.fold(width, folded);
    for (int i = 0; i + width <= bytes.length; i++) {
      made.addTo(WindowKeys.at(bytes, i, width, fold), 1);
    }
    return made;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteSample that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
