package io.fsmrun.scan.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.scan.Database;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples do what they say. */
class ExamplesTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static List<byte[]> bytes(String... texts) {
    return Arrays.stream(texts).map(t -> t.getBytes(StandardCharsets.ISO_8859_1)).toList();
  }

  @Test
  void scanFile() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), "ab\n(a)\\1\n/B/i\n");
    Path input = Files.writeString(directory.resolve("input"), "xab");
    ScanFile.run(rules, input, out);
    assertThat(lines())
        .hasSize(5)
        .endsWith("rule 1 matches up to byte 3", "rule 3 matches up to byte 3");
  }

  @Test
  void packetStream() throws Exception {
    PacketStream.run(bytes("xAtt", "", "ack-", "1 the en", "d"), out);
    assertThat(lines())
        .containsExactly(
            "rule 1 matches up to byte 9 of the flow", "rule 2 matches up to byte 17 of the flow");
  }

  @Test
  void manyStreams() throws Exception {
    assumeThatEnginesCanBeSaved();
    ManyStreams.run(
        List.of(
            new ManyStreams.Packet(1, "xuser="),
            new ManyStreams.Packet(2, "pass"),
            new ManyStreams.Packet(1, "me&user=you&"),
            new ManyStreams.Packet(2, "word"),
            new ManyStreams.Packet(1, ".")),
        out);
    assertThat(lines()).containsExactly("flow 2: rule 2, -1 to 8", "flow 1: rule 1, 1 to 9");
  }

  @Test
  void saveAndLoad() throws Exception {
    assumeThatEnginesCanBeSaved();
    Path rules = Files.writeString(directory.resolve("rules"), "ab\nb$\n");
    Path cache = directory.resolve("cache");
    byte[] input = {'a', 'b'};
    assertThat(SaveAndLoad.run(rules, cache).newScanner().count(input)).isEqualTo(2);
    byte[] saved = Files.readAllBytes(cache);
    Files.writeString(rules, "not compiled again");
    assertThat(SaveAndLoad.run(rules, cache).newScanner().count(input)).isEqualTo(2);
    saved[saved.length / 2]++;
    Files.write(cache, saved);
    assertThat(SaveAndLoad.run(rules, cache).newScanner().count(input)).isZero();
  }

  private static void assumeThatEnginesCanBeSaved() throws InterruptedException {
    try {
      assertThat(Database.compile("a").sizeBytes()).isPositive();
    } catch (UnsupportedOperationException e) {
      assumeTrue(false, "an engine cannot be saved yet");
    }
  }

  @Test
  void batchOfLines() throws Exception {
    List<byte[]> lines = bytes("all is well", "an Error or an error", "", "17 denied", "denied");
    assertThat(BatchOfLines.run(lines)).containsExactly(1, 3);
  }
}
