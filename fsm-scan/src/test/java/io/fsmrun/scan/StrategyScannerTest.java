package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines and scanners as users meet them. */
class StrategyScannerTest {

  private static final byte[] INPUT = "xabyABab".getBytes(StandardCharsets.ISO_8859_1);
  private static final List<Report> EXPECTED =
      List.of(
          new Report(1, 3), new Report(3, 3), new Report(3, 6), new Report(1, 8), new Report(3, 8));

  @TempDir Path directory;

  private static RuleMachine machine() throws InterruptedException {
    return RuleMachine.compile("ab", "(a)\\1", "/ab/i");
  }

  @Test
  void arraysStreamsAndFilesGiveTheSame() throws Exception {
    StrategyScanner scanner = machine().scanner().build();
    List<Report> reports = new ArrayList<>();
    RunStatistics run = scanner.scan(INPUT, (rule, end) -> reports.add(new Report(rule, end)));
    assertThat(reports).isEqualTo(EXPECTED);
    assertThat(run.bytes()).isEqualTo(INPUT.length);
    assertThat(run.reports()).isEqualTo(EXPECTED.size());

    reports.clear();
    scanner.scan(
        new ByteArrayInputStream(INPUT), (rule, end) -> reports.add(new Report(rule, end)));
    assertThat(reports).isEqualTo(EXPECTED);

    reports.clear();
    Path file = Files.write(directory.resolve("input"), INPUT);
    scanner.scan(file, (rule, end) -> reports.add(new Report(rule, end)));
    assertThat(reports).isEqualTo(EXPECTED);
  }

  @Test
  void refusedRulesDoNotStopTheOthers() throws InterruptedException {
    RuleMachine machine = machine();
    assertThat(machine.ruleSet().size()).isEqualTo(2);
    assertThat(machine.refused()).hasSize(1);
    assertThat(machine.refused().getFirst().id()).isEqualTo(2);
    assertThat(machine.refused().getFirst().construct()).isEqualTo("back-reference");
  }

  @Test
  void rulesFilesNumberTheirLines() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), "\n\nab\n");
    List<Report> reports = new ArrayList<>();
    RuleMachine.compile(rules)
        .scanner()
        .build()
        .scan(INPUT, (rule, end) -> reports.add(new Report(rule, end)));
    assertThat(reports).containsExactly(new Report(3, 3), new Report(3, 8));
  }

  @Test
  void filesThatAreMissing() throws InterruptedException {
    Path missing = directory.resolve("missing");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> RuleMachine.compile(missing));
    StrategyScanner scanner = machine().scanner().build();
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> scanner.scan(missing, (rule, end) -> {}));
  }

  @Test
  void streamsAreLeftOpen() throws Exception {
    boolean[] closed = new boolean[1];
    ByteArrayInputStream in =
        new ByteArrayInputStream(INPUT) {
          @Override
          public void close() throws IOException {
            closed[0] = true;
          }
        };
    machine().scanner().build().scan(in, (rule, end) -> {});
    assertThat(closed[0]).isFalse();
  }

  @Test
  void listenersHearTheEnd() throws InterruptedException {
    AtomicLong most = new AtomicLong();
    RunListener listener =
        new RunListener() {
          @Override
          public void progress(long bytes) {
            most.accumulateAndGet(bytes, Math::max);
          }
        };
    machine()
        .scanner()
        .options(RunOptions.defaults().withWindowBytes(3))
        .listener(listener)
        .build()
        .scan(INPUT, (rule, end) -> {});
    assertThat(most).hasValue(INPUT.length);
  }

  @Test
  void oneScannerServesManyThreads() throws InterruptedException {
    StrategyScanner scanner =
        machine().scanner().options(RunOptions.defaults().withThreads(2)).build();
    List<List<Report>> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    IntStream.range(0, 8).forEach(i -> all.add(new ArrayList<>()));
    for (List<Report> reports : all) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < 50; i++) {
                        reports.clear();
                        scanner.scan(INPUT, (rule, end) -> reports.add(new Report(rule, end)));
                      }
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all).allMatch(EXPECTED::equals);
  }

  @Test
  void backendsAreFoundByName() {
    assertThat(Backends.names()).contains("cpu").isSorted();
    assertThat(Backends.named("cpu")).get().extracting(b -> b.name()).isEqualTo("cpu");
    assertThat(Backends.named("CPU")).isEmpty();
    assertThat(Backends.named("none")).isEmpty();
  }
}
