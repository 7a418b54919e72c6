package io.fsmrun.gpu.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.testkit.SessionContract;
import io.fsmrun.testkit.UnknownAutomaton;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Sessions of the GPU back end keep their contract. */
class GpuSessionTest {

  private final SessionContract usual = new SessionContract(Backends.USUAL);
  private final SessionContract device = new SessionContract(Backends.DEVICE);
  private final SessionContract small = new SessionContract(Backends.SMALL);

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void knownRuns(@ForAll long seed) {
    usual.checkKnown(seed);
    device.checkKnown(seed);
    small.checkKnown(seed);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void flows(@ForAll long seed) {
    device.checkFlows(seed);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void flowsWithLittleRoom(@ForAll long seed) {
    small.checkFlows(seed);
  }

  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void reportsBeyondTheBudget(@ForAll long seed) {
    device.checkBudget(seed);
    usual.checkBudget(seed);
  }

  @Test
  void isCalledGpu() {
    assertThat(Backends.USUAL.name()).isEqualTo("gpu");
  }

  @Test
  void refusesFormsItDoesNotKnow() {
    Automaton unknown = new UnknownAutomaton();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backends.USUAL.prepare(unknown))
        .withMessageContaining(unknown.getClass().getName());
  }
}
