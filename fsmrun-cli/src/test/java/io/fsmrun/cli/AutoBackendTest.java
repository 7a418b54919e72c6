package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.Target;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.scan.CompileOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code --backend auto} chooses, by clocks of our own. */
class AutoBackendTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
  private Path file;
  private Sources sources;

  @BeforeEach
  void write() throws Exception {
    Path rules = Files.writeString(directory.resolve("r"), "abc\n/x.*y/s\n");
    file = Files.writeString(directory.resolve("i"), "abc x y abcabc x y z.".repeat(200));
    sources = Sources.resolve(rules, null, null, file.toString());
  }

  @AfterEach
  void realDevices() {
    System.clearProperty(Devices.PROPERTY);
  }

  /** Each measurement takes as long as the next of these. */
  private static LongSupplier clock(long... nanos) {
    int[] calls = new int[1];
    long[] now = new long[1];
    return () -> {
      int call = calls[0]++;
      now[0] += call % 2 == 0 ? 0 : nanos[Math.min(call / 2, nanos.length - 1)];
      return now[0];
    };
  }

  private BackendFigures run(String device, LongSupplier clock) throws Exception {
    System.setProperty(Devices.PROPERTY, device);
    StrategyOptions options =
        CommandLine.populateCommand(
            new StrategyOptions(), "--mode=enumerative", "--segments=3", "--without=convergence");
    Job.Settings settings =
        new Job.Settings(
            options.choose(BackendName.AUTO),
            new BackendRequest(BackendName.AUTO, 0, true),
            CycleModel.published(),
            2,
            1000,
            ReportMode.COUNT);
    Job job = new Job(settings, Progress.NONE, err);
    CompiledRules compiled = job.compile(sources.rules());
    RunBackend backend = new RunBackend(settings.backend(), err);
    RunPlanner.Plan plan = new RunPlanner(job, backend, compiled, sources, clock).plan();
    List<Report> reports = new ArrayList<>();
    try (InputStream in = sources.input().open()) {
      plan.scanner(job.runOptions())
          .failover(backend)
          .build()
          .scan(in, (rule, end) -> reports.add(new Report(rule, end)));
    }
    assertThat(reports).hasSize(1000);
    backend.release();
    return backend.figures();
  }

  @Test
  void aSlowCpuMakesWayForAFasterGpu() throws Exception {
    BackendFigures figures = run("reference", clock(100 * SECOND, SECOND));
    assertThat(figures.used()).isEqualTo(BackendName.GPU);
    assertThat(figures.choice()).startsWith("gpu for 4,200 bytes");
    assertThat(figures.device()).contains("SIMT reference executor");
  }

  @Test
  void aGpuThatIsMeasuredToBeSlowerIsGivenBack() throws Exception {
    BackendFigures figures = run("reference", clock(100 * SECOND, 200 * SECOND));
    assertThat(figures.used()).isEqualTo(BackendName.CPU);
    assertThat(figures.choice()).startsWith("cpu for ").contains("which does not pay");
    assertThat(figures.device()).isNull();
  }

  @Test
  void aFastCpuNeverStartsTheDriver() throws Exception {
    BackendFigures figures = run("nonsense", clock(SECOND / 1000));
    assertThat(figures.used()).isEqualTo(BackendName.CPU);
    assertThat(figures.choice()).startsWith("cpu for ").contains("pays from");
  }

  @Test
  void anAbsentGpuIsAReasonAndNoFailure() throws Exception {
    BackendFigures figures = run("none", clock(100 * SECOND));
    assertThat(figures.used()).isEqualTo(BackendName.CPU);
    assertThat(figures.choice()).startsWith("cpu: no GPU");
    assertThat(figures.change()).isNull();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** An input that can be read once, which was read to its end to find out. */
  @Test
  void pipesThatHaveEndedAreChosenForAsFilesAre() throws Exception {
    InputStream before = System.in;
    try {
      for (String device : new String[] {"reference", "none"}) {
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
        sources = Sources.resolve(directory.resolve("r"), null, null, "-");
        BackendFigures figures = run(device, clock(100 * SECOND, SECOND));
        boolean there = device.equals("reference");
        assertThat(figures.used()).isEqualTo(there ? BackendName.GPU : BackendName.CPU);
        assertThat(figures.choice()).startsWith(there ? "gpu for 4,200 bytes" : "cpu: no GPU");
      }
    } finally {
      System.setIn(before);
    }
  }

  /** The same text over and over, of which it is noted how much was read. */
  private static final class Endless extends InputStream {
    private long read;

    @Override
    public int read() {
      return "abc x y ".charAt((int) (read++ % 8));
    }

    @Override
    public int read(byte[] into, int from, int length) {
      for (int i = 0; i < length; i++) {
        into[from + i] = (byte) read();
      }
      return length;
    }
  }

  private String choiceFor(Endless pipe, LongSupplier clock) throws Exception {
    InputStream before = System.in;
    System.setIn(pipe);
    try {
      sources = Sources.resolve(directory.resolve("r"), null, null, "-");
      System.setProperty(Devices.PROPERTY, "reference");
      Job.Settings settings =
          new Job.Settings(
              CommandLine.populateCommand(new StrategyOptions()).choose(BackendName.AUTO),
              new BackendRequest(BackendName.AUTO, 0, true),
              CycleModel.published(),
              2,
              1000,
              ReportMode.COUNT);
      Job job = new Job(settings, Progress.NONE, err);
      RunBackend backend = new RunBackend(settings.backend(), err);
      new RunPlanner(job, backend, job.compile(sources.rules()), sources, clock).plan();
      backend.release();
      long ahead = pipe.read;
      try (InputStream in = sources.input().open()) {
        String text = new String(in.readNBytes((int) ahead + 16), StandardCharsets.US_ASCII);
        assertThat(text).startsWith("abc x y abc").endsWith("abc x y ").hasSize((int) ahead + 16);
      }
      return backend.figures().choice();
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void pipesThatGoOnAreExpectedToDoSo() throws Exception {
    Endless pipe = new Endless();
    // Ten seconds for 4 KiB: a GPU pays from 410 bytes on.
    assertThat(choiceFor(pipe, clock(10 * SECOND, SECOND))).startsWith("gpu for 2,097,152 bytes");
    Endless fast = new Endless();
    // A gigabyte a second, which is more than a window until a GPU pays.
    assertThat(choiceFor(fast, clock(SECOND / 1000)))
        .startsWith("cpu for ")
        .contains("which pays from 1,0");
    assertThat(fast.read).isEqualTo(RunOptions.defaults().windowBytes() + 16);
  }

  /** A clock that goes on by as much with each call. */
  private static LongSupplier ticking(long nanos) {
    long[] now = new long[1];
    return () -> now[0] += nanos;
  }

  /** Whether a device takes over when the CPU has searched a file of some in a tick. */
  private boolean isTakenOver(String device, LongSupplier clock, Target target, long done)
      throws InterruptedException {
    System.setProperty(Devices.PROPERTY, device);
    CompileOptions options = CompileOptions.defaults();
    ScanBackend.Work work =
        new ScanBackend.Work(
            GpuRules.of(sources.rules()),
            new GpuScan.Settings(options, PlanRequest.defaults()),
            List.of(target),
            true,
            4);
    BackendRequest request = new BackendRequest(BackendName.AUTO, 0, true);
    try (ScanBackend backend = new ScanBackend(request, err, true, clock, Runnable::run)) {
      Takeover takeover = backend.takeover(work);
      takeover.ask(new Takeover.Seen(0, 0, 0, null, 0), most -> new byte[0], false);
      GpuSearch taken =
          takeover.ask(new Takeover.Seen(done, 0, 0, null, 0), most -> new byte[0], false);
      backend.explain();
      return taken != null;
    }
  }

  /** What was said, without what was ready when. */
  private List<String> reasons() {
    return said.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.contains(": device "))
        .toList();
  }

  private Target tree() throws IOException {
    Path below = Files.createDirectories(directory.resolve("tree/below"));
    for (int i = 0; i < 5; i++) {
      Files.copy(file, below.resolve("f" + i));
    }
    return Target.of(directory.resolve("tree"));
  }

  /** The device has all files in a tick, the CPU one; a tick of a start is more than is left. */
  @Test
  void searchesAreTakenOverWhereTheDeviceWasMeasuredToBeFaster() throws Exception {
    Target tree = tree();
    assertThat(isTakenOver("reference", ticking(SECOND), tree, 4200)).isTrue();
    assertThat(isTakenOver("none", ticking(SECOND), tree, 4200)).isFalse();
    assertThat(isTakenOver("nonsense", ticking(SECOND / 10), tree, 4200)).isFalse();
    assertThat(isTakenOver("nonsense", ticking(SECOND / 1000), tree, 4200)).isFalse();
    assertThat(reasons())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("fsmrun: auto: gpu after 4,200 bytes on the cpu: ")
                    .endsWith(", 16,800 bytes left"),
            second -> assertThat(second).startsWith("fsmrun: auto: cpu: no GPU"),
            third ->
                assertThat(third)
                    .startsWith("fsmrun: auto: cpu for 21,000 bytes: ")
                    .contains("after 1.00 s, which pays from "),
            fourth -> assertThat(fourth).endsWith("before anything could be measured"));
  }

  /** Sparse files of as much as is worth a start before anything is measured. */
  @Test
  void muchToSearchStartsTheDeviceAtOnce() throws Exception {
    Path below = Files.createDirectories(directory.resolve("large"));
    for (int i = 0; i < 4; i++) {
      try (RandomAccessFile sparse = new RandomAccessFile(below.resolve("f" + i).toFile(), "rw")) {
        sparse.setLength((8 << 20) + (i == 3 ? 0 : 1));
      }
    }
    assertThat(isTakenOver("none", ticking(SECOND / 20), Target.of(below), 8 << 20)).isFalse();
    try (RandomAccessFile sparse = new RandomAccessFile(below.resolve("f0").toFile(), "rw")) {
      sparse.setLength((8 << 20) - 10);
    }
    assertThat(isTakenOver("none", ticking(SECOND / 20), Target.of(below), 8 << 20)).isFalse();
    assertThat(reasons())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("fsmrun: auto: cpu: no GPU"),
            second -> assertThat(second).startsWith("fsmrun: auto: cpu for 33,554,424 bytes"));
  }
}
