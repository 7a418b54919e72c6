package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.gpu.plan.EngineWish;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of many chunks whose device is lost in one of them: nothing is lost, nothing twice. */
@Timeout(120)
class GpuSearchTest {

  private static final int CHUNK = 8000;
  private static final long PINNED_BYTES = 1 << 24;

  /** Among them rules that match everywhere, also where chunks begin and end. */
  private static final Rules RULES =
      Rules.of("/[a-f]/", "/x.*y/s", "/\\bqqr\\b/", "end$", "/^/m", "/c\\b/", "//");

  private static final ScanFormat LINES =
      new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, false);

  @TempDir Path directory;
  private final List<Long> offsets = new ArrayList<>();
  private Database database;
  private Path file;

  @BeforeEach
  void make() throws IOException, InterruptedException {
    database = Database.compile(RULES, CompileOptions.defaults(), (done, total) -> {});
    String text = "start abcx\nqqr abcd aBcCd y abbd yy\nqqrr abcabc qqr ....... end\n";
    file =
        Files.writeString(directory.resolve("f"), text.repeat(5 * CHUNK / text.length()) + "end");
  }

  private final class Events implements ScanEvents {
    @Override
    public void failed(String name, IOException cause) {
      throw new AssertionError(name, cause);
    }

    @Override
    public void searched(long count) {}

    @Override
    public void leftGpu(String name, long offset, String reason) {
      assertThat(reason).isNotBlank();
      offsets.add(offset);
    }
  }

  private String search(GpuSearch gpu, ScanFormat format) throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Search.Options options = new Search.Options(format, false, 1, 2, gpu);
    new Search(
            new SearchRules(database),
            options,
            (bytes, length) -> out.write(bytes, 0, length),
            new Events())
        .run(List.of(Target.of(file)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static GpuScan on(SimtDevice device) throws UnfitRulesException, InterruptedException {
    PlanRequest request = new PlanRequest(EngineWish.STREAMS, -1, new byte[0], CHUNK, PINNED_BYTES);
    return GpuScan.on(
        device, GpuRules.of(RULES), new GpuScan.Settings(CompileOptions.defaults(), request));
  }

  @Test
  void matchesGoOnBehindTheLastOneDelivered() throws Exception {
    String expected = search(null, LINES);
    assertThat(expected.lines()).hasSizeGreaterThan(10_000);
    boolean whole = false;
    for (int launches = 1; !whole; launches += 3) {
      SimtDevice device = new SimtDevice();
      try (GpuScan scan = on(device)) {
        device.failAfterLaunches(launches);
        int failures = offsets.size();
        assertThat(search(new GpuSearch(scan), LINES))
            .as("launch %d", launches)
            .isEqualTo(expected);
        whole = offsets.size() == failures;
      }
    }
    assertThat(offsets.stream().distinct()).hasSizeGreaterThan(3).contains(0L);
  }

  @Test
  void aSearchThatEndsEarlyLeavesTheDeviceUsable() throws Exception {
    ScanFormat few = new ScanFormat(ScanFormat.Kind.MATCHES, false, true, false, 3, false);
    String expected = search(null, few);
    try (GpuScan scan = on(new SimtDevice())) {
      GpuSearch gpu = new GpuSearch(scan);
      assertThat(search(gpu, few)).isEqualTo(expected);
      assertThat(search(gpu, few)).isEqualTo(expected);
      assertThat(search(gpu, LINES)).isEqualTo(search(null, LINES));
    }
    assertThat(offsets).isEmpty();
  }
}
