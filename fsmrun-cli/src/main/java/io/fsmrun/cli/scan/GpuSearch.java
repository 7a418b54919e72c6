package io.fsmrun.cli.scan;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.PacketHandler;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Searches inputs on a GPU, as long as that does not fail. For one thread. */
public final class GpuSearch {

  /** Small files are searched so many bytes at once, at most. */
  public static final int BATCH_BYTES = FileGatherer.MOST_BYTES;

  private final GpuScan scan;
  private boolean lost;

  /**
   * A search.
   *
   * @param scan the rules on the device
   */
  public GpuSearch(GpuScan scan) {
    this.scan = scan;
  }

  /** Whether the device has failed, and nothing is for it any more. */
  boolean isLost() {
    return lost;
  }

  /** Bytes of input that go through at a time. */
  int pieceBytes() {
    return scan.plan().piece().bytes();
  }

  /**
   * Searches a file.
   *
   * @throws DeviceException if the device fails; matches handed over before are the first ones of
   *     the file
   */
  void search(Path file, GpuScan.Handler handler) throws IOException, InterruptedException {
    try (Arena arena = Arena.ofShared();
        FileChannel channel = FileChannel.open(file)) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      search(ScanInput.of(bytes), handler);
    } catch (InternalError e) {
      // What Java makes of a mapped page that is not there any more.
      throw new IOException("the file became shorter while it was searched", e);
    }
  }

  /**
   * Searches what a stream gives, to its end or until the handler wants no more.
   *
   * @throws DeviceException if the device fails; matches handed over before are the first ones
   */
  void search(InputStream in, GpuScan.Handler handler) throws IOException, InterruptedException {
    search(ScanInput.of(in), handler);
  }

  /**
   * Searches files that were read, one after the other in an array.
   *
   * @param offsets where each starts, and where the last one ends
   * @throws DeviceException if the device fails; matches handed over before are the first ones
   */
  void search(byte[] bytes, long[] offsets, PacketHandler handler)
      throws IOException, InterruptedException {
    try {
      scan.scanPackets(bytes, offsets, handler);
    } catch (DeviceException e) {
      lost = true;
      throw e;
    }
  }

  private void search(ScanInput input, GpuScan.Handler handler)
      throws IOException, InterruptedException {
    try {
      scan.scan(input, handler);
    } catch (DeviceException e) {
      lost = true;
      throw e;
    }
  }
}
