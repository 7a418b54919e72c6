package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.Failover;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.flow.GpuBackend;
import io.fsmrun.gpu.flow.GpuOptions;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.RuleMachine;
import io.fsmrun.scan.Splitters;
import io.fsmrun.scan.StrategyScanner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Scans of many windows whose device is lost in one of them: nothing is lost, nothing twice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GpuWindowsTest {

  private static final int WINDOW = 300;

  private final byte[] input =
      "start abcx\nqqr abcd aBcCd y abbd yy\nstart qr abcabc qqr end\n"
          .repeat(20)
          .getBytes(StandardCharsets.US_ASCII);
  private CompiledRules rules;

  @BeforeAll
  void compile() throws InterruptedException {
    rules =
        RuleCompiler.withDefaults()
            .compile(Rules.of("abc", "/x.*y/s", "/^start/m", "/end$/m", "/\\bqqr\\b/"), done -> {});
  }

  private RunStatistics scan(StrategyScanner.Builder scanner, boolean lines, List<Report> reports)
      throws InterruptedException {
    if (lines) {
      scanner.split(Splitters.of("\\n"));
    }
    return scanner
        .strategy(new StateEnumeration(3))
        .options(RunOptions.defaults().withThreads(2).withWindowBytes(WINDOW))
        .build()
        .scan(input, (rule, end) -> reports.add(new Report(rule, end)));
  }

  private GpuBackend failingAfter(int launches) {
    SimtDevice device = new SimtDevice();
    device.failAfterLaunches(launches);
    return new GpuBackend(device, GpuOptions.defaults().withCallers(4).withHostSymbols(0));
  }

  @Test
  void theScanGoesOnFromTheLastWindowThatWasComposed() throws InterruptedException {
    Set<Long> offsets = new TreeSet<>();
    for (boolean lines : new boolean[] {false, true}) {
      List<Report> expected = new ArrayList<>();
      RunStatistics whole =
          scan(RuleMachine.of(rules, new CpuBackend()).scanner(), lines, expected);
      for (int launches : new int[] {1, 2, 3, 5, 8, 13, 21, 34}) {
        RuleMachine machine = RuleMachine.of(rules, failingAfter(launches));
        List<Report> reports = new ArrayList<>();
        Failover failover =
            (failure, offset) -> {
              assertThat(failure).isInstanceOf(DeviceException.class);
              assertThat(reports).as("what was composed").allMatch(r -> r.end() < offset);
              offsets.add(offset);
              return Optional.of(machine.preparedOn(new CpuBackend()));
            };
        RunStatistics run = scan(machine.scanner().failover(failover), lines, reports);
        assertThat(reports).as("%d launches, lines: %s", launches, lines).isEqualTo(expected);
        assertThat(run.reports()).isEqualTo(whole.reports());
        assertThat(run.bytes()).isEqualTo(input.length);
      }
    }
    assertThat(offsets).hasSizeGreaterThan(2).allMatch(offset -> offset % WINDOW == 0);
  }

  @Test
  void aFailureThatNobodyTakesEndsTheScan() {
    RuleMachine machine = RuleMachine.of(rules, failingAfter(1));
    assertThatThrownBy(() -> scan(machine.scanner(), false, new ArrayList<>()))
        .isInstanceOf(DeviceException.class);
  }

  @Test
  void theScanCannotGoOnWithOtherRules() throws InterruptedException {
    RuleMachine machine = RuleMachine.of(rules, failingAfter(1));
    RuleMachine other = RuleMachine.compile("other");
    Failover failover = (failure, offset) -> Optional.of(other.preparedOn(new CpuBackend()));
    assertThatThrownBy(() -> scan(machine.scanner().failover(failover), false, new ArrayList<>()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasCauseInstanceOf(DeviceException.class);
  }
}
