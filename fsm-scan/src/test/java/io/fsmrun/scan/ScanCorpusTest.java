package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.regex.Rules;
import io.fsmrun.testkit.Corpus;
import java.io.ByteArrayInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the corpus, through every kind of input. */
class ScanCorpusTest {

  @TempDir Path directory;

  static List<Corpus.Case> cases() {
    return Corpus.load();
  }

  /** Something that scans an input. */
  @FunctionalInterface
  private interface Way {
    boolean scan(MatchHandler handler) throws Exception;
  }

  private static List<Report> reports(Way way) throws Exception {
    List<Report> reports = new ArrayList<>();
    boolean ranToTheEnd =
        way.scan(
            (rule, start, end, tag) -> {
              assertThat(start).isEqualTo(MatchHandler.NO_START);
              assertThat(tag).isZero();
              return reports.add(new Report(rule, end));
            });
    assertThat(ranToTheEnd).isTrue();
    return reports;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyKindOfInput(Corpus.Case test) throws Exception {
    Scanner scanner = Database.compiler().compile(Rules.of(test.rules())).newScanner();
    byte[] input = test.input();
    byte[] padded = new byte[input.length + 7];
    Arrays.fill(padded, (byte) 'a');
    System.arraycopy(input, 0, padded, 3, input.length);
    ByteBuffer direct = ByteBuffer.allocateDirect(input.length).put(input).flip();
    Path file = Files.write(directory.resolve("input"), input);

    List<Report> expected = test.reports();
    assertThat(reports(h -> scanner.scan(input, h))).isEqualTo(expected);
    assertThat(reports(h -> scanner.scan(padded, 3, 3 + input.length, h))).isEqualTo(expected);
    ByteBuffer inside = ByteBuffer.wrap(padded, 3, input.length);
    assertThat(reports(h -> scanner.scan(inside, h))).isEqualTo(expected);
    assertThat(reports(h -> scanner.scan(inside.slice(), h))).isEqualTo(expected);
    assertThat(reports(h -> scanner.scan(inside.asReadOnlyBuffer(), h))).isEqualTo(expected);
    assertThat(inside.remaining()).isEqualTo(input.length);
    assertThat(reports(h -> scanner.scan(direct, h))).isEqualTo(expected);
    MemorySegment heap = MemorySegment.ofArray(padded).asSlice(3, input.length);
    assertThat(reports(h -> scanner.scan(heap, h))).isEqualTo(expected);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment outside = arena.allocate(Math.max(1, input.length)).asSlice(0, input.length);
      outside.copyFrom(MemorySegment.ofArray(input));
      assertThat(reports(h -> scanner.scan(outside, h))).isEqualTo(expected);
    }
    assertThat(reports(h -> scanner.scan(file, h))).isEqualTo(expected);
    assertThat(reports(h -> scanner.scan(new ByteArrayInputStream(input), h))).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void streamsCutAtEveryPlace(Corpus.Case test) throws Exception {
    Scanner scanner = Database.compiler().compile(Rules.of(test.rules())).newScanner();
    byte[] input = test.input();
    for (int cut = 0; cut <= Math.min(input.length, 300); cut++) {
      int at = cut;
      Way way =
          handler -> {
            Stream stream = scanner.open();
            return stream.write(input, 0, at, handler)
                && stream.write(input, at, input.length, handler)
                && stream.close(handler);
          };
      assertThat(reports(way)).as("cut at %s", cut).isEqualTo(test.reports());
    }
    Way byteByByte =
        handler -> {
          Stream stream = scanner.open();
          for (int i = 0; i < input.length; i++) {
            assertThat(stream.write(input, i, i + 1, handler)).isTrue();
          }
          return stream.close(handler);
        };
    assertThat(reports(byteByByte)).as("byte by byte").isEqualTo(test.reports());
  }
}
