package io.fsmrun.cli.scan;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.scan.MatchHandler;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Searches files on a GPU, as long as that does not fail. Files only, since what the GPU did not
 * deliver is searched for once more from the start of the input. For one thread.
 */
public final class GpuSearch {

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

  /** Why a target is not for the GPU; null if it is. */
  static String refusal(Target target) {
    return target.path() != null && Files.isRegularFile(target.path())
        ? null
        : "it is no file, and could not be read again if the GPU failed";
  }

  /** Whether the device has failed, and nothing is for it any more. */
  boolean isLost() {
    return lost;
  }

  /**
   * Searches a file.
   *
   * @throws DeviceException if the device fails; matches handed over before are the first ones of
   *     the file
   */
  void search(Path file, MatchHandler handler) throws IOException {
    try (Arena arena = Arena.ofShared();
        FileChannel channel = FileChannel.open(file)) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      scan.scan(
          ScanInput.of(bytes), (rule, end) -> handler.match(rule, MatchHandler.NO_START, end, 0));
    } catch (DeviceException e) {
      lost = true;
      throw e;
    } catch (InternalError e) {
      // What Java makes of a mapped page that is not there any more.
      throw new IOException("the file became shorter while it was searched", e);
    }
  }
}
