package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.enumerative.PreparedRuleSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work is done once, is held against the sequential run, and goes on where it was. */
class ReproductionTest {

  private static final Benchmark EXACT_MATCH = Benchmark.named("ExactMatch").orElseThrow();
  private static final Plan PLAN =
      Plan.of(Experiments.quick().withBytes(5_000), List.of(EXACT_MATCH));
  private static final Sources SOURCES = new Sources(Optional.empty(), 1, 2);
  private static final Reproduction.Program PROGRAM = new Reproduction.Program("test", "abc");

  @TempDir private Path directory;
  private final List<String> messages = new ArrayList<>();

  private List<Task> run(Plan plan, Results[] results) throws IOException, InterruptedException {
    List<Task> begun = new ArrayList<>();
    Reproduction.Listener listener =
        new Reproduction.Listener() {
          @Override
          public void begins(Task task, int done) {
            begun.add(task);
          }
        };
    results[0] =
        new Reproduction(plan, SOURCES, new RunStore(directory, messages::add), PROGRAM, listener)
            .run();
    return begun;
  }

  @Test
  void everyTaskIsDoneOnceAndNeverAgain() throws IOException, InterruptedException {
    Results[] first = new Results[1];
    assertThat(run(PLAN, first)).isEqualTo(PLAN.tasks());
    Results[] second = new Results[1];
    assertThat(run(PLAN, second)).isEmpty();
    assertThat(second[0].runs()).isEqualTo(first[0].runs());
    assertThat(second[0].commits()).containsExactly("abc");
    RunResult cse = first[0].of(PLAN.experiments().cse(EXACT_MATCH, false)).orElseThrow();
    assertThat(cse.bytes()).isEqualTo(5_000);
    assertThat(cse.idealSpeedup()).isEqualTo(16);
    assertThat(cse.cyclesBy().total()).isEqualTo(cse.cycles());
    assertThat(cse.speedup()).isBetween(8.0, 16.0);

    Files.delete(directory.resolve(PLAN.tasks().get(3).fileName()));
    Files.writeString(directory.resolve(PLAN.tasks().get(5).fileName()), "{");
    assertThat(run(PLAN, second)).containsExactly(PLAN.tasks().get(3), PLAN.tasks().get(5));
    assertThat(messages).singleElement().asString().contains("damaged");
  }

  @Test
  void otherReportsStopTheWork() throws IOException, InterruptedException {
    Results[] results = new Results[1];
    run(PLAN, results);
    RunSpec sequential =
        RunSpec.sequential("ExactMatch", PLAN.experiments().cse(EXACT_MATCH, false).input());
    Path file = directory.resolve(sequential.fileName());
    RunResult result = results[0].of(sequential).orElseThrow();
    String forged = result.reportDigest().equals("0".repeat(16)) ? "1" : "0";
    Files.writeString(
        file, Files.readString(file).replace(result.reportDigest(), forged.repeat(16)));
    assertThatThrownBy(() -> run(PLAN, results))
        .isInstanceOf(ReportMismatchException.class)
        .hasMessageContaining("ExactMatch")
        .hasMessageContaining(result.reportDigest())
        .hasMessageContaining(forged.repeat(16));
  }

  @Test
  void numberAndOrderOfReportsMatter() {
    ReportDigest one = new ReportDigest();
    one.report(1, 10);
    one.report(2, 10);
    ReportDigest swapped = new ReportDigest();
    swapped.report(2, 10);
    swapped.report(1, 10);
    ReportDigest same = new ReportDigest();
    same.report(1, 10);
    same.report(2, 10);
    assertThat(same.hex()).isEqualTo(one.hex()).isNotEqualTo(swapped.hex()).hasSize(16);
    assertThat(same.count()).isEqualTo(2);
    same.report(0, 0);
    assertThat(same.hex()).isNotEqualTo(one.hex());
  }

  /** Which is why runs may be done where they are fast. */
  @Test
  void cyclesAndFlowsAreThoseOfTheEmulatedProcessor() throws IOException, InterruptedException {
    Benchmark benchmark = Benchmark.named("Dotstar09").orElseThrow();
    Material material = Material.of(benchmark, 3_000, new Material.Setting(null, 1, 2));
    PreparedRuleSet processor =
        new PreparedRuleSet(material.prepared().rules(), new AutomataProcessor());
    Runner runner = new Runner(material, 2);
    Experiments runs = Experiments.quick().withBytes(3_000);
    for (RunSpec spec :
        List.of(
            runs.lbe(benchmark, 10),
            runs.pap(benchmark),
            runs.cse(benchmark, false),
            runs.cse(benchmark, true))) {
      RunResult fast = runner.run(spec, done -> {});
      RunResult emulated = runner.run(spec, processor, done -> {});
      assertThat(fast)
          .as(spec.inWords())
          .usingRecursiveComparison()
          .ignoringFields("seconds")
          .isEqualTo(emulated);
    }
  }
}
