package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.testkit.NaiveBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The switches of a strategy and the options of a run reach the flows. */
class SwitchesTest {

  /**
   * Three states: {@code a} leads 0 and 1 to 0, other bytes keep them; 2 is never left and never
   * reports.
   */
  private static Dfa oneMergesOneIsIdle(boolean reports) {
    int[] labels = new int[256];
    labels['a'] = 1;
    byte[] flags = {(byte) (reports ? 1 : 0), 1, 0};
    return new Dfa(SymbolClasses.ofLabels(labels), new char[] {0, 0, 1, 0, 2, 2}, flags, 0);
  }

  /**
   * Two segments of eight bytes, the second {@code kkakkkkk}, two components of three flows. At the
   * third symbol flow 1 merges into flow 0; flow 2 is idle after the first. So is flow 0 of the
   * first component, whose state 0 reports nothing: alone, each component is charged for what it
   * carries.
   */
  @ParameterizedTest
  @CsvSource({
    "true,  true,  true,  1, 0:3 1:2 3:1",
    "true,  true,  true,  4, 0:3 4:1",
    "false, true,  true,  1, 0:3 1:2",
    "true,  false, true,  1, 0:3 3:2",
    "false, false, true,  1, 0:3",
    "true,  true,  false, 1, 0:6 1:3 3:1",
    "false, true,  false, 1, 0:6 1:3 3:2",
    "true,  false, false, 2, 0:6 4:4",
    "false, false, false, 1, 0:6",
  })
  void flowsAreLetGoOf(
      boolean convergence, boolean deactivation, boolean components, int interval, String flows)
      throws InterruptedException {
    RuleSet rules =
        new RuleSet(
            List.of(
                new RuleSet.Component(1, oneMergesOneIsIdle(false)),
                new RuleSet.Component(2, oneMergesOneIsIdle(true))));
    AnyStrategy strategy =
        new AnyStrategy(
            0,
            2,
            AnyStrategy.Kind.STATES,
            new FlowChecks(convergence, deactivation),
            new Sharing(components, Sharing.NEVER));
    List<WindowActivity> windows = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            windows.add(activity);
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            strategy,
            new RunOptions(1, 100, 100, ReexecutionLevel.BASIC, interval, PrefixReplay.AS_NEEDED),
            (rule, end) -> {},
            listener);
    byte[] input = "kkkkkkkkkkakkkkk".getBytes(StandardCharsets.US_ASCII);
    scan.write(input, 0, input.length);
    scan.finish();
    FlowSteps steps = windows.getFirst().segments().get(1).flows();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < steps.count(); i++) {
      seen.add(steps.position(i) + ":" + steps.flows(i));
    }
    assertThat(String.join(" ", seen)).isEqualTo(flows);
  }
}
