package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
class BenchTest {

  private static final int REPORTS = 2000;

  @TempDir Path directory;
  private Path rules;
  private Path input;
  private Path json;

  @BeforeEach
  void makeFiles() throws IOException {
    // Of these we refuse the second, and Hyperscan the third too.
    rules = Files.writeString(directory.resolve("rules"), "ab+c\n(a)\\1\n/c$/E\n/XY/i\n");
    input = Files.writeString(directory.resolve("input"), "abbc.xy".repeat(REPORTS / 2));
    json = directory.resolve("figures.json");
  }

  private Cli bench(Object... more) {
    Object[] all = new Object[more.length + 5];
    System.arraycopy(
        new Object[] {"bench", "--rules=" + rules, "--input=" + input, "--warm-up=0", "--repeat=3"},
        0,
        all,
        0,
        5);
    System.arraycopy(more, 0, all, 5, more.length);
    return Cli.run(all);
  }

  private JsonNode figures() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  private static void hyperscan() {
    try {
      HyperscanLibrary.find(null);
    } catch (HyperscanException e) {
      abort("skipped: " + e.getMessage());
    }
  }

  private static String sha256(byte[] content) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  @Test
  void figuresAreOfVerifiedScans() throws Exception {
    Cli run = bench("--json", json, "--threads", 2).done();
    assertThat(run.out())
        .contains("3 measured of 4; refused: 1")
        .contains("verified  2,000 reports")
        .contains("equal to those of a sequential run")
        .contains("MB/s median")
        .containsPattern("plan +\\S");
    JsonNode figures = figures();
    assertThat(figures.at("/threads").asInt()).isEqualTo(2);
    assertThat(figures.at("/input/bytes").asLong()).isEqualTo(Files.size(input));
    assertThat(figures.at("/input/sha256").asString()).isEqualTo(sha256(Files.readAllBytes(input)));
    assertThat(figures.at("/databaseSha256").asString()).matches("[0-9a-f]{64}");
    assertThat(figures.at("/fsmrun").asString()).isEqualTo(VersionProvider.version()).isNotEmpty();
    List<String> options = new ArrayList<>();
    figures.at("/javaOptions").forEach(option -> options.add(option.asString()));
    assertThat(options).isEqualTo(ManagementFactory.getRuntimeMXBean().getInputArguments());
    assertThat(figures.at("/rules/measured").asInt()).isEqualTo(3);
    assertThat(figures.at("/verified/reports").asInt()).isEqualTo(REPORTS);
    assertThat(figures.at("/compiled/0/databaseBytes").asLong()).isPositive();
    assertThat(figures.at("/compiled/0/loadedBytes").asLong())
        .isGreaterThan(figures.at("/compiled/0/databaseBytes").asLong());
    assertThat(figures.at("/compiled/0/scannerBytes").asLong()).isPositive();
    assertThat(figures.at("/compiled/0/peakBytes").asLong()).isPositive();
    assertThat(figures.at("/scanned")).hasSize(1);
    assertThat(figures.at("/scanned/0/reports").asInt()).isEqualTo(REPORTS);
    assertThat(figures.at("/scanned/0/seconds")).hasSize(3);
    JsonNode speed = figures.at("/scanned/0/megabytesPerSecond");
    assertThat(speed.at("/min").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(speed.at("/median").asDouble());
    assertThat(speed.at("/median").asDouble()).isLessThanOrEqualTo(speed.at("/max").asDouble());
    assertThat(speed.at("/firstPass").asDouble()).isPositive();
    assertThat(speed.at("/fresh").asDouble()).isPositive();
    int planned = 0;
    for (JsonNode engine : figures.at("/plan")) {
      planned += engine.at("/rules").asInt();
    }
    assertThat(planned).isGreaterThanOrEqualTo(3);
  }

  @Test
  void threadsOnOneStreamAreMeasuredBesideOne() throws Exception {
    Cli run = bench("--json", json, "--threads", 2, "--one-stream").done();
    assertThat(run.out())
        .contains("threads: 2, which share it, or one")
        .contains("fsmrun, 2 threads on one stream", "2 scanners, each on a part by itself")
        .containsPattern("ratio +\\d+\\.\\d\\d of fsmrun");
    assertThat(figures().at("/oneStream").asBoolean()).isTrue();
    assertThat(figures().at("/scanned")).hasSize(3);
    assertThat(figures().at("/scanned/0/reports").asInt()).isEqualTo(REPORTS);
    assertThat(figures().at("/scanned/2").has("reports")).isFalse();
    bench("--one-stream").unusable("--one-stream", "--threads 2");
  }

  @Test
  void hyperscanIsMeasuredOverTheRulesThatBothTake() throws Exception {
    hyperscan();
    Cli run = bench("--json", json, "--against", "hyperscan").done();
    assertThat(run.out())
        .contains("2 measured of 4; refused: 1, 1 by hyperscan only")
        .contains("equal to those of hyperscan 5.")
        .containsPattern("ratio +\\d+\\.\\d\\d of hyperscan, matches counted by a call into Java")
        .contains("of hyperscan, matches dropped without a call");
    JsonNode figures = figures();
    assertThat(figures.at("/rules/refusedByHyperscanOnly").asInt()).isEqualTo(1);
    assertThat(figures.at("/compiled/1/system").asString()).startsWith("hyperscan 5.");
    assertThat(figures.at("/compiled/1/databaseBytes").asLong()).isPositive();
    assertThat(figures.at("/compiled/1/loadedBytes").asLong()).isPositive();
    assertThat(figures.at("/compiled/1/scannerBytes").asLong()).isPositive();
    assertThat(figures.at("/scanned")).hasSize(3);
    assertThat(figures.at("/scanned/1/reports").asInt()).isEqualTo(REPORTS);
    assertThat(figures.at("/scanned/2").has("reports")).isFalse();
    double ratio =
        figures.at("/scanned/0/megabytesPerSecond/median").asDouble()
            / figures.at("/scanned/1/megabytesPerSecond/median").asDouble();
    assertThat(figures.at("/scanned/1/ratio").asDouble()).isEqualTo(ratio);
  }

  @Test
  void aHyperscanThatIsNotThereIsSaid() {
    Path none = directory.resolve("libhs.so");
    bench("--against", "hyperscan", "--hyperscan-library", none)
        .unusable(none, "apt-get install libhyperscan5");
    bench("--hyperscan-library", none).unusable("--against hyperscan");
    bench("--against", "grep").unusable("grep", "hyperscan");
  }

  @Test
  void wrongUseIsRefused() throws IOException {
    Cli.run("bench", "--rules", rules).unusable("--input");
    Cli.run("bench", "--rules", rules, "--input", input, "--repeat", 0).unusable("--repeat");
    bench("--threads", 0).unusable("--threads");
    bench("--json", directory).unusable(directory);
    Path empty = Files.createFile(directory.resolve("empty"));
    Cli.run("bench", "-q", "--rules", rules, "--input", empty).unusable(empty, "is empty");
    Cli.run("bench", "-q", "--rules", empty, "--input", input).unusable(empty, "no rules");
  }
}
