package io.fsmrun.testkit;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.function.IntConsumer;

/**
 * An automaton of a form that no back end has an engine for. It has one state, which reports
 * nothing.
 */
public final class UnknownAutomaton implements Automaton {

  /** The automaton; it has no parameters. */
  public UnknownAutomaton() {}

  @Override
  public int stateCount() {
    return 1;
  }

  @Override
  public StateSet startConfiguration() {
    return StateSet.of(0);
  }

  @Override
  public boolean isDeterministic() {
    return true;
  }

  @Override
  public int reportFlags(StateSet configuration) {
    return ReportFlags.NONE;
  }

  @Override
  public void describeTo(IntConsumer sink) {
    // One state that does nothing: no numbers.
  }
}
