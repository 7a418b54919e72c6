package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.EveryStrategy;
import io.fsmrun.enumerative.FlowSteps;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.SegmentActivity;
import io.fsmrun.enumerative.WindowActivity;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.gpu.flow.GpuBackend;
import io.fsmrun.gpu.flow.GpuOptions;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cycle model is told of flows does not depend on the back end. */
@Timeout(300)
class GpuCycleFactsTest {

  private static final String[] RULES = {
    "abc",
    "/x.*y/s",
    "/^start/m",
    "end$",
    "/(a|b)[a-d]{3}x/",
    "/\\bqqr\\b/",
    "/a.{3,9}b.{2}c/s",
    "/[^x]{12}y/",
    "/q(a|bc)*d/",
    "/[a-d]{2}[^b]{5}[a-d]/",
    "/c.{60}y/",
    "/^a[^\\n]{70}/m",
    "/(ab?c){20,24}[xy]/"
  };
  private static final String WORDS = "start abcx\nqqr bcd aBcCd y abbd yy qr abcabc end\n";

  private static byte[] input(long seed, int length) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      int from = random.nextInt(WORDS.length());
      text.append(WORDS, from, Math.min(WORDS.length(), from + 1 + random.nextInt(9)));
    }
    return text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
  }

  /** What a run tells. */
  private static final class Facts implements RunListener {
    private final List<String> said = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();

    @Override
    public void window(WindowActivity activity) {
      int s = 0;
      for (SegmentActivity segment : activity.segments()) {
        StringBuilder flows = new StringBuilder();
        FlowSteps steps = segment.flows();
        for (int i = 0; i < steps.count(); i++) {
          flows.append(' ').append(steps.position(i)).append(':').append(steps.flows(i));
        }
        said.add(
            "segment %d: %d %d, flows%s, %s, %d %d %s %d"
                .formatted(
                    s++,
                    segment.length(),
                    segment.lookedBack(),
                    flows,
                    segment.join(),
                    segment.evaluated(),
                    segment.replayed(),
                    segment.replayWaited(),
                    segment.reexecuted()));
      }
    }

    static Facts of(RuleSet rules, Backend backend, Strategy strategy, byte[] input)
        throws InterruptedException {
      Facts facts = new Facts();
      ParallelScan scan =
          new ParallelScan(
              new PreparedRuleSet(rules, backend),
              strategy,
              new RunOptions(1, 1 << 20, 1_000_000),
              (rule, end) -> facts.reports.add(new Report(rule, end)),
              facts);
      scan.write(input, 0, input.length);
      RunStatistics statistics = scan.finish();
      facts.said.add(statistics.toString().replace("RuleStatistics", "\nRule"));
      return facts;
    }
  }

  @ParameterizedTest
  @CsvSource({"10000, 200", "0, 0"})
  void everyStrategyTellsTheSame(int dfaStates, int hostSymbols) throws InterruptedException {
    checkAll(dfaStates, hostSymbols, 600);
  }

  @ParameterizedTest
  @CsvSource({"10000, 0", "10000, 200", "0, 0", "0, 100"})
  @Tag("slow")
  void everyStrategyTellsTheSameOfMore(int dfaStates, int hostSymbols) throws InterruptedException {
    checkAll(dfaStates, hostSymbols, 900);
  }

  private static void checkAll(int dfaStates, int hostSymbols, int bytes)
      throws InterruptedException {
    CompileLimits limits = CompileLimits.defaults().withDfaStates(dfaStates);
    CompiledRules compiled = new RuleCompiler(limits, 1).compile(Rules.of(RULES), done -> {});
    RuleSet rules = compiled.ruleSet();
    ConvergenceProfile profile =
        new ConvergenceProfiler(new ProfileOptions(20, 8, 0.9, 1), 1).profile(rules);
    byte[] input = input(5, bytes);
    Map<String, Strategy> strategies =
        new LinkedHashMap<>(EveryStrategy.some(rules, profile.flowPlans(), 5));
    for (boolean convergence : new boolean[] {false, true}) {
      for (boolean deactivation : new boolean[] {false, true}) {
        FlowChecks checks = new FlowChecks(convergence, deactivation);
        strategies.put("all states, " + checks, new StateEnumeration(4, checks));
      }
    }
    List<String> different = new ArrayList<>();
    try (SimtDevice device = new SimtDevice()) {
      for (Map.Entry<String, Strategy> named : strategies.entrySet()) {
        Facts cpu = Facts.of(rules, new CpuBackend(), named.getValue(), input);
        GpuOptions options = GpuOptions.defaults().withHostSymbols(hostSymbols);
        Facts gpu = Facts.of(rules, new GpuBackend(device, options), named.getValue(), input);
        assertThat(gpu.reports).isEqualTo(cpu.reports);
        for (int i = 0; i < cpu.said.size(); i++) {
          if (!gpu.said.get(i).equals(cpu.said.get(i))) {
            different.add(
                named.getKey() + "\n cpu " + cpu.said.get(i) + "\n gpu " + gpu.said.get(i));
          }
        }
      }
    }
    assertThat(different).isEmpty();
  }
}
