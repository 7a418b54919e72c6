package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.SimtDevice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What a flow keeps: how much, in which form, from whom it is taken, and when it changes. */
final class PacketFlowTest {

  private static final byte[] TEXT = "..head..tail".getBytes(StandardCharsets.US_ASCII);

  @Test
  void everyDamageIsRefused() {
    StreamProgram program = program(new SimtDevice());
    byte[] saved = scanned(program).save();
    assertThat(PacketFlow.restore(program, 2, saved).save()).isEqualTo(saved);
    for (int i = 0; i < saved.length; i++) {
      byte[] damaged = saved.clone();
      damaged[i] ^= 0x11;
      assertThatThrownBy(() -> PacketFlow.restore(program, 2, damaged))
          .as("byte %s", i)
          .isInstanceOf(DamagedDataException.class);
      byte[] cut = Arrays.copyOf(saved, i);
      assertThatThrownBy(() -> PacketFlow.restore(program, 2, cut))
          .isInstanceOf(DamagedDataException.class);
    }
  }

  @Test
  void aForeignStateIsRefusedByName() {
    StreamProgram program = program(new SimtDevice());
    byte[] saved = scanned(program).save();
    StreamProgram other = program(new SimtDevice(), WordRules.gap("head", "tails"));
    assertThatThrownBy(() -> PacketFlow.restore(other, 2, saved))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("other rules");
    byte[] later = saved.clone();
    later[0] = 9;
    assertThatThrownBy(() -> PacketFlow.restore(program, 2, later))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("version 9");
  }

  /**
   * Right checksum and fingerprint, wrong contents: refused by what they say, nothing allocated.
   */
  @Test
  void claimsOfAStateAreChecked() {
    StreamProgram program = program(new SimtDevice());
    assertThatThrownBy(() -> restore(program, 3, new byte[3], new long[] {1L << 40}))
        .hasMessageContaining("active states");
    assertThatThrownBy(() -> restore(program, 3, new byte[3], new long[] {1, 100_000, 0}))
        .hasMessageContaining("an active state is 100000");
    assertThatThrownBy(() -> restore(program, 3, new byte[3], new long[] {0, 1, 2, 1}))
        .hasMessageContaining("the distance of a report");
    assertThatThrownBy(() -> restore(program, 3, new byte[3], new long[] {0, 0, 0}))
        .hasMessageContaining("too many");
    StreamProgram ends =
        program(new SimtDevice(), WordRules.literal("hea", ReportFlags.FINAL_HERE));
    assertThat(restore(ends, 3, new byte[3], new long[] {0, 1, 0, 1}).lengthBytes()).isEqualTo(3);
    assertThatThrownBy(() -> restore(ends, 3, new byte[3], new long[] {0, 1, 0, 9}))
        .hasMessageContaining("no rule 9");
    assertThatThrownBy(() -> restore(program, 2, new byte[3], new long[] {0, 0}))
        .hasMessageContaining("the bytes of history is 3");
    assertThatThrownBy(() -> restore(program, Long.MAX_VALUE, new byte[99], new long[] {0, 0}))
        .hasMessageContaining("the bytes of history is 99");
    assertThatThrownBy(() -> restore(program, 3, new byte[0], new long[] {0, 0}))
        .hasMessageContaining("has no history");
    assertThatThrownBy(() -> restore(program, 0, new byte[0], new long[] {0, 0}))
        .hasMessageContaining("has no history");
    assertThatThrownBy(() -> restore(program, 3, new byte[3], new long[] {}))
        .hasMessageContaining("too soon");
    assertThat(restore(program, 3, new byte[3], new long[] {0, 0}).lengthBytes()).isEqualTo(3);
    assertThat(restore(program, 30, new byte[3], new long[] {0, 0}).lengthBytes()).isEqualTo(30);
  }

  private static PacketFlow restore(
      StreamProgram program, long length, byte[] history, long[] rest) {
    BinaryWriter out = new BinaryWriter();
    out.writeByte(2);
    out.writeBits(program.fingerprint());
    out.writeLong(length);
    out.writeInt(history.length);
    for (byte value : history) {
      out.writeByte(value);
    }
    for (long value : rest) {
      out.writeLong(value);
    }
    CRC32C crc = new CRC32C();
    crc.update(out.toByteArray());
    for (int i = 0; i < Integer.BYTES; i++) {
      out.writeByte((int) crc.getValue() >>> i * Byte.SIZE);
    }
    return PacketFlow.restore(program, 1, out.toByteArray());
  }

