package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A scan from the outside: what it counts, and how it ends. */
@Timeout(20)
class ParallelScanTest {

  private static final ReportSink IGNORE = (rule, end) -> {};
  private static final RunOptions ONE_THREAD =
      new RunOptions(1, 1 << 20, 1 << 20, ReexecutionLevel.BASIC, 1, PrefixReplay.AS_NEEDED);

  // ---- re-execution ----

  /**
   * Two states; {@code k} keeps them, {@code s} swaps them, {@code r} leads both to state 0. State
   * 1 reports. So a segment converges exactly if it has an {@code r}.
   */
  private static Dfa keepSwapReset() {
    int[] labels = new int[256];
    labels['r'] = 1;
    labels['s'] = 2;
    char[] table = {0, 0, 1, 1, 0, 0};
    return new Dfa(SymbolClasses.ofLabels(labels), table, new byte[] {0, 1}, 0);
  }

  @Test
  void theTestAutomatonIsWhatItSays() {
    Dfa dfa = keepSwapReset();
    assertThat(dfa.next(0, 'k')).isEqualTo(0);
    assertThat(dfa.next(1, 'k')).isEqualTo(1);
    assertThat(dfa.next(0, 's')).isEqualTo(1);
    assertThat(dfa.next(1, 's')).isEqualTo(0);
    assertThat(dfa.next(0, 'r')).isEqualTo(0);
    assertThat(dfa.next(1, 'r')).isEqualTo(0);
  }

  /**
   * Four segments of three bytes. The chain knows its end as soon as the last segment converges;
   * then nothing is executed again, whatever diverged before. Otherwise all but the first are
   * (level "basic").
   */
  @ParameterizedTest
  @CsvSource({
    "ssk rss ksr srs, 0",
    "sss sss rks kkr, 0",
    "sks srs sss krk, 0",
    "ssk sss sks ssr, 0",
    "sss rss rkk sss, 3",
    "srs rss rkk sks, 3",
    "sss rss sss sss, 3",
    "sss sss sss sss, 3",
  })
  void anUnknownEndIsExecutedAgain(String segments, int reexecuted) throws Exception {
    byte[] input = segments.replace(" ", "").getBytes(StandardCharsets.US_ASCII);
    RuleSet rules = rules(keepSwapReset());
    List<Report> reports = new ArrayList<>();
    RunStatistics statistics =
        scan(rules, cse(rules, 4, true), ONE_THREAD, collect(reports), RunListener.NONE, input);
    assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(statistics.segments()).isEqualTo(4);
    assertThat(statistics.enumerated()).isEqualTo(3);
    assertThat(statistics.reexecutedSegments()).isEqualTo(reexecuted);
    assertThat(statistics.reexecutionRate()).isEqualTo(reexecuted / 3.0);
  }

  /** One of two components is executed again: segments count once, pairs singly. */
  @Test
  void reexecutionCountsSegmentsAndPairs() throws Exception {
    RuleSet rules = rules(keepSwapReset(), RandomAutomata.seeded(1).oneState());
    byte[] input = "ssssssss".getBytes(StandardCharsets.US_ASCII);
    List<WindowActivity> windows = new ArrayList<>();
    RunStatistics statistics =
        scan(rules, cse(rules, 4, true), ONE_THREAD, IGNORE, listener(windows), input);
    assertThat(statistics.enumerated()).isEqualTo(6);
    assertThat(statistics.reexecutedSegments()).isEqualTo(3);
    assertThat(statistics.reexecutionRate()).isEqualTo(0.5);
    assertThat(windows).hasSize(1);
    assertThat(statistics.reexecutedSymbols()).isEqualTo(6);
  }

