package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A back end that gathers calls gets as many at once as it wants, and every caller leaves. */
@Timeout(20)
class GatheredCallsTest {

  private static final int COMPONENTS = 20;
  private static final int SEGMENTS = 8;

  private final RandomAutomata random = RandomAutomata.seeded(5);
  private final RuleSet rules = rules();
  private final byte[] input = random.input(2000, rules);

  private RuleSet rules() {
    List<RuleSet.Component> components = new ArrayList<>();
    for (int c = 1; c <= COMPONENTS; c++) {
      components.add(new RuleSet.Component(c, random.automaton(8)));
    }
    return new RuleSet(components);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 50, 1000})
  void asManyCallsAreGatheredAsAreWanted(int wanted) throws InterruptedException {
    GatheringBackend backend = new GatheringBackend(wanted);
    assertThat(scan(backend, 1 << 20, 1 << 20)).isEqualTo(ReferenceEngine.reports(rules, input));
    // Callers make the calls of several segments each, so the last ones may not fit.
    int most = Math.min(wanted, COMPONENTS * SEGMENTS);
    assertThat(backend.widest()).isBetween(most - SEGMENTS + 1, most).isPositive();
    assertThat(backend.callers()).isZero();
  }

  /** Looking back, running, composing: a round for each step, not one for each call. */
  @Test
  void callsOfDifferentComponentsShareRounds() throws InterruptedException {
    GatheringBackend backend = new GatheringBackend(1000);
    scan(backend, 1 << 20, 1 << 20);
    assertThat(backend.rounds()).isLessThan(3 * SEGMENTS);
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 500})
  void windowsOfAnySizeAreExact(int windowBytes) throws InterruptedException {
    GatheringBackend backend = new GatheringBackend(50);
    assertThat(scan(backend, windowBytes, 1 << 20))
        .isEqualTo(ReferenceEngine.reports(rules, input));
  }

  /** Callers that fail for too many reports leave; the rest is interrupted, and leaves too. */
  @Test
  void tooManyReportsSplitTheWindow() throws InterruptedException {
    GatheringBackend backend = new GatheringBackend(50);
    assertThat(scan(backend, 1 << 20, 20)).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(backend.callers()).isZero();
  }

  @Test
  void aFailureReachesTheWriter() {
    GatheringBackend backend = new GatheringBackend(50);
    RuntimeException failure = new IllegalStateException("the device is gone");
    backend.failWith(failure);
    assertThatThrownBy(() -> scan(backend, 1 << 20, 1 << 20)).isSameAs(failure);
    assertThat(backend.callers()).isZero();
  }

  @Test
  void anInterruptedWriterStops() {
    GatheringBackend backend = new GatheringBackend(50);
    assertThatThrownBy(
            () -> {
              Thread.currentThread().interrupt();
              scan(backend, 1 << 20, 1 << 20);
            })
        .isInstanceOf(InterruptedException.class);
    assertThat(backend.callers()).isZero();
  }

  private List<Report> scan(GatheringBackend backend, int windowBytes, long budget)
      throws InterruptedException {
    Strategy strategy = new LookBackEnumeration(SEGMENTS, 5);
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, backend),
            strategy,
            new RunOptions(2, windowBytes, budget),
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    scan.write(input, 0, input.length);
    scan.finish();
    return reports;
  }
}
