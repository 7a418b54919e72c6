package io.fsmrun.gpu.stream;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Reports of packets or flows, packed as the device left them. A span is a row of reports of one
 * packet, or of one flow:
 *
 * <pre>
 *   span      | owner | base | from | to |
 *   record    | place above | rule below |   from..to of its span: 32 bits, the host's byte order
 *
 *   owner     number of the packet in the batch, or of the flow: by the order of first packets, those
 *             that only end in the batch last
 *   end       base + (record >>> ruleBits): bytes of the packet or flow up to the end of the match
 *   rule      ruleId(record)
 * </pre>
 *
 * <p>Spans come by owner, and the reports of an owner by end, then rule, each once, over all that
 * is handed over in one scan. About one span for each packet or flow, and for each 4 KB of input.
 * Memory of the spans is used again; nothing is to be changed. For one thread.
 */
public final class ReportSpans {

  private static final int FIRST_SPANS = 1024;
  private static final int PLACES = 1 << 12;

  private final int mask;
  private final int ruleBits;
  private final int[] ids;
  private int count;
  private long reports;
  private int[] owners = new int[FIRST_SPANS];
  private long[] bases = new long[FIRST_SPANS];
  private int[] froms = new int[FIRST_SPANS];

  /** Complemented where the records are those of the host. */
  private int[] ends = new int[FIRST_SPANS];

  private PacketFlow[] flows = new PacketFlow[0];
  private MemorySegment records = MemorySegment.NULL;
  private MemorySegment ownRecords = MemorySegment.NULL;
  private int ownCount;

  ReportSpans(StreamProgram program) {
    this.ruleBits = program.ruleBits();
    this.mask = (1 << ruleBits) - 1;
    this.ids = program.namedIds();
  }

  /** Begins anew, with the records of the device and, if owners are flows, which ones. */
  void begin(MemorySegment deviceRecords, PacketFlow[] ofFlows) {
    records = deviceRecords;
    flows = ofFlows;
    count = 0;
    reports = 0;
    ownCount = 0;
  }

  /** Adds records of the device. */
  void add(int owner, long base, int from, int to) {
    next(owner, base, from);
    ends[count++] = to;
    reports += to - from;
  }

  /** Adds a report that the host has put in order; {@code rule} is an index. */
  void add(int owner, int rule, long end) {
    int last = count - 1;
    boolean follows = last >= 0 && ends[last] < 0 && owners[last] == owner;
    if (!follows || end - bases[last] >= PLACES) {
      next(owner, end, ownCount);
      last = count++;
    }
    long bytes = (ownCount + 1L) * Integer.BYTES;
    if (ownRecords.byteSize() < bytes) {
      MemorySegment larger = Arena.ofAuto().allocate(2 * bytes + PLACES, Integer.BYTES);
      larger.copyFrom(ownRecords.asSlice(0, bytes - Integer.BYTES));
      ownRecords = larger;
    }
    int record = (int) (end - bases[last]) << ruleBits | rule;
    ownRecords.setAtIndex(ValueLayout.JAVA_INT, ownCount++, record);
    ends[last] = ~ownCount;
    reports++;
  }

  private void next(int owner, long base, int from) {
    if (count == owners.length) {
      owners = Arrays.copyOf(owners, 2 * count);
      bases = Arrays.copyOf(bases, 2 * count);
      froms = Arrays.copyOf(froms, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    owners[count] = owner;
    bases[count] = base;
    froms[count] = from;
  }

  /**
   * Number of spans.
   *
   * @return 1 or more
   */
  public int count() {
    return count;
  }

  /**
   * Number of reports of all spans.
   *
   * @return 1 or more
   */
  public long reportCount() {
    return reports;
  }

  /**
   * Whose reports a span has.
   *
   * @param span the span
   * @return the number of the packet, or of the flow
   */
  public int owner(int span) {
    return owners[span];
  }

  /**
   * The flow of a span.
   *
   * @param span the span
   * @return the flow; null if packets are of no flows
   */
  public PacketFlow flow(int span) {
    return flows == null ? null : flows[owners[span]];
  }

  /**
   * What the places of records count from.
   *
   * @param span the span
   * @return an offset in the packet or flow; perhaps negative, ends never are
   */
  public long base(int span) {
    return bases[span];
  }

  /**
   * The first record.
   *
   * @param span the span
   * @return index into {@link #records}, as an array of 32 bits
   */
  public int from(int span) {
    return froms[span];
  }

  /**
   * After the last record.
   *
   * @param span the span
   * @return an index
   */
  public int to(int span) {
    return ends[span] < 0 ? ~ends[span] : ends[span];
  }

  /**
   * Where the records of a span lie.
   *
   * @param span the span
   * @return native memory
   */
  public MemorySegment records(int span) {
    return ends[span] < 0 ? ownRecords : records;
  }

  /**
   * Bits of a record that name the rule.
   *
   * @return 1 to 19
   */
  public int ruleBits() {
    return ruleBits;
  }

  /**
   * The rule of a record.
   *
   * @param record the record
   * @return the rule's id
   */
  public int ruleId(int record) {
    return ids[record & mask];
  }

  /**
   * Hands over all reports one by one.
   *
   * @param sink takes them
   * @throws NullPointerException if packets are of no flows
   */
  public void forEachOfFlows(FlowSink sink) {
    for (int span = 0; span < count; span++) {
      PacketFlow flow = flows[owners[span]];
      MemorySegment from = records(span);
      long base = bases[span];
      for (int i = froms[span], to = to(span); i < to; i++) {
        int record = from.getAtIndex(ValueLayout.JAVA_INT, i);
        sink.report(flow, ids[record & mask], base + (record >>> ruleBits));
      }
    }
  }

  /**
   * Hands over all reports one by one.
   *
   * @param sink takes them
   */
  public void forEachOfPackets(PacketSink sink) {
    for (int span = 0; span < count; span++) {
      int owner = owners[span];
      MemorySegment from = records(span);
      int base = (int) bases[span];
      for (int i = froms[span], to = to(span); i < to; i++) {
        int record = from.getAtIndex(ValueLayout.JAVA_INT, i);
        sink.report(owner, ids[record & mask], base + (record >>> ruleBits));
      }
    }
  }
}