  /**
   * The parts of a program depend on the shared memory of the device, the states of flows do not.
   */
  @Test
  void anotherKindOfDeviceGoesOn() {
    Nfa[] many = new Nfa[2500];
    Arrays.setAll(many, i -> WordRules.gap("h" + i + "x", "t" + i + "y"));
    SimtDevice large = new SimtDevice();
    SimtDevice small = new SimtDevice(new SimtDevice.Options(2, 48 << 10, 1L << 30, 1));
    StreamProgram first = program(large, many);
    StreamProgram second = program(small, many);
    assertThat(first.partCount()).isNotEqualTo(second.partCount());
    List<Report> reports = new ArrayList<>();
    PacketFlow flow = PacketFlow.open(first, 1);
    scan(large, first, flow, "h3x..h699x.t5y.t69", false, reports);
    PacketFlow moved = PacketFlow.restore(second, 1, flow.save());
    scan(small, second, moved, "9y.t3y", true, reports);
    assertThat(reports).containsExactly(new Report(700, 20), new Report(4, 24));
    assertThat(moved.isClosed()).isTrue();
  }

  @Test
  void aMillionFlowsFitIntoLittleMemory() {
    SimtDevice device = new SimtDevice();
    StreamProgram program = program(device);
    int count = 5000;
    PacketFlow[] flows = new PacketFlow[count];
    long[] offsets = new long[count + 1];
    byte[] text = new byte[200];
    for (int i = 0; i < count; i++) {
      flows[i] = PacketFlow.open(program, i);
      offsets[i + 1] = offsets[i] + i % text.length;
    }
    Arrays.fill(text, (byte) '.');
    byte[] data = new byte[(int) offsets[count]];
    scan(device, program, new PacketBatch(MemorySegment.ofArray(data), offsets, flows, List.of()));
    for (int i = 0; i < count; i++) {
      // Of these bytes none begins a match; the last one is kept all the same.
      int length = i % text.length;
      int expected = length == 0 ? 0 : 1 + (length < 128 ? 4 : 5);
      assertThat(flows[i].sizeBytes()).isEqualTo(expected);
    }
  }

  /** What may be the beginning of a match is kept, no more. */
  @Test
  void historyIsAsLongAsAMatchInProgress() {
    SimtDevice device = new SimtDevice();
    StreamProgram program =
        program(
            device,
            WordRules.literal("abcdef", ReportFlags.HERE),
            WordRules.literal("cdxyz", ReportFlags.FINAL_HERE),
            WordRules.gap("head", "tail"));
    String[] texts = {"abcdefabcd", "abcdef", "..abx", "xcdxyz", "head....ta", "h", "ab", ".a."};
    int[] bytes = {4, 1, 1, 5, 1, 1, 2, 1};
    for (int i = 0; i < texts.length; i++) {
      byte[] text = texts[i].getBytes(StandardCharsets.US_ASCII);
      assertThat(program.kept().historyBytes(text, text.length)).as(texts[i]).isEqualTo(bytes[i]);
      PacketFlow flow = PacketFlow.open(program, i);
      scan(device, program, flow, texts[i], false, new ArrayList<>());
      FlowState state = new FlowState(program);
      state.readHead(flow.head());
      assertThat(state.historyBytes()).as(texts[i]).isEqualTo(bytes[i]);
    }
  }

  @Test
  void aScanThatFailsLeavesFlowsWhereTheyWere() {
    SimtDevice device = new SimtDevice();
    StreamProgram program = program(device);
    PacketFlow flow = PacketFlow.open(program, 1);
    List<Report> reports = new ArrayList<>();
    scan(device, program, flow, "..head", false, reports);
    byte[] before = flow.save();
    PacketBatch batch = batch(flow, "..tail", true);
    try (StreamScanner scanner = new StreamScanner(device, program, FlowScans.OPTIONS)) {
      assertThatThrownBy(
              () ->
                  scanner.scanFlows(
                      batch,
                      (of, rule, end) -> {
                        throw new IllegalStateException("enough");
                      }))
          .hasMessage("enough");
      assertThat(flow.save()).isEqualTo(before);
      assertThat(flow.isClosed()).isFalse();
    }
    assertThatThrownBy(() -> scanOnLostDevice(program, batch)).isInstanceOf(DeviceException.class);
    assertThat(flow.save()).isEqualTo(before);
    SimtDevice other = new SimtDevice();
    scan(other, program, flow, "..tail", true, reports);
    assertThat(reports).containsExactly(new Report(2, 5), new Report(1, 12));
  }

