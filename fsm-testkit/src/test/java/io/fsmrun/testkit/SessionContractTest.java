package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToIntBiFunction;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The naive back end keeps the contract, and back ends with a fault are found out. */
class SessionContractTest {

  private final SessionContract naive = new SessionContract(new NaiveBackend());

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void theNaiveBackEndKeepsTheContract(@ForAll long seed) {
    naive.checkKnown(seed);
    naive.checkFlows(seed);
    naive.checkPrompt(seed);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void theNaiveBackEndKeepsToItsBudget(@ForAll long seed) {
    naive.checkBudget(seed);
  }

  @Test
  void aLostEndIsFound() {
    SessionContract contract =
        faulty(
            session ->
                new Delegate(session) {
                  @Override
                  public StateSet runKnown(
                      byte[] input, int from, int to, StateSet start, ReportEnds ends) {
                    ReportEnds mine = new ReportEnds(ReportBudget.unlimited());
                    StateSet end = super.runKnown(input, from, to, start, mine);
                    for (int i = 0; i < mine.size() - 1; i++) {
                      ends.add(mine.get(i));
                    }
                    return end;
                  }
                });
    assertFails(contract::checkKnown);
    assertFails(contract::checkFlows);
  }

  @Test
  void aWrongEndStateIsFound() {
    SessionContract contract =
        faulty(
            session ->
                new Delegate(session) {
                  @Override
                  public StateSet runKnown(
                      byte[] input, int from, int to, StateSet start, ReportEnds ends) {
                    super.runKnown(input, from, to, start, ends);
                    return start;
                  }
                });
    assertFails(contract::checkKnown);
  }

  /** A flow of several states that claims to be concrete from the start. */
  @Test
  void aFlowThatIsConcreteTooEarlyIsFound() {
    SessionContract contract =
        faulty(
            changed(
                flow ->
                    new SegmentOutcome.Flow(
                        0,
                        flow.mayReportUntil(),
                        flow.mergedAt(),
                        flow.mergedInto(),
                        flow.idleAt(),
                        flow.end(),
                        flow.ends())));
    assertFails(contract::checkFlows);
    assertFails(contract::checkPrompt);
  }

  @Test
  void aMergeTooEarlyIsFound() {
    SessionContract contract =
        faulty(
            changed(
                flow ->
                    flow.mergedInto() < 0
                        ? flow
                        : new SegmentOutcome.Flow(
                            flow.concreteAt(),
                            flow.mayReportUntil(),
                            Math.max(0, flow.mergedAt() - 1),
                            flow.mergedInto(),
                            flow.idleAt(),
                            flow.end(),
                            flow.ends())));
    assertFails(contract::checkFlows);
  }

  @Test
  void flowsWithoutReportsAreFound() {
    SessionContract contract =
        faulty(
            changed(
                flow ->
                    new SegmentOutcome.Flow(
                        flow.concreteAt(),
                        flow.mayReportUntil(),
                        flow.mergedAt(),
                        flow.mergedInto(),
                        flow.idleAt(),
                        flow.end(),
                        new ReportEnds(ReportBudget.unlimited()))));
    assertFails(contract::checkFlows);
  }

  /** Flows that say that none of their states reported before they were concrete. */
  @Test
  void aReportBeforeAFlowIsConcreteIsNotLost() {
    assertFailsOnReplays((flow, outcome) -> outcome.from());
  }

  /** Flows that leave out what is reported where they become concrete: it is not kept after it. */
  @Test
  void aReportWhereAFlowBecomesConcreteIsNotLost() {
    assertFailsOnReplays(
        (flow, outcome) ->
            flow.mayReportUntil() == flow.concreteAt()
                ? Math.max(outcome.from(), flow.mayReportUntil() - 1)
                : flow.mayReportUntil());
  }

  /** Flows that say that a state of theirs reported when they had long been concrete. */
  @Test
  void aReplayThatGoesTooFarIsFound() {
    assertFailsOnReplays((flow, outcome) -> outcome.to());
  }

  private static void assertFailsOnReplays(
      ToIntBiFunction<SegmentOutcome.Flow, SegmentOutcome> until) {
    SessionContract contract = faulty(session -> reportingUntil(session, until));
    assertFails(contract::checkFlows);
    assertFails(contract::checkPrompt);
  }

  private static Session reportingUntil(
      Session session, ToIntBiFunction<SegmentOutcome.Flow, SegmentOutcome> until) {
    return new Delegate(session) {
      @Override
      public SegmentOutcome runFlows(
          byte[] input,
          int from,
          int to,
          List<FlowStart> starts,
          FlowChecks checks,
          ReportBudget budget) {
        SegmentOutcome empty = new SegmentOutcome(from, to, new SegmentOutcome.Flow[0]);
        return changed(
                flow ->
                    new SegmentOutcome.Flow(
                        flow.concreteAt(),
                        until.applyAsInt(flow, empty),
                        flow.mergedAt(),
                        flow.mergedInto(),
                        flow.idleAt(),
                        flow.end(),
                        flow.ends()))
            .apply(session)
            .runFlows(input, from, to, starts, checks, budget);
      }
    };
  }

  /** A session that always merges, or always lets idle flows go. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, true"})
  void aSwitchThatDoesNothingIsFound(boolean convergence, boolean deactivation) {
    SessionContract contract =
        faulty(
            session ->
                new Delegate(session) {
                  @Override
                  public SegmentOutcome runFlows(
                      byte[] input,
                      int from,
                      int to,
                      List<FlowStart> starts,
                      FlowChecks checks,
                      ReportBudget budget) {
                    FlowChecks stuck =
                        new FlowChecks(
                            convergence || checks.convergence(),
                            deactivation || checks.deactivation());
                    return super.runFlows(input, from, to, starts, stuck, budget);
                  }
                });
    assertFails(contract::checkFlows);
  }

  /** Flows said to be idle from the start, where they may be let go of at all. */
  @Test
  void aFlowThatIsIdleTooEarlyIsFound() {
    SessionContract contract =
        faulty(
            session ->
                new Delegate(session) {
                  @Override
                  public SegmentOutcome runFlows(
                      byte[] input,
                      int from,
                      int to,
                      List<FlowStart> starts,
                      FlowChecks checks,
                      ReportBudget budget) {
                    return changed(checks.deactivation() ? idleAt(from) : flow -> flow)
                        .apply(session)
                        .runFlows(input, from, to, starts, checks, budget);
                  }
                });
    assertFails(contract::checkFlows);
  }

  private static UnaryOperator<SegmentOutcome.Flow> idleAt(int position) {
    return flow ->
        new SegmentOutcome.Flow(
            flow.concreteAt(),
            flow.mayReportUntil(),
            flow.mergedAt(),
            flow.mergedInto(),
            position,
            flow.end(),
            flow.ends());
  }

  @Test
  void aFailureIsWrittenDown() throws IOException {
    Path notes = Path.of("target", "replay", "a-test-2a.txt");
    Files.deleteIfExists(notes);
    Replay replay =
        new Replay("a-test", 42)
            .with("automaton", RandomAutomata.seeded(1).matcher(2))
            .with("input", new byte[] {1, (byte) 0xff});
    replay.check(() -> {});
    assertThat(notes).doesNotExist();
    assertThatThrownBy(() -> replay.check(() -> assertThat(1).isEqualTo(2)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 42")
        .hasMessageContaining("a-test-2a.txt");
    assertThat(notes)
        .content()
        .startsWith("test a-test\nseed 42\nautomaton dfa, 3 states, start 0\n")
        .contains("input 2 bytes 01ff\n");
  }

  // ---- faults ----

  /** Within a number of seeds, at least one check fails. */
  private static void assertFails(LongConsumer check) {
    for (long seed = 0; seed < 200; seed++) {
      try {
        check.accept(seed);
      } catch (AssertionError expected) {
        assertThat(expected).hasMessageContaining("seed " + seed);
        return;
      }
    }
    throw new AssertionError("the fault was not found");
  }

  /** A session whose outcomes are made anew from changed flows. */
  private static UnaryOperator<Session> changed(UnaryOperator<SegmentOutcome.Flow> change) {
    return session ->
        new Delegate(session) {
          @Override
          public SegmentOutcome runFlows(
              byte[] input,
              int from,
              int to,
              List<FlowStart> starts,
              FlowChecks checks,
              ReportBudget budget) {
            SegmentOutcome outcome = super.runFlows(input, from, to, starts, checks, budget);
            SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[starts.size()];
            for (int f = 0; f < flows.length; f++) {
              flows[f] = change.apply(rebuilt(outcome, f));
            }
            return new SegmentOutcome(from, to, flows);
          }
        };
  }

  /** A flow as it can be seen from outside: merged into the lowest it is equal to. */
  private static SegmentOutcome.Flow rebuilt(SegmentOutcome outcome, int f) {
    int into = -1;
    int mergedAt = SegmentOutcome.NEVER;
    for (int g = f - 1; g >= 0; g--) {
      if (outcome.mergedAt(g, f) < mergedAt) {
        into = g;
        mergedAt = outcome.mergedAt(g, f);
      }
    }
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    if (outcome.concreteAt(f) != SegmentOutcome.NEVER) {
      outcome.collectEnds(f, ends);
    }
    return new SegmentOutcome.Flow(
        outcome.concreteAt(f),
        outcome.replayUntil(f),
        mergedAt,
        into,
        SegmentOutcome.NEVER,
        outcome.end(f),
        ends);
  }

  private static SessionContract faulty(UnaryOperator<Session> fault) {
    return new SessionContract(
        new Backend() {
          @Override
          public String name() {
            return "faulty";
          }

          @Override
          public Engine prepare(Automaton automaton) {
            Engine engine = new NaiveBackend().prepare(automaton);
            return new Engine() {
              @Override
              public Automaton automaton() {
                return automaton;
              }

              @Override
              public Session newSession() {
                return fault.apply(engine.newSession());
              }
            };
          }
        });
  }

  private abstract static class Delegate implements Session {

    private final Session session;

    Delegate(Session session) {
      this.session = session;
    }

    @Override
    public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
      return session.runKnown(input, from, to, start, ends);
    }

    @Override
    public SegmentOutcome runFlows(
        byte[] input,
        int from,
        int to,
        List<FlowStart> starts,
        FlowChecks checks,
        ReportBudget budget) {
      return session.runFlows(input, from, to, starts, checks, budget);
    }
  }
}
