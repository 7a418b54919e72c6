package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bounds of memory, many reports, and a device that is lost. */
final class StreamMemoryTest {

  private static List<StreamRule> everyByte(int rules) {
    List<StreamRule> list = new ArrayList<>();
    for (int r = 1; r <= rules; r++) {
      NfaBuilder builder = new NfaBuilder();
      int state = builder.addState(SymbolSet.ALL);
      builder.setAlwaysEnabled(state);
      builder.addFlags(state, ReportFlags.HERE);
      list.add(new StreamRule(r, builder.build()));
    }
    return list;
  }

  /** More reports than fit into page-locked memory at a time, many a byte. */
  @Test
  void floodsOfReports() {
    try (SimtDevice device = new SimtDevice()) {
      byte[] input = new byte[3 * StreamProgram.ADVANCE + 5];
      StreamProgram program = StreamProgram.compile(everyByte(11), device.facts());
      StreamOptions options = StreamOptions.defaults().withPinnedBytes(1 << 20);
      assertThat(options.mostHostRecords()).isLessThan(11 * input.length);
      try (StreamScanner scanner = new StreamScanner(device, program, options)) {
        List<Report> reports = StreamScans.reports(scanner, input);
        assertThat(reports).hasSize(11 * input.length);
        for (int i = 0; i < reports.size(); i++) {
          assertThat(reports.get(i)).isEqualTo(new Report(1 + i % 11, 1 + i / 11));
        }
      }
    }
  }

  /** An input that is read as it comes, and would not fit on the device. */
  @Test
  void inputsLargerThanTheDevice() throws IOException {
    SimtDevice.Options small = new SimtDevice.Options(1, 100 << 10, 900_000, 1);
    try (SimtDevice device = new SimtDevice(small)) {
      byte[] input = new byte[1_200_000];
      Arrays.fill(input, (byte) '-');
      input[17] = 'a';
      input[1_100_000] = 'b';
      StreamProgram program =
          StreamProgram.compile(List.of(new StreamRule(4, aThenB())), device.facts());
      StreamOptions options = StreamOptions.defaults().withChunkBytes(8 * StreamProgram.ADVANCE);
      List<Report> reports = new ArrayList<>();
      try (StreamScanner scanner = new StreamScanner(device, program, options)) {
        StreamFigures figures =
            scanner.scan(
                ScanInput.of(new ByteArrayInputStream(input)),
                (rule, end) -> reports.add(new Report(rule, end)));
        assertThat(figures.bytes()).isEqualTo(input.length);
        assertThat(figures.chunks()).isGreaterThan(30);
      }
      assertThat(reports).containsExactly(new Report(4, 1_100_001));
    }
  }

  private static Nfa aThenB() {
    NfaBuilder builder = new NfaBuilder();
    int first = builder.addState(SymbolSet.of('a'));
    builder.setAlwaysEnabled(first);
    int loop = builder.addState(SymbolSet.ALL);
    builder.addEdge(first, loop);
    builder.addEdge(loop, loop);
    int last = builder.addState(SymbolSet.of('b'));
    builder.addEdge(loop, last);
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  @Test
  void reportsBeforeADeviceIsLostAreRight() {
    byte[] input = new byte[8 * StreamProgram.ADVANCE];
    for (int launches = 1; launches < 32; launches += 5) {
      try (SimtDevice device = new SimtDevice()) {
        StreamProgram program = StreamProgram.compile(everyByte(1), device.facts());
        StreamOptions options = StreamOptions.defaults().withChunkBytes(StreamProgram.ADVANCE);
        List<Report> reports = new ArrayList<>();
        StreamScanner scanner = new StreamScanner(device, program, options);
        device.failAfterLaunches(launches);
        assertThatThrownBy(
                () ->
                    scanner.scan(
                        ScanInput.of(MemorySegment.ofArray(input)),
                        (rule, end) -> reports.add(new Report(rule, end))))
            .isInstanceOf(DeviceException.class);
        assertThat(reports.size() % StreamProgram.ADVANCE).isZero();
        for (int i = 0; i < reports.size(); i++) {
          assertThat(reports.get(i)).isEqualTo(new Report(1, i + 1));
        }
      }
    }
  }

  @Test
  void tooLittlePageLockedMemoryIsRefused() {
    assertThatThrownBy(() -> StreamOptions.defaults().withPinnedBytes(1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1000 bytes of page-locked memory are too few");
  }
}
