package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.ScanEvents;
import io.fsmrun.cli.scan.ScanFormat;
import io.fsmrun.cli.scan.Search;
import io.fsmrun.cli.scan.SearchRules;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.Target;
import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rules for the CPU or a device, whichever is ready first: the search begins there. */
@Timeout(120)
class FirstReadyTest {

  private static final long SEED = 20_261_122;
  private static final int LONG_BYTES = 64 << 20;
  private static final ScanFormat FORMAT =
      new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, false);
  private static final Rules RULES = Rules.of("abc", "/x.*y/s", "end$");

  /** The same, and some that make them large. */
  private static final Rules LARGE =
      Rules.of("abc", "/x.*y/s", "end$", "qu".repeat(4500), "rs".repeat(4500));

  private static final Executor BESIDE = work -> Thread.ofPlatform().daemon().start(work);

  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger compiled = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private Rules given = RULES;
  private LongSupplier clock = System::nanoTime;
  private byte[] input;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    System.setProperty(Devices.PROPERTY, "reference");
    input = "start abc x y\n abcabc end".repeat(150).getBytes(StandardCharsets.US_ASCII);
    file = Files.write(directory.resolve("input"), input);
  }

  @AfterEach
  void realDevices() {
    System.clearProperty(Devices.PROPERTY);
  }

  /** Rules that are compiled when somebody lets them. */
  private SearchRules rules(CountDownLatch gate, int millis) {
    return new SearchRules(
        given.accepted(),
        () -> {
          try {
            begun.incrementAndGet();
            gate.await();
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
          }
          compiled.incrementAndGet();
          return Database.compile(given, CompileOptions.defaults(), CompileListener.NONE);
        });
  }

  private ScanBackend.Work work(Target target) {
    return new ScanBackend.Work(
        GpuRules.of(given),
        new GpuScan.Settings(CompileOptions.defaults(), PlanRequest.defaults()),
        List.of(target),
        false,
        4);
  }

  private ScanBackend backend(Executor executor) {
    BackendRequest request = new BackendRequest(BackendName.AUTO, 0, false);
    return new ScanBackend(request, err, true, clock, executor);
  }

  /** A search from its first step to its last; where it began is said. */
  private String search(Target given, SearchRules rules, Executor executor)
      throws InterruptedException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    said.reset();
    try (ScanBackend backend = backend(executor)) {
      Takeover takeover = backend.takeover(work(given));
      // As if so much had come, or had been counted.
      takeover.arrived(LONG_BYTES, most -> Arrays.copyOf(input, 500));
      try (Target target = given.isPipe() ? given.begin(takeover) : given) {
        GpuSearch gpu = backend.first(rules, target);
        Search.Options how =
            gpu == null
                ? new Search.Options(FORMAT, false, 4, 4, null, takeover)
                : new Search.Options(FORMAT, false, 1, 4, gpu);
        String out = search(rules, how, target);
        backend.explain();
        return out;
      }
    } finally {
      System.setIn(before);
    }
  }

  private String search(SearchRules rules, Search.Options how, Target target)
      throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ScanEvents events =
        new ScanEvents() {
          @Override
          public void failed(String name, IOException cause) {
            throw new AssertionError(name, cause);
          }

          @Override
          public void searched(long count) {}

          @Override
          public void leftGpu(String name, long offset, String reason) {
            lost.incrementAndGet();
          }
        };
    new Search(rules, how, (bytes, count) -> out.write(bytes, 0, count), events)
        .run(List.of(target));
    return out.toString(StandardCharsets.UTF_8);
  }

  private String expected(Target target) throws InterruptedException {
    SearchRules rules = rules(new CountDownLatch(0), 0);
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return search(rules, new Search.Options(FORMAT, false, 1, 1, null), target);
    } finally {
      System.setIn(before);
      compiled.set(0);
    }
  }

  private List<Target> targets() {
    return List.of(Target.standardInput(), Target.of(file));
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  /** Nobody ever lets the rules be compiled. */
  @Test
  void aDeviceThatIsReadyFirstDoesNotWaitForTheRulesOfTheCpu() throws Exception {
    for (Target target : targets()) {
      String expected = expected(target);
      assertThat(expected.lines()).hasSizeGreaterThan(500);
      interrupted.set(0);
      assertThat(search(target, rules(new CountDownLatch(1), 0), BESIDE)).isEqualTo(expected);
      assertThat(said())
          .startsWith("fsmrun: auto: gpu, ready before the rules were compiled for the cpu: ")
          .contains("rules of the cpu not compiled; search taken over by the gpu after ");
      while (interrupted.get() == 0) {
        Thread.sleep(1);
      }
      assertThat(compiled).hasValue(0);
    }
    assertThat(lost).hasValue(0);
  }

  /** Nobody ever starts the device. */
  @Test
  void rulesThatAreReadyFirstDoNotWaitForTheDevice() throws Exception {
    for (Target target : targets()) {
      String expected = expected(target);
      assertThat(search(target, rules(new CountDownLatch(0), 0), work -> {})).isEqualTo(expected);
      assertThat(compiled).hasValue(1);
      assertThat(said())
          .startsWith("fsmrun: auto: cpu")
          .contains("rules of the cpu compiled after");
    }
  }

  @Test
  void noDeviceIsAReasonAndTheRulesAreWaitedFor() throws Exception {
    System.setProperty(Devices.PROPERTY, "none");
    for (Target target : targets()) {
      String expected = expected(target);
      assertThat(search(target, rules(new CountDownLatch(0), 50), BESIDE)).isEqualTo(expected);
      assertThat(compiled).hasValue(1);
      assertThat(said()).startsWith("fsmrun: auto: cpu: no GPU");
    }
  }

  /** Rules whose compilation was ended are compiled when they are needed after all. */
  @Test
  void aDeviceThatIsLostAfterItWasFirst() throws Exception {
    for (int run = 0; run < 8; run++) {
      Target target = targets().get(run % 2);
      String expected = expected(target);
      System.setProperty(Devices.PROPERTY, "reference:" + (10 + 2 * run));
      int before = lost.get();
      assertThat(search(target, rules(new CountDownLatch(0), 500), BESIDE)).isEqualTo(expected);
      if (lost.get() > before) {
        assertThat(compiled).hasValue(1);
      }
    }
    assertThat(lost).hasPositiveValue();
  }

  /** Either is first, by chance; some begin on the CPU and are taken over. */
  @Test
  void inAnyRace() throws Exception {
    Random random = new Random(SEED);
    for (int run = 0; run < 20; run++) {
      Target target = targets().get(run % 2);
      String expected = expected(target);
      int wait = random.nextInt(600);
      assertThat(search(target, rules(new CountDownLatch(0), wait), BESIDE))
          .as("%d", run)
          .isEqualTo(expected);
    }
  }

  /** What stood back is begun once only if the device takes all. */
  @Test
  void largeRulesStandBackForTheDevice() throws Exception {
    given = LARGE;
    // The executor is slower than a device is expected to be.
    clock = () -> System.nanoTime() / 100;
    for (Target target : targets()) {
      String expected = expected(target);
      begun.set(0);
      // It would be ready long before the device if it went on.
      assertThat(search(target, rules(new CountDownLatch(0), 200), BESIDE)).isEqualTo(expected);
      assertThat(said()).startsWith("fsmrun: auto: gpu, ready before the rules were compiled");
      assertThat(compiled).hasValue(0);
      assertThat(begun).hasValueLessThan(2);
    }
  }

  @Test
  void largeRulesAreCompiledIfTheDeviceFailsOrDoesNotCome() throws Exception {
    given = LARGE;
    for (Target target : targets()) {
      String expected = expected(target);
      System.setProperty(Devices.PROPERTY, "none");
      assertThat(search(target, rules(new CountDownLatch(0), 0), BESIDE)).isEqualTo(expected);
      assertThat(said()).startsWith("fsmrun: auto: cpu: no GPU");
      assertThat(compiled).hasPositiveValue();
      compiled.set(0);
      System.setProperty(Devices.PROPERTY, "reference");
      assertThat(search(target, rules(new CountDownLatch(0), 0), work -> {})).isEqualTo(expected);
      assertThat(said()).contains("not ready; rules of the cpu compiled after ");
      assertThat(compiled).hasPositiveValue();
      compiled.set(0);
    }
  }

  @Test
  void aCompilationThatFailsIsTold() throws Exception {
    IllegalStateException odd = new IllegalStateException("odd");
    SearchRules rules =
        new SearchRules(
            RULES.accepted(),
            () -> {
              throw odd;
            });
    Target target = Target.of(file);
    assertThatThrownBy(() -> search(target, rules, work -> {})).isSameAs(odd);
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    SearchRules rules = rules(new CountDownLatch(1), 0);
    Thread waiting = Thread.currentThread();
    Thread.ofPlatform()
        .start(
            () -> {
              while (begun.get() == 0) {
                Thread.onSpinWait();
              }
              waiting.interrupt();
            });
    assertThatThrownBy(() -> search(Target.of(file), rules, work -> {}))
        .isInstanceOf(InterruptedException.class);
    while (interrupted.get() == 0) {
      Thread.sleep(1);
    }
  }
}
