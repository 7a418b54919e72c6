package io.fsmrun.cli.bench;

import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.plan.ScanFigures;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.table.TableFigures;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A GPU: each scan copies the input there and the reports back, where a handler counts them. For
 * one lane.
 */
public final class GpuContender implements Contender {

  private final GpuScan scan;
  private final Memory memory;
  private final MemorySegment input;
  private final HostBuffer pinned;
  private final List<Double> kernelMillis = new ArrayList<>();
  private ScanFigures whole;

  /** Where the input lies. */
  public enum Memory {
    /** In Java's heap, from where it goes through a stage. */
    HEAP,
    /** In page-locked memory, from where the device copies it. */
    PAGE_LOCKED
  }

  /**
   * A contender.
   *
   * @param scan the rules on the device; it is not closed
   * @param input what is scanned
   * @param memory where it shall lie
   * @throws DeviceException if there is not so much page-locked memory
   */
  public GpuContender(GpuScan scan, byte[] input, Memory memory) {
    this.scan = scan;
    this.memory = memory;
    this.input = MemorySegment.ofArray(input);
    this.pinned = memory == Memory.PAGE_LOCKED ? scan.allocateHost(input.length) : null;
    if (pinned != null) {
      pinned.segment().copyFrom(this.input);
    }
  }

  @Override
  public String name() {
    return memory == Memory.HEAP ? "fsmrun on gpu" : "fsmrun on gpu, input in page-locked memory";
  }

  /**
   * {@inheritDoc}
   *
   * @throws DeviceException if the device fails
   */
  @Override
  public long scan(int lane) throws InterruptedException {
    long[] matches = new long[1];
    scan(
        input.byteSize(),
        block -> {
          matches[0] += block.count();
          return true;
        });
    whole = scan.figures();
    kernelMillis.add(whole.kernelMillis());
    return matches[0];
  }

  /** What the device reports. */
  PackedReports reports() throws InterruptedException {
    PackedReports reports = new PackedReports();
    scan(
        input.byteSize(),
        block -> {
          block.forEach(reports::add);
          return true;
        });
    return reports;
  }

  private void scan(long bytes, GpuScan.Handler handler) throws InterruptedException {
    try {
      scan.scan(
          pinned == null ? ScanInput.of(input.asSlice(0, bytes)) : ScanInput.of(pinned, 0, bytes),
          handler);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }

  /** Scans the beginning of the input; a program has nothing to learn, so this is as any scan. */
  @Override
  public long scanAfresh(int bytes) throws InterruptedException {
    long start = System.nanoTime();
    scan(bytes, block -> true);
    return System.nanoTime() - start;
  }

  /**
   * What was found, once the race is over.
   *
   * @return figures of the device, and of the last scan of the whole input
   */
  public GpuFigures figures() {
    List<Double> sorted = kernelMillis.stream().sorted().toList();
    StreamFigures streams = whole.streams();
    TableFigures tables = whole.tables();
    return new GpuFigures(
        scan.facts().name(),
        scan.facts().driver(),
        scan.plan(),
        scan.compileNanos(),
        input.byteSize() / sorted.get(sorted.size() / 2) / 1e6,
        whole.records(),
        streams != null ? streams.chunks() : tables.chunks(),
        (streams == null ? 0 : streams.rounds()) + (tables == null ? 0 : tables.rounds()),
        (streams == null ? 0 : streams.segmentsAgain())
            + (tables == null ? 0 : tables.segmentsAgain()),
        streams == null ? 0 : streams.floods());
  }

  @Override
  public void close() {
    if (pinned != null) {
      pinned.close();
    }
  }
}
