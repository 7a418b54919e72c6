package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels of bit streams, on the reference executor, against the reference engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StreamScannerTest {

  private static final int CHUNK = 3 * StreamProgram.ADVANCE;

  private SimtDevice device;

  @BeforeAll
  void open() {
    device = new SimtDevice();
  }

  @AfterAll
  void close() {
    device.close();
  }

  @ParameterizedTest
  @CsvSource({"1, 6, 400", "2, 9, 5000", "3, 12, 17000", "4, 5, 17000"})
  void randomAutomataReportWhatTheReferenceDoes(long seed, int states, int length) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < 12; r++) {
      components.add(new RuleSet.Component(3 * r + 1, random.nfa(states)));
    }
    RuleSet machine = new RuleSet(components);
    byte[] input = random.input(length, machine);
    assertThat(StreamScans.reports(device, StreamScans.rules(machine), input, CHUNK))
        .isEqualTo(ReferenceEngine.reports(machine, input));
  }

  /** A sink that throws half-way leaves the scanner usable. */
  @Test
  void aScannerScansAgainAfterASinkThrew() throws IOException {
    byte[] input = new byte[6 * StreamProgram.ADVANCE];
    Arrays.fill(input, (byte) '.');
    put(input, StreamProgram.ADVANCE + 7, "head");
    put(input, input.length - 30, "tail");
    put(input, 4 * StreamProgram.ADVANCE, "tail");
    RuleSet machine = new RuleSet(List.of(new RuleSet.Component(3, gap("head", "tail"))));
    StreamProgram program = StreamProgram.compile(StreamScans.rules(machine), device.facts());
    StreamOptions options = StreamOptions.defaults().withChunkBytes(StreamProgram.ADVANCE);
    try (StreamScanner scanner = new StreamScanner(device, program, options)) {
      assertThatThrownBy(
              () ->
                  scanner.scan(
                      ScanInput.of(MemorySegment.ofArray(input)),
                      (rule, end) -> {
                        throw new IllegalStateException("enough");
                      }))
          .hasMessage("enough");
      assertThat(StreamScans.reports(scanner, input))
          .isEqualTo(ReferenceEngine.reports(machine, input))
          .hasSize(2);
    }
  }

  @Test
  void anEmptyInput() {
    RuleSet machine = new RuleSet(List.of(new RuleSet.Component(5, word("ab"))));
    assertThat(StreamScans.reports(device, StreamScans.rules(machine), new byte[0], CHUNK))
        .isEmpty();
  }

  /** {@code first.*last} in the first and in the last bytes of an input of many segments. */
  @Test
  void aStateThatStaysActiveOverManySegments() {
    byte[] input = new byte[11 * StreamProgram.ADVANCE + 77];
    Arrays.fill(input, (byte) '.');
    put(input, 10, "head");
    put(input, input.length - 9, "tail");
    RuleSet machine = new RuleSet(List.of(new RuleSet.Component(1, gap("head", "tail"))));
    assertThat(StreamScans.reports(device, StreamScans.rules(machine), input, input.length))
        .containsExactly(new Report(1, input.length - 5));
  }

  /** What follows a state that stays active is known in the window before a segment, too. */
  @Test
  void matchesBehindAStateThatStaysActiveDoNotRunAgain() {
    int half = 6 * StreamProgram.ADVANCE;
    byte[] input = new byte[2 * half];
    Arrays.fill(input, (byte) '.');
    put(input, 10, "head");
    List<Report> expected = new ArrayList<>();
    for (int at = half + StreamProgram.ADVANCE; at < input.length; at += StreamProgram.ADVANCE) {
      // What is carried is what is active before the bytes that the next window sees once more.
      put(input, at - StreamProgram.OVERLAP - 2, "tail");
      expected.add(new Report(1, at - StreamProgram.OVERLAP + 2));
    }
    RuleSet machine = new RuleSet(List.of(new RuleSet.Component(1, gap("head", "tail"))));
    StreamProgram program = StreamProgram.compile(StreamScans.rules(machine), device.facts());
    StreamOptions options = StreamOptions.defaults().withChunkBytes(half);
    try (StreamScanner scanner = new StreamScanner(device, program, options)) {
      assertThat(StreamScans.reports(scanner, input)).isEqualTo(expected);
      // Segments of the first half did not know of the head.
      assertThat(scanner.figures().chunks()).isEqualTo(2);
      assertThat(scanner.figures().rounds()).isEqualTo(1);
    }
  }

  @Test
  void wordsAcrossTheBordersOfWindowsAndChunks() {
    byte[] input = new byte[7 * StreamProgram.ADVANCE + 3];
    Arrays.fill(input, (byte) 'x');
    List<Report> expected = new ArrayList<>();
    for (int border = StreamProgram.ADVANCE;
        border < input.length;
        border += StreamProgram.ADVANCE) {
      for (int shift = -3; shift <= 3; shift += 3) {
        put(input, border + shift, "abc");
        expected.add(new Report(2, border + shift + 3));
      }
    }
    RuleSet machine =
        new RuleSet(
            List.of(new RuleSet.Component(1, word("abd")), new RuleSet.Component(2, word("abc"))));
    expected.removeIf(report -> report.end() > input.length);
    assertThat(StreamScans.reports(device, StreamScans.rules(machine), input, CHUNK))
        .isEqualTo(expected.stream().filter(r -> matches(input, r.end())).toList());
  }

  private static boolean matches(byte[] input, long end) {
    return new String(input, (int) end - 3, 3, StandardCharsets.US_ASCII).equals("abc");
  }

  private static void put(byte[] input, int at, String text) {
    for (int i = 0; i < text.length() && at + i < input.length; i++) {
      input[at + i] = (byte) text.charAt(i);
    }
  }

  private static Nfa word(String text) {
    NfaBuilder builder = new NfaBuilder();
    int last = append(builder, -1, text);
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  private static Nfa gap(String head, String tail) {
    NfaBuilder builder = new NfaBuilder();
    int last = append(builder, -1, head);
    int loop = builder.addState(SymbolSet.ALL);
    builder.addEdge(last, loop);
    builder.addEdge(loop, loop);
    builder.addFlags(append(builder, loop, tail), ReportFlags.HERE);
    return builder.build();
  }

  private static int append(NfaBuilder builder, int from, String text) {
    int last = from;
    for (int i = 0; i < text.length(); i++) {
      int state = builder.addState(SymbolSet.of(text.charAt(i)));
      if (last < 0) {
        builder.setAlwaysEnabled(state);
      } else {
        builder.addEdge(last, state);
      }
      last = state;
    }
    return last;
  }
}
