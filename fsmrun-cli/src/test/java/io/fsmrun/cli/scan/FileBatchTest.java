package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that change between the look at their size and the time when they are read. */
class FileBatchTest {

  private static final Rules RULES = Rules.of("ab", "/^b/m");
  private static final ScanFormat LINES =
      new ScanFormat(ScanFormat.Kind.MATCHES, false, true, true, Long.MAX_VALUE, false);

  @TempDir Path directory;
  private final FileBatch batch = new FileBatch();
  private final List<String> failures = new ArrayList<>();
  private final List<Path> files = new ArrayList<>();

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
          failures.add("lost at " + name);
        }
      };

  @BeforeEach
  void fill() throws IOException {
    batch.begin(1 << 12);
    for (String name : new String[] {"shrunk", "a", "grown", "b", "gone", "c", "empty"}) {
      Path file = Files.writeString(directory.resolve(name), name.equals("empty") ? "" : "ab\nbab");
      files.add(file);
      assertThat(batch.add(new Target(name, file), Files.size(file))).isTrue();
    }
    assertThat(batch.addFailure("refused", new IOException("no"))).isTrue();
    Files.writeString(files.get(0), "b");
    Files.writeString(files.get(2), "ab\n\nb and much more ab");
    Files.delete(files.get(4));
    Files.writeString(files.get(6), "b");
    // By another thread, as it is.
    for (int i = batch.count() - 1; i >= 0; i--) {
      batch.read(i);
    }
    batch.closeGaps();
  }

  @Test
  void filesAreAsTheyAreWhenTheyAreRead() {
    StringBuilder found = new StringBuilder();
    int at = 0;
    for (int i = 0; i < batch.count(); i++) {
      FileBatch.Entry entry = batch.entry(i);
      assertThat(entry.offset()).isEqualTo(at);
      at += entry.length();
      found.append(
          new String(batch.bytes(), entry.offset(), entry.length(), StandardCharsets.US_ASCII));
      found.append(entry.isGrown() ? "+" : entry.failure() != null ? "-" : "|");
    }
    assertThat(found).hasToString("b|ab\nbab|+ab\nbab|-ab\nbab|+-");
    assertThat(batch.entry(4).failure()).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aBatchTakesWhatItHasRoomFor() {
    batch.begin(10);
    assertThat(batch.isEmpty()).isTrue();
    assertThat(batch.add(Target.of(directory), 7)).isTrue();
    assertThat(batch.add(Target.of(directory), 1 << 12)).isFalse();
    assertThat(batch.count()).isEqualTo(1);
  }

  private String deliver(int launches) throws Exception {
    failures.clear();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Database database = Database.compile(RULES, CompileOptions.defaults(), (done, total) -> {});
    SimtDevice device = new SimtDevice();
    try (GpuScan scan =
        GpuScan.on(
            device,
            GpuRules.of(RULES),
            new GpuScan.Settings(CompileOptions.defaults(), PlanRequest.defaults()))) {
      device.failAfterLaunches(launches);
      SearchRules rules = new SearchRules(database);
      Search.Options options = new Search.Options(LINES, false, 1, 2, new GpuSearch(scan));
      OrderedOutput output = new OrderedOutput((bytes, count) -> out.write(bytes, 0, count));
      FileSearch single = new FileSearch(rules, options, events);
      assertThat(new BatchDelivery(rules.texts(), options, output, events, single).search(batch))
          .isTrue();
    }
    return out.toString(StandardCharsets.US_ASCII);
  }

  @Test
  void eachIsSearchedAsItIsAndOthersGoOn() throws Exception {
    String same = ":1:2:2:1\n#:2:1:4:2\n#:2:3:6:1\n";
    String expected =
        "shrunk:1:1:1:2\n"
            + "a"
            + same.replace("#", "a")
            + "grown:1:2:2:1\ngrown:3:1:5:2\ngrown:3:18:22:1\n"
            + "b"
            + same.replace("#", "b")
            + "c"
            + same.replace("#", "c")
            + "empty:1:1:1:2\n";
    assertThat(deliver(Integer.MAX_VALUE)).isEqualTo(expected);
    assertThat(failures).containsExactly("gone NoSuchFileException", "refused IOException");
    for (int launches = 1; launches < 40; launches += 2) {
      assertThat(deliver(launches)).isEqualTo(expected);
      assertThat(failures).contains("gone NoSuchFileException", "refused IOException");
    }
  }
}
