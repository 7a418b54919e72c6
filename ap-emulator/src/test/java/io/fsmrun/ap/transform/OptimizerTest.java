package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.transform.Optimizer.Optimized;
import io.fsmrun.ap.transform.Optimizer.Options;
import io.fsmrun.ap.transform.Optimizer.Outcome;
import io.fsmrun.ap.transform.Optimizer.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps are taken as asked, in order, and accounted for. */
class OptimizerTest {

  /** abc and abc, with a dead end. */
  private static AutomataNetwork twice() {
    return new Hand()
        .stes("^a=a b=b c=c! ^p=a q=b r=c! dead=a")
        .edges("a>b b>c p>q q>r b>dead")
        .build();
  }

  private static Options only(Step... steps) {
    return new Options(List.of(steps), 1, Options.NO_SPLITTING, ReportIdentity.NAME);
  }

  @Test
  void withoutStepsNothingHappens() {
    AutomataNetwork network = twice();
    Optimized result = Optimizer.optimize(network, Options.NONE);
    assertThat(result.network()).isSameAs(network);
    assertThat(result.outcomes()).isEmpty();
  }

  @Test
  void eachStepSaysWhatItSaved() {
    Optimized result = Optimizer.optimize(twice(), only(Step.DEAD, Step.PREFIX, Step.SUFFIX));
    assertThat(result.outcomes())
        .containsExactly(
            new Outcome(Step.DEAD, 1, 7, 6, 5, 4),
            new Outcome(Step.PREFIX, 1, 6, 3, 4, 2),
            new Outcome(Step.SUFFIX, 1, 3, 3, 2, 2));
    assertThat(result.outcomes().get(1).elementsSaved()).isEqualTo(3);
    assertThat(result.outcomes().get(1).edgesSaved()).isEqualTo(2);
    Hand.assertSameReports(twice(), result.network());
  }

  @Test
  void aStepAloneDoesNoMore() {
    assertThat(Optimizer.optimize(twice(), only(Step.DEAD)).network().size()).isEqualTo(6);
    assertThat(Optimizer.optimize(twice(), only(Step.PREFIX)).network().size()).isEqualTo(4);
    assertThat(Optimizer.optimize(twice(), only(Step.SUFFIX)).network().size()).isEqualTo(6);
  }

  @Test
  void roundsEndWhenNothingIsSaved() {
    List<Outcome> outcomes = Optimizer.optimize(twice(), Options.ALL).outcomes();
    assertThat(outcomes).hasSize(6);
    assertThat(outcomes.get(5).round()).isEqualTo(2);
  }

  @Test
  void splittingComesLast() {
    AutomataNetwork network =
        new Hand().stes("^a=a ^b=b ^c=c ^d=c x=abc!").edges("a>x b>x c>x d>x").build();
    FanLimits limits = new FanLimits(2, FanLimits.NO_LIMIT, 100);
    Optimized result =
        Optimizer.optimize(
            network, new Options(List.of(Step.SUFFIX), 3, limits, ReportIdentity.NAME));
    assertThat(result.outcomes()).last().isEqualTo(new Outcome(Step.FAN_LIMITS, 1, 4, 5, 3, 3));
    assertThat(result.outcomes().getLast().elementsSaved()).isEqualTo(-1);
    Hand.assertSameReports(network, result.network());
  }

  @Test
  void badOptionsAreRefused() {
    assertThatThrownBy(() -> only(Step.FAN_LIMITS)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Options(List.of(), 0, Options.NO_SPLITTING, ReportIdentity.NAME))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
