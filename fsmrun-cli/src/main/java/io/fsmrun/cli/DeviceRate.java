package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/** Measures how fast rules on a device are, from the memory of the host to reports. */
final class DeviceRate {

  private static final int MOST_TRIALS = 4;

  /** One that takes so long is not measured again. */
  private static final long ENOUGH_NANOS = 20_000_000;

  private static final double NANOS = 1e9;

  private final GpuScan scan;
  private final LongSupplier clock;

  /**
   * A measurement.
   *
   * @param clock nanoseconds since any moment
   */
  DeviceRate(GpuScan scan, LongSupplier clock) {
    this.scan = scan;
    this.clock = clock;
  }

  /** Bytes a second of one input. */
  double ofWhole(byte[] sample) throws InterruptedException {
    return rate(
        sample.length, () -> scan.scan(ScanInput.of(MemorySegment.ofArray(sample)), block -> true));
  }

  /** The same of inputs of about as many bytes, whose reports are told one by one. */
  double ofPackets(byte[] sample, int bytes) throws InterruptedException {
    long[] offsets = new long[Math.ceilDiv(sample.length, bytes) + 1];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = Math.min((long) i * bytes, sample.length);
    }
    return rate(
        sample.length, () -> scan.scanPackets(sample, offsets, (packet, rule, end) -> true));
  }

  /** One scan of a sample. */
  @FunctionalInterface
  private interface Trial {
    boolean scan() throws IOException, InterruptedException;
  }

  /**
   * What is done in a second, once it was done before: the best of a few, since rules that are
   * compiled beside disturb the host's part of short ones.
   */
  private double rate(int bytes, Trial trial) throws InterruptedException {
    try {
      trial.scan();
      long best = Long.MAX_VALUE;
      long sum = 0;
      for (int i = 0; i < MOST_TRIALS && sum < ENOUGH_NANOS; i++) {
        long start = clock.getAsLong();
        trial.scan();
        long nanos = clock.getAsLong() - start;
        best = Math.min(best, nanos);
        sum += nanos;
      }
      return bytes * NANOS / Math.max(1, best);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }
}
