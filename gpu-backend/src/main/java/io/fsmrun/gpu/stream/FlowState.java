package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What a flow keeps. Numbers are of seven bits a byte, the low ones first.
 *
 * <pre>
 *   head   bytes of the flow so far
 *          its history: how many bytes, at least 1 and at most as many as the program needs; the bytes
 *   tail   states that are active: how many; the first, and each less the one before
 *          reports held back: how many; each the distance of its end from that of the flow, the rule's id
 * </pre>
 *
 * <p>A flow that has not begun has neither, one of which nothing is active no tail.
 *
 * <p>Saved: a version of one byte, a fingerprint of eight, then this, then a checksum of four. An
 * instance is one that has been taken apart; mutable, for one thread.
 */
final class FlowState {

  private static final byte VERSION = 2;
  private static final int HEAD_BYTES = 1 + Long.BYTES;
  private static final int CRC_BYTES = Integer.BYTES;

  /** The tail that says that nothing is active. */
  private static final byte[] NOTHING = {0, 0};

  /** Head and tail of a flow, either null. */
  static final class Saved {

    static final Saved START = new Saved(null, null);

    private final byte[] head;
    private final byte[] tail;

    Saved(byte[] head, byte[] tail) {
      this.head = head;
      this.tail = tail;
    }

    byte[] head() {
      return head;
    }

    byte[] tail() {
      return tail;
    }

    int sizeBytes() {
      return head == null ? 0 : head.length + (tail == null ? NOTHING.length : tail.length);
    }
  }

  private final StreamProgram program;
  private final PackedNumbers numbers = new PackedNumbers();
  private final IntArrayList states = new IntArrayList();
  private final IntArrayList heldRules = new IntArrayList();
  private final LongArrayList heldEnds = new LongArrayList();
  private long length;
  private int historyAt;
  private int historyBytes;

  FlowState(StreamProgram program) {
    this.program = program;
  }

  /** Bytes of the flow, by its head, which is null at the start. */
  static long length(byte[] head) {
    if (head == null) {
      return 0;
    }
    PackedNumbers numbers = new PackedNumbers();
    numbers.begin(head);
    return numbers.nextLong();
  }

  /** Takes a head apart, which is null at the start. */
  void readHead(byte[] head) {
    length = 0;
    historyAt = 0;
    historyBytes = 0;
    if (head != null) {
      numbers.begin(head);
      length = numbers.nextLong();
      historyBytes = numbers.nextInt();
      historyAt = head.length - historyBytes;
    }
  }

  private void checkHead(BinaryReader reader) {
    length = reader.readLong();
    long most = Math.min(length, program.kept().historyBytes());
    historyBytes = reader.readInt(most + 1, "the bytes of history");
    if (length == 0 || historyBytes == 0) {
      throw new DamagedDataException("a flow that has begun has no history");
    }
  }

  /** Takes the states of a tail apart, null for nothing. */
  void readStates(byte[] tail) {
    states.clear();
    if (tail != null) {
      numbers.begin(tail);
      int least = 0;
      for (int left = numbers.nextInt(); left > 0; left--) {
        int state = least + numbers.nextInt();
        states.add(state);
        least = state + 1;
      }
    }
  }

  /** Takes the reports of a tail apart, null for nothing, of a flow of so many bytes. */
  void readHeld(byte[] tail, long flowBytes) {
    heldRules.clear();
    heldEnds.clear();
    if (tail != null) {
      numbers.begin(tail);
      numbers.skip(numbers.nextInt());
      for (int left = numbers.nextInt(); left > 0; left--) {
        heldEnds.add(flowBytes - numbers.nextLong());
        heldRules.add(numbers.nextInt());
      }
    }
  }

  private void checkTail(BinaryReader reader) {
    int count = reader.readCount("active states");
    long least = 0;
    for (int i = 0; i < count; i++) {
      int bound = Math.toIntExact(program.kept().count() - least);
      least += reader.readInt(bound, "an active state") + 1L;
    }
    int held = reader.readCount("reports held back");
    for (int i = 0; i < held; i++) {
      long most = Math.min(program.looks().heldPositions(), length + 1);
      reader.readInt(most, "the distance of a report");
      int rule = reader.readInt(Integer.MAX_VALUE + 1L, "the rule of a report");
      if (program.indexOf(rule) < 0) {
        throw new DamagedDataException("no rule " + rule + " of a report");
      }
    }
    reader.expectEnd();
  }

  long length() {
    return length;
  }

  /** Where the history starts in the head. */
  int historyAt() {
    return historyAt;
  }

  int historyBytes() {
    return historyBytes;
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

  /** Writes reports held back at the end of a flow of so many bytes; rules are indices into ids. */
  static void writeHeld(
      BinaryWriter out, int[] ids, IntArrayList rules, LongArrayList ends, long flowBytes) {
    out.writeInt(rules.size());
    for (int i = 0; i < rules.size(); i++) {
      out.writeLong(flowBytes - ends.getLong(i));
      out.writeInt(ids[rules.getInt(i)]);
    }
  }

  /** Puts a state into a form that leaves the program. */
  static byte[] saved(StreamProgram program, Saved state) {
    BinaryWriter out = new BinaryWriter();
    out.writeByte(VERSION);
    out.writeBits(program.fingerprint());
    if (state.head() != null) {
      writeAll(out, state.head());
      writeAll(out, state.tail() == null ? NOTHING : state.tail());
    }
    int crc = crc(out.toByteArray(), out.size());
    for (int i = 0; i < CRC_BYTES; i++) {
      out.writeByte(crc >>> i * Byte.SIZE);
    }
    return out.toByteArray();
  }

  static void writeAll(BinaryWriter out, byte[] bytes) {
    for (byte value : bytes) {
      out.writeByte(value);
    }
  }

  /**
   * The state again, checked.
   *
   * @throws DamagedDataException if it was not saved with the same rules
   */
  static Saved opened(StreamProgram program, byte[] saved) {
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
    return size == 0
        ? Saved.START
        : checked(program, Arrays.copyOfRange(saved, HEAD_BYTES, HEAD_BYTES + size));
  }

  private static Saved checked(StreamProgram program, byte[] state) {
    FlowState parts = new FlowState(program);
    BinaryReader reader = new BinaryReader(state);
    parts.checkHead(reader);
    for (int i = parts.historyBytes; i > 0; i--) {
      reader.readByte();
    }
    int end = state.length - (int) reader.remaining();
    byte[] tail = Arrays.copyOfRange(state, end, state.length);
    parts.checkTail(new BinaryReader(tail));
    return new Saved(Arrays.copyOf(state, end), Arrays.equals(tail, NOTHING) ? null : tail);
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