  /** The finest partition knows every start, so nothing is ever executed again or replayed. */
  @Test
  void enumerationOfEveryStateNeverReexecutes() throws Exception {
    RuleSet rules = rules(keepSwapReset());
    byte[] input = "ssksskskksss".getBytes(StandardCharsets.US_ASCII);
    List<WindowActivity> windows = new ArrayList<>();
    RunStatistics statistics =
        scan(rules, cse(rules, 3, false), ONE_THREAD, IGNORE, listener(windows), input);
    assertThat(statistics.reexecutedSegments()).isZero();
    assertThat(statistics.r0Max()).isEqualTo(2);
    assertThat(statistics.r0Mean()).isEqualTo(2);
    assertThat(statistics.rtMax()).isEqualTo(2);
    assertThat(statistics.rtMean()).isEqualTo(2);
    assertThat(windows.getFirst().segments().get(2).replayed()).isZero();
    assertThat(windows.getFirst().segments().get(2).flows().last()).isEqualTo(2);
  }

  /** Flows merge at the {@code r}: two symbols apart, one flow at the end. */
  @Test
  void mergedFlowsAreNotLiveAtTheEnd() throws Exception {
    RuleSet rules = rules(keepSwapReset());
    byte[] input = "sskksrks".getBytes(StandardCharsets.US_ASCII);
    List<WindowActivity> windows = new ArrayList<>();
    RunStatistics statistics =
        scan(rules, cse(rules, 2, false), ONE_THREAD, IGNORE, listener(windows), input);
    assertThat(statistics.r0Mean()).isEqualTo(2);
    assertThat(statistics.rtMean()).isEqualTo(1);
    assertThat(windows.getFirst().plan().length(1)).isEqualTo(4);
    FlowSteps steps = windows.getFirst().segments().get(1).flows();
    assertThat(steps.first()).isEqualTo(2);
    assertThat(steps.last()).isEqualTo(1);
    assertThat(steps.position(1)).isEqualTo(2);
  }

  /**
   * A set is concrete at the {@code r}, the second symbol. State 1, which reports, is among its
   * states before it, but not there.
   */
  @ParameterizedTest
  @CsvSource({"AS_NEEDED, 1", "WHOLE, 2"})
  void onlyWhatLiesBeforeTheConcretePositionIsReplayed(PrefixReplay replay, int symbols)
      throws Exception {
    RuleSet rules = rules(keepSwapReset());
    byte[] input = "sskksrks".getBytes(StandardCharsets.US_ASCII);
    List<WindowActivity> windows = new ArrayList<>();
    RunStatistics statistics =
        scan(
            rules,
            cse(rules, 2, true),
            ONE_THREAD.withReplay(replay),
            IGNORE,
            listener(windows),
            input);
    assertThat(windows.getFirst().segments().get(0).replayed()).isZero();
    assertThat(windows.getFirst().segments().get(1).replayed()).isEqualTo(symbols);
    assertThat(statistics.reexecutedSymbols()).isZero();
  }

  // ---- short inputs ----

  @Test
  void emptyInputReportsWhatTheStartReports() throws Exception {
    int flags = ReportFlags.HERE | ReportFlags.BACK | ReportFlags.FINAL_BACK;
    RuleSet rules = rules(oneState(flags), oneState(ReportFlags.FINAL_HERE), oneState(0));
    List<Report> reports = new ArrayList<>();
    RunStatistics statistics =
        scan(
            rules,
            cse(rules, 5, true),
            ONE_THREAD,
            collect(reports),
            RunListener.NONE,
            new byte[0]);
    assertThat(reports).containsExactly(new Report(1, 0), new Report(2, 0));
    assertThat(statistics.bytes()).isZero();
    assertThat(statistics.reports()).isEqualTo(2);
    assertThat(statistics.enumerated()).isZero();
    assertThat(statistics.reexecutionRate()).isZero();
  }

  @Test
  void inputShorterThanTheSegmentCountGetsOneSegmentAByte() throws Exception {
    RuleSet rules = rules(keepSwapReset());
    byte[] input = "ssr".getBytes(StandardCharsets.US_ASCII);
    List<Report> reports = new ArrayList<>();
    RunStatistics statistics =
        scan(rules, cse(rules, 16, false), ONE_THREAD, collect(reports), RunListener.NONE, input);
    assertThat(reports).containsExactly(new Report(1, 1));
    assertThat(statistics.segments()).isEqualTo(3);
  }