  private static void scanOnLostDevice(StreamProgram program, PacketBatch batch)
      throws IOException {
    SimtDevice device = new SimtDevice();
    try (StreamScanner scanner = new StreamScanner(device, program, FlowScans.OPTIONS)) {
      device.failAfterLaunches(2);
      scanner.scanFlows(batch, (of, rule, end) -> {});
    }
  }

  @Test
  void closedAndForeignFlowsAreRefused() {
    SimtDevice device = new SimtDevice();
    StreamProgram program = program(device);
    PacketFlow flow = PacketFlow.open(program, 77);
    PacketFlow good = PacketFlow.open(program, 1);
    scan(device, program, flow, "..head", true, new ArrayList<>());
    assertThatThrownBy(() -> scan(device, program, flow, "x", false, new ArrayList<>()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("flow 77 is closed");
    assertThatThrownBy(flow::save).isInstanceOf(IllegalStateException.class);
    flow.reset();
    StreamProgram other = program(device, WordRules.gap("head", "tails"));
    PacketBatch mixed =
        new PacketBatch(
            MemorySegment.ofArray(TEXT),
            new long[] {0, 1, 2},
            new PacketFlow[] {good, PacketFlow.open(other, 5)},
            List.of());
    assertThatThrownBy(() -> scan(device, program, mixed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("flow 5 is of other rules");
    List<Report> reports = new ArrayList<>();
    scan(device, program, flow, "..head..tail", false, reports);
    scan(device, program, good, "head.tail", true, reports);
    assertThat(reports)
        .containsExactly(new Report(2, 5), new Report(1, 12), new Report(2, 3), new Report(1, 9));
  }

  @Test
  void batchesAreChecked() {
    PacketFlow flow = PacketFlow.open(program(new SimtDevice()), 1);
    MemorySegment data = MemorySegment.ofArray(TEXT);
    assertThatThrownBy(() -> new PacketBatch(data, new long[] {0, 3}, new PacketFlow[0], List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 flows of 1 packets");
    assertThatThrownBy(
            () -> new PacketBatch(data, new long[] {0, 30}, new PacketFlow[] {flow}, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outside of 12 bytes");
    assertThatThrownBy(() -> new PacketBatch(data, new long[] {0, 3}, new PacketFlow[1], List.of()))
        .isInstanceOf(NullPointerException.class);
  }

  /** A flow in the middle of a match, a state behind a gap and a report that waits. */
  private static PacketFlow scanned(StreamProgram program) {
    SimtDevice device = new SimtDevice();
    StreamProgram full =
        program(
            device,
            WordRules.gap("head", "tail"),
            WordRules.literal("hea", ReportFlags.HERE | ReportFlags.FINAL_HERE));
    assertThat(full.fingerprint()).isEqualTo(program.fingerprint());
    PacketFlow flow = PacketFlow.open(program, 1);
    scan(device, program, flow, "head...hea", false, new ArrayList<>());
    return flow;
  }

  private static StreamProgram program(SimtDevice device, Nfa... rules) {
    Nfa[] all =
        rules.length > 0
            ? rules
            : new Nfa[] {
              WordRules.gap("head", "tail"),
              WordRules.literal("hea", ReportFlags.HERE | ReportFlags.FINAL_HERE)
            };
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < all.length; r++) {
      components.add(new RuleSet.Component(r + 1, all[r]));
    }
    return FlowScans.program(device, new RuleSet(components));
  }

  private static PacketBatch batch(PacketFlow flow, String text, boolean ends) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return new PacketBatch(
        MemorySegment.ofArray(bytes),
        new long[] {0, bytes.length},
        new PacketFlow[] {flow},
        ends ? List.of(flow) : List.of());
  }

  private static void scan(
      SimtDevice device,
      StreamProgram program,
      PacketFlow flow,
      String text,
      boolean ends,
      List<Report> reports) {
    try (StreamScanner scanner = new StreamScanner(device, program, FlowScans.OPTIONS)) {
      scanner.scanFlows(
          batch(flow, text, ends), (of, rule, end) -> reports.add(new Report(rule, end)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void scan(SimtDevice device, StreamProgram program, PacketBatch batch) {
    try (StreamScanner scanner = new StreamScanner(device, program, FlowScans.OPTIONS)) {
      scanner.scanFlows(batch, (of, rule, end) -> {});
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
