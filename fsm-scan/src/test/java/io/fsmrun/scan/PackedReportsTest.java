package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Reports come out as they went in, however far apart they are and however many rules there are.
 */
final class PackedReportsTest {

  private static final int[] RULES = {1, 3000, 4096, 70_000, 1 << 24, 1 << 28};

  @Test
  void keepsPiecesOfReports() {
    for (int seed = 0; seed < 120; seed++) {
      Random random = new Random(seed);
      int rules = RULES[seed % RULES.length];
      PackedReports packed = new PackedReports(rules);
      for (int round = 0; round < 2; round++) {
        packed.clear();
        long position = random.nextLong(1L << 40);
        List<List<String>> expected = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>(List.of(0));
        for (int piece = random.nextInt(5); piece >= 0; piece--) {
          packed.startPiece(position - 1);
          List<String> reports = new ArrayList<>();
          for (int block = random.nextInt(3); block > 0; block--) {
            position = addBlock(packed, reports, random, rules, position);
          }
          expected.add(reports);
          sizes.add(packed.size());
        }
        for (int piece = 0; piece < expected.size(); piece++) {
          PackedReports.Reader one = packed.reader(sizes.get(piece), sizes.get(piece + 1));
          List<String> found = new ArrayList<>();
          while (one.next()) {
            found.add(text(one, one.index()));
          }
          assertThat(found).as("seed %d", seed).isEqualTo(expected.get(piece));
          PackedReports.Reader spans = packed.reader(sizes.get(piece), sizes.get(piece + 1));
          found.clear();
          while (spans.nextSpan()) {
            for (int i = spans.index(); i < spans.to(); i++) {
              found.add(text(spans, i));
            }
          }
          assertThat(found).as("seed %d", seed).isEqualTo(expected.get(piece));
        }
      }
    }
  }

  private static String text(PackedReports.Reader reader, int index) {
    return reader.end(index) + " " + reader.rule(index);
  }

  /** Adds some reports, mostly near each other; returns where the block ends. */
  private static long addBlock(
      PackedReports packed, List<String> expected, Random random, int rules, long position) {
    ReportBuffer buffer = new ReportBuffer();
    buffer.startBlock(position);
    long end = position - 1;
    for (int i = random.nextInt(200); i > 0; i--) {
      end += random.nextInt(random.nextInt(20) == 0 ? 3_000_000 : 4);
      buffer.add(random.nextInt(rules), end);
    }
    buffer.sort();
    for (int i = 0; i < buffer.size(); i++) {
      expected.add(buffer.end(i) + " " + buffer.rule(i));
    }
    int half = random.nextInt(buffer.size() + 1);
    packed.add(buffer, 0, half);
    packed.add(buffer, half, buffer.size());
    return end + 2;
  }

  @Test
  void refusesMoreRulesThanThereIsRoomFor() {
    assertThatThrownBy(() -> new PackedReports((1 << 28) + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("268435457");
  }
}