  @Test
  void noRulesReportNothing() throws Exception {
    RunStatistics statistics =
        scan(
            rules(),
            new Sequential(),
            ONE_THREAD,
            (rule, end) -> {
              throw new AssertionError();
            },
            RunListener.NONE,
            new byte[100]);
    assertThat(statistics.bytes()).isEqualTo(100);
  }

  /** A report told one byte late, by the first byte of the next window. */
  @Test
  void reportsAreHeldBackOverTheEdgeOfAWindow() throws Exception {
    Dfa back =
        new Dfa(
            SymbolClasses.ofLabels(new int[256]), new char[] {0}, new byte[] {ReportFlags.BACK}, 0);
    RuleSet rules = rules(back, oneState(ReportFlags.HERE));
    List<Report> reports = new ArrayList<>();
    scan(
        rules,
        new Sequential(),
        ONE_THREAD.withWindowBytes(1),
        collect(reports),
        RunListener.NONE,
        new byte[2]);
    assertThat(reports)
        .containsExactly(
            new Report(1, 0),
            new Report(2, 0),
            new Report(1, 1),
            new Report(2, 1),
            new Report(2, 2));
  }

  /** Reports held back from the window before may exceed the budget before the next one runs. */
  @Test
  void heldReportsOverTheBudgetSplitTheWindow() throws Exception {
    Dfa always = oneState(ReportFlags.HERE);
    RuleSet rules = rules(always, always, always);
    List<Report> reports = new ArrayList<>();
    List<WindowActivity> windows = new ArrayList<>();
    byte[] input = new byte[3000];
    RunStatistics statistics =
        scan(
            rules,
            new Sequential(),
            ONE_THREAD.withReportBudget(1),
            collect(reports),
            listener(windows),
            input);
    assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(statistics.reports()).isEqualTo(3 * 3001);
    assertThat(windows)
        .extracting(window -> window.plan().length(0))
        .containsExactly(750, 750, 750, 750);
  }

  // ---- how a scan ends ----

