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
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Standard input that a GPU takes over at any place: nothing is lost, nothing comes twice. */
@Timeout(300)
class TakeoverSearchTest {

  private static final int CHUNK = 8000;
  private static final long PINNED_BYTES = 1 << 24;
  private static final int BYTES = 30_000;

  /** Some match over any border, and everywhere. */
  private static final Rules RULES =
      Rules.of("/[a-f]/", "/x.*y/s", "/\\bqqr\\b/", "end$", "/^/m", "/c\\b/", "//");

  private static final List<ScanFormat> FORMATS =
      List.of(
          new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, false),
          new ScanFormat(ScanFormat.Kind.MATCHES, true, true, false, 20_000, false),
          new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, true),
          new ScanFormat(ScanFormat.Kind.COUNTS, false, true, false, Long.MAX_VALUE, false));

  private final List<String> lost = new ArrayList<>();
  private byte[] input;
  private LockstepInput standardInput;
  private Database database;

  @BeforeEach
  void make() throws InterruptedException {
    database = Database.compile(RULES, CompileOptions.defaults(), (done, total) -> {});
    String text = "start abcx\nqqr abcd aBcCd y abbd yy\nqqrr abcabc qqr ....... end\n";
    input = (text.repeat(BYTES / text.length()) + "end").getBytes(StandardCharsets.US_ASCII);
  }

  /** Takes over after so many bytes, or never; keeps so many. */
  private final class At implements Takeover {
    private final GpuSearch gpu;
    private final long from;
    private final long kept;
    private boolean over;
    private boolean taken;

    At(GpuSearch gpu, long from, long kept) {
      this.gpu = gpu;
      this.from = from;
      this.kept = kept;
    }

    @Override
    public long keptBytes() {
      return kept;
    }

    @Override
    public boolean arrived(long bytes, IntFunction<byte[]> beginning) {
      return false;
    }

    @Override
    public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last) {
      assertThat(over).isFalse();
      long come = seen.isPipe() ? seen.againBytes() + seen.pipe().aheadBytes() : 0;
      assertThat(beginning.apply(100)).hasSize((int) Math.min(100, come));
      taken = seen.bytes() >= from;
      over = taken || last;
      standardInput.searched(over);
      return taken ? gpu : null;
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
          throw new AssertionError(name, cause);
        }

        @Override
        public void searched(long count) {}

        @Override
        public void leftGpu(String name, long offset, String reason) {
          lost.add(reason);
        }
      };

  private String search(ScanFormat format, Takeover takeover) throws InterruptedException {
    return search(format, takeover, takeover == null);
  }

  private String search(ScanFormat format, Takeover takeover, boolean isFree)
      throws InterruptedException {
    InputStream before = System.in;
    standardInput = new LockstepInput(input, isFree);
    System.setIn(standardInput);
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Search.Options options = new Search.Options(format, false, 1, 2, null, takeover);
      new Search(
              new SearchRules(database),
              options,
              (bytes, count) -> out.write(bytes, 0, count),
              events)
          .run(List.of(Target.standardInput()));
      return out.toString(StandardCharsets.UTF_8);
    } finally {
      System.setIn(before);
    }
  }

  private static GpuScan on(SimtDevice device) throws Exception {
    PlanRequest request = new PlanRequest(EngineWish.STREAMS, -1, new byte[0], CHUNK, PINNED_BYTES);
    return GpuScan.on(
        device, GpuRules.of(RULES), new GpuScan.Settings(CompileOptions.defaults(), request));
  }

  @Test
  void everyFormatIsThatOfTheCpu() throws Exception {
    try (GpuScan scan = on(new SimtDevice())) {
      for (ScanFormat format : FORMATS) {
        String expected = search(format, null);
        for (long from : new long[] {1, CHUNK, 2 * CHUNK + 5, BYTES - 700}) {
          At at = new At(new GpuSearch(scan), from, 2 << 20);
          assertThat(search(format, at)).isEqualTo(expected);
          assertThat(at.taken).isEqualTo(format.mostMatches() == Long.MAX_VALUE || from <= CHUNK);
        }
      }
    }
    assertThat(lost).isEmpty();
  }

  /** What is read ahead is what threads happen to read. */
  @Test
  void inAnyRace() throws Exception {
    try (GpuScan scan = on(new SimtDevice())) {
      List<String> expected = new ArrayList<>();
      for (ScanFormat format : FORMATS) {
        expected.add(search(format, null));
      }
      for (int run = 0; run < 12; run++) {
        for (int i = 0; i < FORMATS.size(); i++) {
          long from = run % 2 == 0 ? 1 : 2500L * run;
          At at = new At(new GpuSearch(scan), from, 2 << 20);
          assertThat(search(FORMATS.get(i), at, true)).isEqualTo(expected.get(i));
        }
      }
    }
  }

  @Test
  void aDeviceThatIsLostAfterItTookOver() throws Exception {
    for (ScanFormat format : FORMATS) {
      String expected = search(format, null);
      for (int launches : new int[] {1, 2, 5, 9, 14, 20}) {
        SimtDevice device = new SimtDevice();
        try (GpuScan scan = on(device)) {
          device.failAfterLaunches(launches);
          assertThat(search(format, new At(new GpuSearch(scan), CHUNK, 2 << 20)))
              .as("%d launches", launches)
              .isEqualTo(expected);
        }
      }
    }
    assertThat(lost).hasSizeGreaterThan(10);
  }

  @Test
  void whatIsNoLongerKeptIsNotAskedFor() throws Exception {
    try (GpuScan scan = on(new SimtDevice())) {
      At at = new At(new GpuSearch(scan), CHUNK, (1 << 20) + 5000);
      assertThat(search(FORMATS.get(0), at)).isEqualTo(search(FORMATS.get(0), null));
      assertThat(at.taken).isFalse();
      assertThat(at.over).isTrue();
    }
  }
}
