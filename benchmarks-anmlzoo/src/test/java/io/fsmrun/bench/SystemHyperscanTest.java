package io.fsmrun.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.bench.HyperscanOracle.SourceRule;
import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The system's Hyperscan, called from Java, says what the one that judges our engines says. */
final class SystemHyperscanTest {

  private static final int RULESETS = 5;
  private static final int RULES = 25;
  private static final int INPUTS = 5;
  private static final int MAX_INPUT = 60;

  @ParameterizedTest
  @CsvSource({"'', 11", "i, 12", "s, 13", "m, 14"})
  void reportsAreThoseOfTheJudge(String letters, int seed) throws HyperscanException {
    RandomRules source = new RandomRules(new Random(seed), List.of("^", "$", "\\b"), true);
    for (int i = 0; i < RULESETS; i++) {
      List<String> lines = new ArrayList<>();
      source.next(RULES).forEach(regex -> lines.add("/" + regex + "/" + letters));
      List<SourceRule> judged = new ArrayList<>();
      List<HyperscanRule> rules = new ArrayList<>();
      for (Rule rule : Rules.of(lines).accepted()) {
        judged.add(SourceRule.of(rule.id(), rule.pattern(), letters));
        rules.add(HyperscanRule.of(rule));
      }
      try (HyperscanOracle oracle = new HyperscanOracle(judged);
          HyperscanDatabase database = HyperscanDatabase.compile(library(), rules)) {
        assertThat(database.refused().keySet()).isEqualTo(oracle.refused().keySet());
        for (int j = 0; j < INPUTS; j++) {
          byte[] input = source.nextInput(MAX_INPUT).getBytes(StandardCharsets.ISO_8859_1);
          assertThat(scan(database, input))
              .as("seed %d, %s", seed, lines)
              .isEqualTo(oracle.scan(input));
        }
      }
    }
  }

  private static ReportLog scan(HyperscanDatabase database, byte[] input) {
    ReportLog log = new ReportLog();
    try (HyperscanScanner scanner = database.scanner();
        Arena arena = Arena.ofConfined()) {
      MemorySegment block = arena.allocate(Math.max(1, input.length)).asSlice(0, input.length);
      MemorySegment.copy(input, 0, block, ValueLayout.JAVA_BYTE, 0, input.length);
      PackedReports reports = scanner.scan(block);
      for (int i = 0; i < reports.size(); i++) {
        log.report(reports.rule(i), reports.end(i));
      }
    }
    return log;
  }

  private static HyperscanLibrary library() {
    try {
      return HyperscanLibrary.find(null);
    } catch (HyperscanException e) {
      return abort("skipped: " + e.getMessage());
    }
  }
}
