package io.fsmrun.cli.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.plan.HostEngine;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of the CPU beside a device: pieces are shared by threads, and done with one by one. */
@Timeout(120)
class HostRulesTest {

  private static final int BYTES = 3_000_000;
  private static final Rules RULES =
      Rules.of("/x.*y/s", "/\\bqqr\\b/", "end$", "/ab{3,900}c/", "/c\\b/", "/[^\\n]*zz/");

  private byte[] input;
  private Database database;
  private List<Report> expected;

  @BeforeEach
  void make() throws InterruptedException {
    Random random = new Random(11);
    StringBuilder text = new StringBuilder();
    while (text.length() < BYTES) {
      String[] words = {"x", "y", "qqr", "end", "a" + "b".repeat(random.nextInt(900)) + "c", "zz"};
      text.append(random.nextInt(50) == 0 ? words[random.nextInt(words.length)] : "lorem");
      text.append(random.nextInt(9) == 0 ? "\n" : " ");
    }
    input = text.toString().getBytes(StandardCharsets.US_ASCII);
    database = Database.compile(RULES, CompileOptions.defaults(), CompileListener.NONE);
    expected = new ArrayList<>();
    database
        .newScanner()
        .scan(
            input,
            (rule, start, end, tag) -> {
              expected.add(new Report(rule, end));
              return true;
            });
  }

  /** Pieces of all sizes; checks that reports are there when the next is asked for. */
  private final class Cut implements HostEngine.Pieces {
    private final Random random = new Random(3);
    private final List<Report> reports;
    private int at;

    Cut(List<Report> reports) {
      this.reports = reports;
    }

    @Override
    public MemorySegment next() {
      long told = expected.stream().filter(r -> r.end() <= at - HostEngine.Scan.LATE).count();
      assertThat(reports).hasSizeGreaterThanOrEqualTo((int) told);
      if (at == input.length) {
        return null;
      }
      int from = at;
      int most = random.nextInt(3) == 0 ? 100 : 1_200_000;
      at = Math.min(input.length, from + random.nextInt(most));
      return MemorySegment.ofArray(input).asSlice(from, at - from);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void piecesAreSharedByThreads(int threads) throws InterruptedException {
    try (HostRules rules = new HostRules(database, threads)) {
      for (int run = 0; run < 2; run++) {
        List<Report> reports = new ArrayList<>();
        rules.scan(new Cut(reports), (rule, end) -> reports.add(new Report(rule, end)));
        assertThat(reports).isEqualTo(expected);
        List<Report> some = new ArrayList<>();
        ReportSink enough =
            (rule, end) -> {
              if (some.size() == expected.size() / 2) {
                throw new UnsupportedOperationException("enough");
              }
              some.add(new Report(rule, end));
            };
        assertThatThrownBy(() -> rules.scan(new Cut(some), enough)).hasMessage("enough");
        assertThat(some).isEqualTo(expected.subList(0, expected.size() / 2));
      }
    }
  }
}
