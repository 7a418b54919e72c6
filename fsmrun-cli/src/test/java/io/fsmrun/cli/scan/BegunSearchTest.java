package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.plan.EngineWish;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches that a GPU takes over between files, in a file and in a pipe: the CPU's output. */
@Timeout(300)
class BegunSearchTest {

  private static final int FILES = 40;
  private static final long LARGE_BYTES = (4 << 20) + 1000;
  private static final Rules RULES = Rules.of("abc", "/x[^\\0]*y/s", "end$");
  private static final List<ScanFormat> FORMATS =
      List.of(
          new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, false),
          new ScanFormat(ScanFormat.Kind.COUNTS, false, true, false, Long.MAX_VALUE, false));

  @TempDir Path directory;
  private final List<String> failures = new ArrayList<>();
  private Database database;
  private byte[] input;
  private LockstepInput standardInput;

  @BeforeEach
  void make() throws IOException, InterruptedException {
    database = Database.compile(RULES, CompileOptions.defaults(), (done, total) -> {});
    for (int i = 0; i < FILES; i++) {
      Path below = Files.createDirectories(directory.resolve("tree/d" + i % 3));
      Files.writeString(below.resolve("f" + i), "start abc x y abc end".repeat(i % 7));
    }
    input = "start abc x y\n abc end".repeat(200).getBytes(StandardCharsets.US_ASCII);
  }

  /** Takes over when it is asked for the n-th time at what is looked for. */
  private final class At implements Takeover {
    private final GpuSearch gpu;
    private final int turn;
    private final boolean inPipe;
    private int asked;
    private Seen last;
    private boolean over;

    At(GpuSearch gpu, int turn, boolean inPipe) {
      this.gpu = gpu;
      this.turn = turn;
      this.inPipe = inPipe;
    }

    @Override
    public long keptBytes() {
      return 4 << 20;
    }

    @Override
    public boolean arrived(long bytes, IntFunction<byte[]> beginning) {
      return false;
    }

    @Override
    public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean isLast) {
      assertThat(over).isFalse();
      last = seen;
      over = seen.isPipe() == inPipe && ++asked == turn;
      if (over || seen.isPipe()) {
        standardInput.searched(over);
      }
      return over ? gpu : null;
    }

    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public long nanoTime() {
      return 0;
    }
  }

  private final ScanEvents events =
      new ScanEvents() {
        @Override
        public void failed(String name, IOException cause) {
          failures.add(name + " " + cause.getClass().getSimpleName());
        }

        @Override
        public void searched(long count) {}

        @Override
        public void leftGpu(String name, long offset, String reason) {
          failures.add("lost");
        }
      };

  private String search(ScanFormat format, Takeover takeover, List<Target> targets)
      throws InterruptedException {
    failures.clear();
    InputStream before = System.in;
    standardInput = new LockstepInput(input, takeover == null);
    System.setIn(standardInput);
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      boolean isRecursive = targets.size() > 1;
      Search.Options options =
          new Search.Options(format, isRecursive, takeover == null ? 1 : 3, 2, null, takeover);
      new Search(
              new SearchRules(database),
              options,
              (bytes, count) -> out.write(bytes, 0, count),
              events)
          .run(targets);
      return out.toString(StandardCharsets.UTF_8);
    } finally {
      System.setIn(before);
    }
  }

  private static GpuScan on(SimtDevice device) throws Exception {
    PlanRequest request = new PlanRequest(EngineWish.STREAMS, -1, new byte[0], 0, 1 << 24);
    return GpuScan.on(
        device, GpuRules.of(RULES), new GpuScan.Settings(CompileOptions.defaults(), request));
  }

  /** Small files, a pipe between them, what is missing: at each place where it may be. */
  @Test
  void fromAnyPlaceOn() throws Exception {
    Target tree = Target.of(directory.resolve("tree"));
    Target missing = Target.of(directory.resolve("missing"));
    List<Target> targets = List.of(tree, Target.standardInput(), missing, tree);
    for (ScanFormat format : FORMATS) {
      String expected = search(format, null, targets);
      List<String> failed = List.copyOf(failures);
      assertThat(failed).hasSize(1);
      for (int turn : new int[] {1, 7, FILES, FILES + 1, 2 * FILES}) {
        try (GpuScan scan = on(new SimtDevice())) {
          At at = new At(new GpuSearch(scan), turn, false);
          assertThat(search(format, at, targets)).as("%d", turn).isEqualTo(expected);
          assertThat(at.over).isTrue();
          assertThat(failures).isEqualTo(failed);
        }
      }
      for (int turn : new int[] {1, 4}) {
        try (GpuScan scan = on(new SimtDevice())) {
          At at = new At(new GpuSearch(scan), turn, true);
          assertThat(search(format, at, targets)).as("pipe %d", turn).isEqualTo(expected);
          assertThat(at.over).isTrue();
          assertThat(at.last.pipeBytes()).isEqualTo(777L * turn).isEqualTo(at.last.againBytes());
          assertThat(failures).isEqualTo(failed);
        }
      }
    }
  }

  @Test
  void aDeviceThatIsLostAfterItTookOver() throws Exception {
    List<Target> targets = List.of(Target.of(directory.resolve("tree")), Target.standardInput());
    String expected = search(FORMATS.get(0), null, targets);
    for (int launches : new int[] {1, 6, 15}) {
      SimtDevice device = new SimtDevice();
      try (GpuScan scan = on(device)) {
        device.failAfterLaunches(launches);
        At at = new At(new GpuSearch(scan), 5, false);
        assertThat(search(FORMATS.get(0), at, targets)).isEqualTo(expected);
        assertThat(failures).containsExactly("lost");
      }
    }
  }

  /** A device that nothing is left for is none that is asked for anything. */
  @Test
  void nobodyTakesOver() throws Exception {
    List<Target> targets = List.of(Target.of(directory.resolve("tree")), Target.standardInput());
    for (ScanFormat format : FORMATS) {
      At never = new At(null, Integer.MAX_VALUE, false);
      assertThat(search(format, never, targets)).isEqualTo(search(format, null, targets));
      assertThat(never.asked).isEqualTo(FILES);
    }
  }

  @Test
  void inTheMiddleOfALargeFile() throws Exception {
    byte[] bytes = new byte[(int) LARGE_BYTES];
    for (int at : new int[] {0, 700_000, 2_000_000, 3_999_990, (int) LARGE_BYTES - input.length}) {
      System.arraycopy(input, 0, bytes, at, input.length);
    }
    List<Target> targets = List.of(Target.of(Files.write(directory.resolve("large"), bytes)));
    String expected = search(FORMATS.get(0), null, targets);
    assertThat(expected.lines()).hasSizeGreaterThan(2000);
    try (GpuScan scan = on(new SimtDevice())) {
      At at = new At(new GpuSearch(scan), 2, false);
      assertThat(search(FORMATS.get(0), at, targets)).isEqualTo(expected);
      assertThat(at.over).isTrue();
      assertThat(at.last.againBytes()).isBetween(1L, LARGE_BYTES);
    }
    assertThat(failures).isEmpty();
  }
}
