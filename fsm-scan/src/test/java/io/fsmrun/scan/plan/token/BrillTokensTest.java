package io.fsmrun.scan.plan.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.token.TokenEngine;
import io.fsmrun.cpu.token.TokenOptions;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.plan.PlannedRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of a part-of-speech tagger, if a checkout of ANMLZoo is there. */
class BrillTokensTest {

  /** What Hyperscan 5.4 reports for the rules that it accepts, which are those taken here. */
  private static final int REPORTS = 1_102_414;

  private static final int RULES = 1963;

  private static Path brill() {
    String named = Optional.ofNullable(System.getenv("ANMLZOO_HOME")).orElse("");
    Path home = named.isEmpty() ? Path.of("..", "..", "shared", "anmlzoo") : Path.of(named);
    Path brill = home.resolve("Brill");
    assumeTrue(Files.isDirectory(brill), "no ANMLZoo checkout at " + home);
    return brill;
  }

  @Test
  void allReports() throws IOException {
    Path brill = brill();
    List<PlannedRule> rules =
        TokenScans.planned(RulesFile.read(brill.resolve("regex").resolve("brill.1chip.regex")));
    byte[] input = Files.readAllBytes(brill.resolve("inputs").resolve("brill_1MB.input"));
    TokenPlan plan = TokenRules.plan(rules).orElseThrow();
    assertThat(plan.taken()).hasSize(RULES);
    assertThat(count(plan.engine(), input)).isEqualTo(REPORTS);
    TokenEngine scalar = new TokenEngine(plan.program(), new TokenOptions(false, 1 << 20));
    assertThat(count(scalar, input)).isEqualTo(REPORTS);
    byte[] start = Arrays.copyOf(input, 400);
    assertThat(TokenScans.scan(plan.engine(), start, at -> at % 100 == 0))
        .isEqualTo(TokenScans.expected(plan, rules, start))
        .hasSizeGreaterThan(100);
  }

  private static long count(TokenEngine engine, byte[] input) {
    BlockSession session = engine.newSession();
    ReportBuffer reports = new ReportBuffer();
    long count = 0;
    int block = 10_007;
    for (int from = 0; from < input.length; from += block) {
      reports.startBlock(from);
      session.scan(input, from, Math.min(input.length, from + block), from, reports);
      reports.sort();
      count += reports.size();
    }
    return count;
  }
}
