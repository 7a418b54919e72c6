package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The states that the runs of a batch leave active, in device memory, piece by piece: pairs of a
 * run and the number of a state, in order, some more than once. Runs are numbered by those of the
 * batch that have bytes. Memory is used again for another batch.
 */
final class LeftStates implements AutoCloseable {

  private static final int PAIR_BYTES = 2 * Integer.BYTES;

  private final Device device;
  private final List<OfPiece> all = new ArrayList<>();
  private int pieces;

  LeftStates(Device device) {
    this.device = device;
  }

  /** What the runs that end in a piece leave. */
  static final class OfPiece {

    private final Device device;
    private DeviceBuffer states;
    private DeviceBuffer starts;
    private int windows;
    private int room;
    private int count;

    private OfPiece(Device device) {
      this.device = device;
    }

    /** Makes room for so many of so many windows; what there was is lost. */
    void makeRoom(int most, int windowCount) {
      room = most;
      windows = windowCount;
      long words = (windowCount + 1L) * Integer.BYTES;
      if (starts == null || starts.sizeBytes() < words) {
        if (starts != null) {
          starts.close();
        }
        starts = device.allocate(words + words / 4);
      }
      long bytes = Math.max(1L, (long) most * PAIR_BYTES);
      if (states == null || states.sizeBytes() < bytes) {
        if (states != null) {
          states.close();
        }
        states = device.allocate(bytes);
      }
    }

    DeviceBuffer states() {
      return states;
    }

    /** For how many there is room. */
    int room() {
      return room;
    }

    /** The address of where those of each window start. */
    long startsAddress() {
      return starts.address();
    }

    /** The address of how many there are. */
    long countAddress() {
      return starts.address() + (long) windows * Integer.BYTES;
    }

    private void close() {
      if (states != null) {
        states.close();
        starts.close();
      }
    }

    /** How many there are, as the host knows it once the kernels of the piece are done. */
    int count() {
      return count;
    }

    void count(int found) {
      count = found;
    }
  }

  /** Begins another batch. */
  void begin() {
    pieces = 0;
  }

  /** Adds a piece of the batch, which leaves nothing yet. */
  OfPiece addPiece() {
    if (pieces == all.size()) {
      all.add(new OfPiece(device));
    }
    OfPiece next = all.get(pieces++);
    next.count(0);
    return next;
  }

  /** The pieces of the batch so far. */
  List<OfPiece> pieces() {
    return all.subList(0, pieces);
  }

  @Override
  public void close() {
    all.forEach(OfPiece::close);
  }
}
