package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Machine flows, against the definition: at every check, all pairs of flows are compared in all
 * components.
 */
class MachineFlowsPropertyTest {

  private static final int FROM = 7;
  private static final int NEVER = SegmentOutcome.NEVER;

  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void countsAreThoseOfTheDefinition(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    int length = random.number(1, 30);
    int interval = random.number(1, random.chance(0.2) ? 40 : 6);
    List<SegmentOutcome> outcomes = new ArrayList<>();
    for (int c = random.number(0, 5); c > 0; c--) {
      outcomes.add(outcome(random, length));
    }
    MachineFlows shared = new MachineFlows(interval, true);
    MachineFlows alone = new MachineFlows(interval, false);
    for (int c = 0; c < outcomes.size(); c++) {
      shared.add(c, outcomes.get(c));
      alone.add(c, outcomes.get(c));
    }
    FlowSteps sharedSteps = shared.steps(length);
    FlowSteps aloneSteps = alone.steps(length);
    for (int symbol = 0; symbol < length; symbol++) {
      int check = symbol - symbol % interval;
      assertThat(at(sharedSteps, symbol)).as("at %s", symbol).isEqualTo(count(outcomes, check));
      assertThat(at(aloneSteps, symbol)).as("alone at %s", symbol).isEqualTo(sum(outcomes, check));
    }
    assertThat(sharedSteps.position(0)).isZero();
    assertStepsAreLeast(sharedSteps);
    assertStepsAreLeast(aloneSteps);
  }

  /** Positions ascend, and each step changes something. */
  private static void assertStepsAreLeast(FlowSteps steps) {
    for (int i = 1; i < steps.count(); i++) {
      assertThat(steps.position(i)).isGreaterThan(steps.position(i - 1));
      assertThat(steps.flows(i)).isNotEqualTo(steps.flows(i - 1));
    }
  }

  private static int at(FlowSteps steps, int symbol) {
    int i = steps.count() - 1;
    while (steps.position(i) > symbol) {
      i--;
    }
    return steps.flows(i);
  }

  /** Machine flows that are different from all lower ones after some symbols. */
  private static int count(List<SegmentOutcome> outcomes, int symbols) {
    int flows = 1;
    for (SegmentOutcome outcome : outcomes) {
      flows = Math.max(flows, outcome.flowCount());
    }
    int different = 0;
    for (int f = 0; f < flows; f++) {
      boolean isNew = true;
      for (int g = 0; g < f && isNew; g++) {
        isNew = !equal(outcomes, f, g, symbols);
      }
      different += isNew ? 1 : 0;
    }
    return different;
  }

  private static boolean equal(List<SegmentOutcome> outcomes, int f, int g, int symbols) {
    for (SegmentOutcome outcome : outcomes) {
      if (carried(outcome, f, symbols) != carried(outcome, g, symbols)) {
        return false;
      }
    }
    return true;
  }

  /** Which flow of a component a machine flow is after some symbols. */
  private static int carried(SegmentOutcome outcome, int flow, int symbols) {
    int f = flow < outcome.flowCount() ? flow : 0;
    while (true) {
      if (outcome.ownIdleAt(f) <= FROM + symbols) {
        return 0;
      }
      if (outcome.ownMergedAt(f) > FROM + symbols) {
        return f;
      }
      f = outcome.ownMergedInto(f);
    }
  }

  private static int sum(List<SegmentOutcome> outcomes, int symbols) {
    int sum = 0;
    for (SegmentOutcome outcome : outcomes) {
      for (int f = 0; f < outcome.flowCount(); f++) {
        boolean gone = Math.min(outcome.ownMergedAt(f), outcome.ownIdleAt(f)) <= FROM + symbols;
        sum += gone ? 0 : 1;
      }
    }
    return Math.max(1, sum);
  }

  /** Flows that merge into lower live ones or fall idle, anywhere. */
  private static SegmentOutcome outcome(RandomAutomata random, int length) {
    SegmentOutcome.Flow[] flows = new SegmentOutcome.Flow[random.number(1, 8)];
    int[] mergedAt = new int[flows.length];
    for (int f = 0; f < flows.length; f++) {
      int into = f > 0 && random.chance(0.7) ? random.number(0, f - 1) : -1;
      mergedAt[f] = into < 0 ? NEVER : random.number(FROM, FROM + length);
      if (into >= 0 && mergedAt[into] < mergedAt[f]) {
        // Flows merge into live ones only.
        into = -1;
        mergedAt[f] = NEVER;
      }
      int idleAt = random.chance(0.3) ? random.number(FROM, FROM + length) : NEVER;
      if (idleAt > mergedAt[f]) {
        // What has merged is not idle by itself.
        idleAt = NEVER;
      }
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      flows[f] = new SegmentOutcome.Flow(NEVER, 0, mergedAt[f], into, idleAt, StateSet.of(0), ends);
    }
    return new SegmentOutcome(FROM, FROM + length, flows);
  }
}
