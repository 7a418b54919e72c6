package io.fsmrun.ap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.testkit.SessionContract;
import io.fsmrun.testkit.UnknownAutomaton;
import java.util.ServiceLoader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Sessions of the emulated Automata Processor keep their contract. */
class AutomataProcessorSessionTest {

  private final SessionContract contract = new SessionContract(new AutomataProcessor());

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void knownRuns(@ForAll long seed) {
    contract.checkKnown(seed);
  }

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void flows(@ForAll long seed) {
    contract.checkFlows(seed);
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void flowsMergeAtOnce(@ForAll long seed) {
    contract.checkPrompt(seed);
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void reportsBeyondTheBudget(@ForAll long seed) {
    contract.checkBudget(seed);
  }

  @Test
  void isFoundByItsName() {
    assertThat(ServiceLoader.load(Backend.class).stream().map(p -> p.get().name())).contains("ap");
  }

  @Test
  void refusesFormsItDoesNotKnow() {
    Automaton unknown = new UnknownAutomaton();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AutomataProcessor().prepare(unknown))
        .withMessageContaining(unknown.getClass().getName());
  }
}
