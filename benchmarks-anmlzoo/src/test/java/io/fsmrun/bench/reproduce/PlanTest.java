package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The plan has everything once, in an order in which it can be done. */
class PlanTest {

  private static Plan plan(boolean quick) {
    return Plan.of(quick ? Experiments.quick() : Experiments.full(), Benchmark.all());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsDoneTwice(boolean quick) {
    List<Task> tasks = plan(quick).tasks();
    assertThat(tasks).doesNotHaveDuplicates();
    assertThat(tasks.stream().map(Task::inWords)).doesNotHaveDuplicates();
    assertThat(tasks.stream().map(Task::fileName)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachRunComesAfterTheSequentialOneOfItsInput(boolean quick) {
    Set<Task> before = new HashSet<>();
    for (Task task : plan(quick).tasks()) {
      if (task instanceof RunSpec run && !run.isReference()) {
        assertThat(before).as(run.inWords()).contains(run.reference());
      }
      before.add(task);
    }
  }

  /** So that a benchmark is compiled twice at most, and the paper's figures are there early. */
  @Test
  void benchmarksComeOneAfterAnotherFirstForThePaperThenForMore() {
    List<String> order =
        plan(false).tasks().stream().map(Task::benchmark).collect(Collectors.toList());
    for (int i = order.size() - 1; i > 0; i--) {
      if (order.get(i).equals(order.get(i - 1))) {
        order.remove(i);
      }
    }
    List<String> twice = new ArrayList<>(Benchmark.names());
    twice.addAll(Benchmark.names());
    assertThat(order).isEqualTo(twice);
  }

  @Test
  void thePublishedSweepsAreComplete() {
    Plan plan = plan(false);
    for (Benchmark benchmark : Benchmark.all()) {
      for (int symbols = 10; symbols <= 100; symbols += 10) {
        assertThat(plan.tasks()).contains(plan.experiments().lbe(benchmark, symbols));
      }
      Predictions.STRATEGIES.forEach(
          merge ->
              assertThat(plan.tasks()).contains(plan.experiments().cse(benchmark, merge, false)));
    }
    assertThat(Predictions.STRATEGIES).hasToString("[mfp, 90%, 95%, 99%, 100%]");
  }

  @Test
  void quickIsThePaperOnLess() {
    Plan quick = plan(true);
    assertThat(quick.tasks()).allMatch(task -> task.inputBytes() <= 100_000);
    assertThat(quick.tasks()).hasSizeLessThan(13 * 20);
    assertThat(Experiments.quick().lookBacks(Benchmark.named("Snort").orElseThrow()))
        .containsExactly(10, 100);
    assertThat(Experiments.quick().lookBacks(Benchmark.named("Brill").orElseThrow()))
        .containsExactly(10, 50, 100);
  }

  @Test
  void onlyTwoBenchmarksFallIntoPieces() {
    List<String> split =
        Benchmark.all().stream()
            .filter(b -> !Experiments.full().pieces(b).isEmpty())
            .map(Benchmark::name)
            .toList();
    assertThat(split).containsExactly("Snort", "Brill");
  }
}