  @Test
  void aFinishedScanTakesNothingMore() throws Exception {
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules(), new NaiveBackend()),
            new Sequential(),
            ONE_THREAD,
            IGNORE,
            RunListener.NONE);
    scan.finish();
    assertThatIllegalStateException().isThrownBy(scan::finish);
    assertThatIllegalStateException().isThrownBy(() -> scan.write(new byte[1], 0, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatTheSinkThrowsReachesTheCaller(int threads) {
    IllegalStateException thrown = new IllegalStateException("from the sink");
    ReportSink sink =
        (rule, end) -> {
          throw thrown;
        };
    RuleSet rules = rules(oneState(ReportFlags.HERE));
    assertThatThrownBy(
            () ->
                scan(
                    rules,
                    cse(rules, 4, true),
                    ONE_THREAD.withThreads(threads),
                    sink,
                    RunListener.NONE,
                    new byte[100]))
        .isSameAs(thrown);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatTheListenerThrowsReachesTheCaller(int threads) {
    IllegalStateException thrown = new IllegalStateException("from the listener");
    RunListener inProgress =
        new RunListener() {
          @Override
          public void progress(long bytes) {
            throw thrown;
          }
        };
    RunListener atWindow =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            throw thrown;
          }
        };
    RuleSet rules = rules(keepSwapReset(), oneState(ReportFlags.HERE));
    for (RunListener listener : List.of(inProgress, atWindow)) {
      assertThatThrownBy(
              () ->
                  scan(
                      rules,
                      cse(rules, 4, true),
                      ONE_THREAD.withThreads(threads),
                      IGNORE,
                      listener,
                      new byte[100]))
          .isSameAs(thrown);
    }
  }

  @Test
  void anInterruptedScanStops() {
    RuleSet rules = rules(keepSwapReset());
    List<Report> reports = new ArrayList<>();
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                scan(
                    rules,
                    cse(rules, 4, true),
                    ONE_THREAD,
                    collect(reports),
                    RunListener.NONE,
                    new byte[100]))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(reports).isEmpty();
  }

  @Test
  void aFailingStreamIsNotClosedAndItsExceptionPasses() {
    IOException failure = new IOException("from the stream");
    AtomicBoolean closed = new AtomicBoolean();
    InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw failure;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw failure;
          }

          @Override
          public void close() {
            closed.set(true);
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules(), new NaiveBackend()),
            new Sequential(),
            ONE_THREAD,
            IGNORE,
            RunListener.NONE);
    assertThatThrownBy(() -> scan.scan(in)).isSameAs(failure);
    assertThat(closed).isFalse();
  }

  @Test
  void progressEndsAtTheWholeInput() throws Exception {
    List<Long> heard = Collections.synchronizedList(new ArrayList<>());
    RunListener listener =
        new RunListener() {
          @Override
          public void progress(long bytes) {
            heard.add(bytes);
          }
        };
    RuleSet rules = rules(keepSwapReset(), oneState(0), oneState(1));
    scan(
        rules,
        cse(rules, 3, true),
        ONE_THREAD.withWindowBytes(40),
        IGNORE,
        listener,
        new byte[100]);
    assertThat(heard).isSorted().endsWith(100L);
    assertThat(heard).contains(40L, 80L);
  }

  @Test
  void scansMayShareAPreparedRuleSet() throws Exception {
    RandomAutomata random = RandomAutomata.seeded(42);
    RuleSet rules = rules(random.matcher(4), random.uniform(10, 0.3), random.slowlyConverging(7));
    PreparedRuleSet prepared = new PreparedRuleSet(rules, new NaiveBackend());
    Strategy strategy = cse(rules, 5, true);
    byte[] input = random.input(300, 3);
    List<Report> expected = ReferenceEngine.reports(rules, input);
    List<List<Report>> seen = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Workers.run(
        3,
        3,
        task -> {
          ParallelScan scan =
              new ParallelScan(
                  prepared,
                  strategy,
                  ONE_THREAD.withThreads(2),
                  collect(seen.get((int) task)),
                  RunListener.NONE);
          try {
            scan.scan(new ByteArrayInputStream(input));
          } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    assertThat(seen).containsOnly(expected);
  }

  @Test
  void optionsAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RunOptions(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RunOptions(1, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunOptions(1, RunOptions.MAX_WINDOW_BYTES + 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RunOptions(1, 1, 0));
    assertThat(RunOptions.defaults().withThreads(2).withWindowBytes(3).withReportBudget(4))
        .isEqualTo(new RunOptions(2, 3, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConvergenceSetEnumeration(List.of(), 0));
    assertThatIllegalStateException().isThrownBy(() -> new Sequential().flows(0, null));
  }

  // ---- parts ----

  private static RunStatistics scan(
      RuleSet rules,
      Strategy strategy,
      RunOptions options,
      ReportSink sink,
      RunListener listener,
      byte[] input)
      throws IOException, InterruptedException {
    PreparedRuleSet prepared = new PreparedRuleSet(rules, new NaiveBackend());
    return new ParallelScan(prepared, strategy, options, sink, listener)
        .scan(new ByteArrayInputStream(input));
  }

  private static Strategy cse(RuleSet rules, int segments, boolean coarsest) {
    List<FlowPlan> flows = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      flows.add(
          new ConvergenceSetFlows(
              coarsest ? Partition.coarsest(states) : Partition.finest(states)));
    }
    return new ConvergenceSetEnumeration(flows, segments);
  }

  private static RuleSet rules(Automaton... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  private static Dfa oneState(int flags) {
    return new Dfa(SymbolClasses.ofLabels(new int[256]), new char[1], new byte[] {(byte) flags}, 0);
  }

  private static ReportSink collect(List<Report> reports) {
    return (rule, end) -> reports.add(new Report(rule, end));
  }

  private static RunListener listener(List<WindowActivity> windows) {
    return new RunListener() {
      @Override
      public void window(WindowActivity activity) {
        windows.add(activity);
      }
    };
  }
}
