package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Steps;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * All that the host has to know of a piece before its records are copied, in one range of memory.
 *
 * <pre>
 *   per window   where its records start among all
 *   one word     how many records there are in all
 *   one word     the most that a window had, perhaps more than there is room for
 *   one word     blocks of orderRecords that have ended
 *   one word     how many states runs leave with
 *   per part     {@link #LOOKS} words: how many segments each look marked to run again
 *   per part     how many states flows leave with, perhaps more than there is room for
 * </pre>
 */
final class PieceTotals implements AutoCloseable {

  /**
   * Rounds that are launched at once, before it is known whether they are needed. Those that are
   * not cost some microseconds, one that is asked for later ten times as much.
   */
  static final int ROUNDS = 2;

  /** Before and after each round it is looked at what segments carry out. */
  static final int LOOKS = ROUNDS + 1;

  private static final int MOST = 1;
  private static final int ENDED = 2;
  private static final int LEFT = 3;
  private static final int FOUND = 4;

  private final int parts;
  private final DeviceBuffer device;
  private final HostBuffer host;
  private int windows;

  PieceTotals(Device device, int mostWindows, int parts) {
    this.parts = parts;
    long bytes = (mostWindows + FOUND + (long) parts * (LOOKS + 1)) * Integer.BYTES;
    this.device = device.allocate(bytes);
    this.host = device.allocateHost(bytes);
  }

  /** Begins a piece of so many windows. */
  void begin(int windowCount) {
    windows = windowCount;
  }

  /** The memory on the device; it begins with the windows. */
  DeviceBuffer onDevice() {
    return device;
  }

  /** The offsets of windows on the host, valid once they have come. */
  MemorySegment offsets() {
    return host.segment();
  }

  private int foundAt(int part, int look) {
    return FOUND + part * LOOKS + look;
  }

  private int keptAt(int part) {
    return FOUND + parts * LOOKS + part;
  }

  private long address(int word) {
    return device.address() + (long) (windows + word) * Integer.BYTES;
  }

  private int word(int word) {
    return host.segment().getAtIndex(ValueLayout.JAVA_INT, (long) windows + word);
  }

  /** The address of what is cleared before a piece. */
  long clearedAddress() {
    return address(ENDED);
  }

  /** Words of it. */
  int clearedWords() {
    return keptAt(parts) - ENDED;
  }

  long endedAddress() {
    return address(ENDED);
  }

  long leftAddress() {
    return address(LEFT);
  }

  long foundAddress(int part, int look) {
    return address(foundAt(part, look));
  }

  long keptAddress(int part) {
    return address(keptAt(part));
  }

  /** The address of what the looks found, which is cleared before more rounds. */
  long foundAddress() {
    return address(FOUND);
  }

  /** Words of it. */
  int foundWords() {
    return parts * LOOKS;
  }

  /** Starts to copy all to the host. */
  void fetch(Steps steps) {
    steps.copyOut(host, 0, device, 0, (long) (windows + keptAt(parts)) * Integer.BYTES);
  }

  /** Records of all windows before one. */
  int recordsBefore(int window) {
    return host.segment().getAtIndex(ValueLayout.JAVA_INT, window);
  }

  int records() {
    return word(0);
  }

  int mostOfWindow() {
    return word(MOST);
  }

  /** States that runs leave with, by name. */
  int left() {
    return word(LEFT);
  }

  int found(int part, int look) {
    return word(foundAt(part, look));
  }

  /** Whether the last look at a part still marked segments. */
  boolean isUnsettled(int part) {
    return found(part, ROUNDS) > 0;
  }

  int kept(int part) {
    return word(keptAt(part));
  }

  @Override
  public void close() {
    device.close();
    host.close();
  }
}
