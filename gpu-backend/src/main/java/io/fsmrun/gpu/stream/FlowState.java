package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.zip.CRC32C;

/**
 * What a flow keeps. Numbers are of seven bits a byte, the low ones first.
 *
 * <pre>
 *   bytes of the flow so far
 *   its history: the last of them, as many as the program needs, or all
 *   states that are active: how many; the first, and each less the one before
 *   reports held back: how many; each the distance of its end from that of the flow, the rule's id
 * </pre>
 *
 * <p>Saved: a version of one byte, a fingerprint of eight, then this, then a checksum of four. An
 * instance is one that has been taken apart; mutable, for one thread.
 */
final class FlowState {

  private static final byte VERSION = 1;
  private static final int HEAD_BYTES = 1 + Long.BYTES;
  private static final int CRC_BYTES = Integer.BYTES;

  private final StreamProgram program;
  private final IntArrayList states = new IntArrayList();
  private final IntArrayList heldRules = new IntArrayList();
  private final LongArrayList heldEnds = new LongArrayList();
  private long length;
  private int historyAt;

  FlowState(StreamProgram program) {
    this.program = program;
  }

  /** Bytes of the flow, by its state, which is null at the start. */
  static long length(byte[] state) {
    return state == null ? 0 : new BinaryReader(state).readLong();
  }

  /**
   * Takes a state apart, which is null at the start. Of a state that was checked, nothing fails.
   */
  void read(byte[] state) {
    states.clear();
    heldRules.clear();
    heldEnds.clear();
    BinaryReader reader = readHead(state);
    if (state != null) {
      readRest(reader);
    }
  }

  /** Takes only length and history apart. */
  BinaryReader readHead(byte[] state) {
    length = 0;
    historyAt = 0;
    if (state == null) {
      return null;
    }
    BinaryReader reader = new BinaryReader(state);
    length = reader.readLong();
    historyAt = state.length - (int) reader.remaining();
    return reader;
  }

  private void readRest(BinaryReader reader) {
    for (int i = historyBytes(); i > 0; i--) {
      reader.readByte();
    }
    int count = reader.readCount("active states");
    long least = 0;
    for (int i = 0; i < count; i++) {
      int bound = Math.toIntExact(program.kept().count() - least);
      int state = (int) least + reader.readInt(bound, "an active state");
      states.add(state);
      least = state + 1L;
    }
    int held = reader.readCount("reports held back");
    for (int i = 0; i < held; i++) {
      long most = Math.min(program.looks().heldPositions(), length + 1);
      heldEnds.add(length - reader.readInt(most, "the distance of a report"));
      heldRules.add(reader.readInt(Integer.MAX_VALUE + 1L, "the rule of a report"));
    }
    reader.expectEnd();
  }

  long length() {
    return length;
  }

  /** Where the history starts in the state. */
  int historyAt() {
    return historyAt;
  }

  int historyBytes() {
    return (int) Math.min(length, program.kept().historyBytes());
  }

  /** Numbers of the active states, ascending. */
  IntArrayList states() {
    return states;
  }

  IntArrayList heldRules() {
    return heldRules;
  }

  /** Ends in the flow, in order. */
  LongArrayList heldEnds() {
    return heldEnds;
  }

  /** Writes states: numbers, ascending. */
  static void writeStates(BinaryWriter out, IntArrayList numbers) {
    out.writeInt(numbers.size());
    int least = 0;
    for (int i = 0; i < numbers.size(); i++) {
      out.writeInt(numbers.getInt(i) - least);
      least = numbers.getInt(i) + 1;
    }
  }

  /** Writes reports held back at the end of a flow of so many bytes. */
  static void writeHeld(BinaryWriter out, IntArrayList rules, LongArrayList ends, long flowBytes) {
    out.writeInt(rules.size());
    for (int i = 0; i < rules.size(); i++) {
      out.writeLong(flowBytes - ends.getLong(i));
      out.writeInt(rules.getInt(i));
    }
  }

  /** Puts a state, which is null at the start, into a form that leaves the program. */
  static byte[] saved(StreamProgram program, byte[] state) {
    BinaryWriter out = new BinaryWriter();
    out.writeByte(VERSION);
    out.writeBits(program.fingerprint());
    if (state != null) {
      for (byte value : state) {
        out.writeByte(value);
      }
    }
    int crc = crc(out.toByteArray(), out.size());
    for (int i = 0; i < CRC_BYTES; i++) {
      out.writeByte(crc >>> i * Byte.SIZE);
    }
    return out.toByteArray();
  }

  /**
   * The state again, checked; null for the start.
   *
   * @throws DamagedDataException if it was not saved with the same rules
   */
  static byte[] opened(StreamProgram program, byte[] saved) {
    int size = saved.length - HEAD_BYTES - CRC_BYTES;
    if (size < 0) {
      throw new DamagedDataException("a flow is not saved in " + saved.length + " bytes");
    }
    if (saved[0] != VERSION) {
      throw new DamagedDataException(
          "the flow was saved by version " + (saved[0] & 0xff) + ", this is " + VERSION);
    }
    int crc = crc(saved, saved.length - CRC_BYTES);
    for (int i = 0; i < CRC_BYTES; i++) {
      if (saved[saved.length - CRC_BYTES + i] != (byte) (crc >>> i * Byte.SIZE)) {
        throw new DamagedDataException("the checksum of a saved flow is another");
      }
    }
    BinaryReader head = new BinaryReader(saved);
    head.readByte();
    if (head.readBits() != program.fingerprint()) {
      throw new DamagedDataException("the flow was saved with other rules or versions");
    }
    if (size == 0) {
      return null;
    }
    byte[] state = new byte[size];
    System.arraycopy(saved, HEAD_BYTES, state, 0, size);
    new FlowState(program).read(state);
    return state;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
