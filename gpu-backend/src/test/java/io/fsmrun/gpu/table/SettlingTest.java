package io.fsmrun.gpu.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Segments that are taken to start in something else than they do. */
final class SettlingTest {

  private static final TableOptions OPTIONS =
      TableOptions.defaults().withChunkBytes(1 << 14).withSegmentBytes(256).withLookBackBytes(16);

  private final List<Report> reports = new ArrayList<>();

  private TableFigures scan(Dfa dfa, byte[] input, TableOptions options) throws IOException {
    RuleSet machine = new RuleSet(List.of(new RuleSet.Component(4, dfa)));
    try (SimtDevice device = new SimtDevice()) {
      TableProgram program =
          TableProgram.compile(TableScans.rules(machine), device.facts(), TableLimits.defaults());
      try (TableScanner scanner = new TableScanner(device, program, options)) {
        TableFigures figures =
            scanner.scan(
                ScanInput.of(MemorySegment.ofArray(input)),
                (rule, end) -> reports.add(new Report(rule, end)));
        assertThat(reports).isEqualTo(ReferenceEngine.reports(machine, input));
        return figures;
      }
    }
  }

  private static byte[] letters(int seed, int length) {
    byte[] text = new byte[length];
    Random random = new Random(seed);
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + random.nextInt(3));
    }
    return text;
  }

  @Test
  void statesThatNeverMeetRunOneAfterTheOther() throws IOException {
    Dfa dfa = RandomAutomata.seeded(3).permutation(40);
    TableFigures figures = scan(dfa, letters(1, 40_000), OPTIONS);
    assertThat(figures.rounds()).isBetween(27, 3 * 27);
    assertThat(reports).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(TableOptions.Reading.class)
  void aStateThatGoesOnIsSettledInFewRounds(TableOptions.Reading reading) throws IOException {
    Dfa dfa = gap("head", "tail");
    byte[] input = letters(2, 60_000);
    put(input, 700, "head");
    put(input, 59_000, "tail");
    TableFigures figures = scan(dfa, input, OPTIONS.withReading(reading));
    assertThat(reports).containsExactly(new Report(4, 59_004));
    assertThat(figures.chunks()).isEqualTo(4);
    // In each chunk: three segments, then all of them at once.
    assertThat(figures.rounds()).isLessThanOrEqualTo(4 * 5);
  }

  @Test
  void aWordLongerThanTheLookBack() throws IOException {
    String word = "abc".repeat(20);
    Dfa dfa = WordDfas.ofWords(List.of(word.getBytes(StandardCharsets.US_ASCII)));
    byte[] input = letters(3, 5000);
    for (int at = 230; at < 4700; at += 251) {
      put(input, at, word);
    }
    TableFigures figures = scan(dfa, input, OPTIONS);
    assertThat(reports).hasSizeGreaterThan(10);
    assertThat(figures.segmentsAgain()).isBetween(5L, 20L);
    assertThat(figures.rounds()).isEqualTo(1);
  }

  @Test
  void aLookBackThatIsLongEnoughNeedsNoRounds() throws IOException {
    Dfa dfa = WordDfas.ofWords(WordDfas.randomWords(new Random(5), 9, 3, 9));
    assertThat(scan(dfa, letters(4, 20_000), OPTIONS).rounds()).isZero();
  }

  private static void put(byte[] input, int at, String text) {
    System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, input, at, text.length());
  }

  /** {@code head.*tail}. */
  private static Dfa gap(String head, String tail) {
    GroupDfa first = GroupDfa.of(0, WordDfas.ofWords(List.of(bytes(head))));
    GroupDfa second = GroupDfa.of(0, WordDfas.ofWords(List.of(bytes(tail))));
    return WordDfas.gap(first, second);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
