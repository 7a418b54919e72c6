package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.SimtDevice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches that overlap: where flows stand when one of them fails, and what is asked of callers. */
final class FlowBatchesTest {

  private static final StreamOptions SMALL = StreamOptions.defaults().withChunkBytes(1);

  private final SimtDevice device = new SimtDevice();
  private final StreamProgram program =
      FlowScans.program(
          device,
          new RuleSet(
              List.of(
                  new RuleSet.Component(1, WordRules.gap("head", "tail")),
                  new RuleSet.Component(2, WordRules.literal("ab", ReportFlags.HERE)))));
  private final List<Report> reports = new ArrayList<>();
  private final PacketFlow flow = PacketFlow.open(program, 1);
  private final PacketFlow other = PacketFlow.open(program, 2);

  @Test
  void aSinkThatThrowsLeavesFlowsBehindTheBatchesThatAreDone() {
    List<PacketBatch> batches = batches("head.ab", "ab.ab", "..tail.ab", "ab.tail");
    long[] lengths = {0, 7, 12, 21, 28};
    for (int failing = 0; failing < 4; failing++) {
      flow.reset();
      other.reset();
      reports.clear();
      long from = lengths[failing];
      assertThatThrownBy(() -> scan(batches.iterator(), from)).hasMessage("enough");
      assertThat(flow.lengthBytes()).isEqualTo(from);
      assertThat(other.lengthBytes()).isEqualTo(from);
      scan(batches.subList(failing, 4));
      assertThat(flow.lengthBytes()).isEqualTo(28);
      assertThat(reports)
          .containsExactly(
              new Report(2, 7),
              new Report(2, 9),
              new Report(2, 12),
              new Report(1, 18),
              new Report(2, 21),
              new Report(2, 23),
              new Report(1, 28));
    }
  }

  @Test
  void aLostDeviceLeavesFlowsWhereTheyStand() throws IOException {
    scan(batches("head"));
    final byte[] before = flow.save();
    List<PacketBatch> batches = batches("a", "b", "c", "d", "tail");
    SimtDevice lost = new SimtDevice();
    int failed = 0;
    for (int launches = 1; launches < 40; launches += 9) {
      try (StreamScanner scanner = new StreamScanner(lost, program, SMALL)) {
        lost.failAfterLaunches(launches);
        scanner.scanFlowSpans(batches.iterator(), spans -> {});
      } catch (DeviceException e) {
        failed++;
      }
      lost = new SimtDevice();
      long done = flow.lengthBytes() - 4;
      assertThat(other.lengthBytes()).isEqualTo(flow.lengthBytes());
      assertThat(flow.isClosed()).isFalse();
      if (done < 8) {
        reports.clear();
        scan(batches.subList((int) done, 5));
        assertThat(reports).contains(new Report(1, 12));
      }
      goBack(before);
    }
    assertThat(failed).isGreaterThan(2);
  }

  private void goBack(byte[] saved) {
    for (PacketFlow of : List.of(flow, other)) {
      PacketFlow restored = PacketFlow.restore(program, 0, saved);
      of.goOn(restored.head(), false);
      of.complete(restored.tail());
    }
  }

  @Test
  void aBatchThatCannotBeTakenEndsTheScanBehindTheOnesBefore() {
    List<PacketBatch> batches = batches("head", "ab", "tail");
    PacketFlow closed = PacketFlow.open(program, 3);
    scan(List.of(batch("x", List.of(closed), closed)));
    assertThat(closed.isClosed()).isTrue();
    for (int place = 0; place <= 3; place++) {
      flow.reset();
      List<PacketBatch> all = new ArrayList<>(batches);
      all.add(place, batch("x", List.of(), closed, flow));
      assertThatThrownBy(() -> scan(all)).hasMessage("flow 3 is closed");
      assertThat(flow.lengthBytes()).isEqualTo(new long[] {0, 4, 6, 10}[place]);
    }
  }

  @Test
  void aFlowThatEndsInABatchIsNotInTheNext() {
    List<PacketBatch> batches =
        List.of(
            batch("head", List.of(), flow),
            batch("tab", List.of(flow), flow),
            batch("x", List.of(), flow));
    assertThatThrownBy(() -> scan(batches)).hasMessage("flow 1 is closed");
    assertThat(flow.isClosed()).isTrue();
    assertThat(reports).containsExactly(new Report(2, 7));
  }

  @Test
  void anIteratorThatThrowsEndsTheScanBehindTheBatchesBefore() {
    Iterator<PacketBatch> two = batches("head", "tail").iterator();
    Iterator<PacketBatch> failing =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public PacketBatch next() {
            if (!two.hasNext()) {
              throw new IllegalStateException("no more");
            }
            return two.next();
          }
        };
    assertThatThrownBy(() -> scan(failing)).hasMessage("no more");
    assertThat(reports).contains(new Report(1, 8));
    assertThat(flow.lengthBytes()).isEqualTo(8);
  }

  /** The data of a batch is not looked at when the iterator is asked for the next but one. */
  @Test
  void dataMayBeUsedAgain() {
    byte[] first = new byte[12];
    byte[] second = new byte[12];
    byte[] text = "..head..abtail..xtail.ab.head.tail.".getBytes(StandardCharsets.US_ASCII);
    Iterator<PacketBatch> batches =
        new Iterator<>() {
          private int at;

          @Override
          public boolean hasNext() {
            return at < text.length;
          }

          @Override
          public PacketBatch next() {
            byte[] data = at / 5 % 2 == 0 ? first : second;
            Arrays.fill(data, (byte) '!');
            System.arraycopy(text, at, data, 0, 5);
            at += 5;
            return new PacketBatch(
                MemorySegment.ofArray(data), new long[] {0, 5}, new PacketFlow[] {flow}, List.of());
          }
        };
    scan(batches);
    assertThat(reports)
        .containsExactly(
            new Report(2, 10),
            new Report(1, 14),
            new Report(1, 21),
            new Report(2, 24),
            new Report(1, 34));
  }

  /** Each text as a packet of both flows. */
  private List<PacketBatch> batches(String... texts) {
    return Arrays.stream(texts).map(text -> batch(text, List.of(), flow, other)).toList();
  }

  private static PacketBatch batch(String text, List<PacketFlow> ending, PacketFlow... flows) {
    String all = text.repeat(flows.length);
    long[] offsets = new long[flows.length + 1];
    Arrays.setAll(offsets, i -> (long) i * text.length());
    byte[] data = all.getBytes(StandardCharsets.US_ASCII);
    return new PacketBatch(MemorySegment.ofArray(data), offsets, flows, ending);
  }

  private void scan(List<PacketBatch> batches) {
    scan(batches.iterator());
  }

  private void scan(Iterator<PacketBatch> batches) {
    scan(batches, Long.MAX_VALUE);
  }

  /** Notes the reports of the first flow; fails at one beyond an end. */
  private void scan(Iterator<PacketBatch> batches, long failing) {

    try (StreamScanner scanner = new StreamScanner(device, program, SMALL)) {
      scanner.scanFlowSpans(
          batches,
          spans ->
              spans.forEachOfFlows(
                  (of, rule, end) -> {
                    if (end > failing) {
                      throw new IllegalStateException("enough");
                    }
                    if (of == flow) {
                      reports.add(new Report(rule, end));
                    }
                  }));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
