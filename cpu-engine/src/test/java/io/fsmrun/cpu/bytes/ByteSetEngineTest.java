package io.fsmrun.cpu.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever part of the bytes is reported, and however they are cut, each rule reports its own. */
final class ByteSetEngineTest {

  @Test
  void reportsEachByteOfEachRule() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<RuleBytes> rules = new ArrayList<>();
      int most = 1 + random.nextInt(40);
      for (int rule = 0; rule < 1 + seed % 4; rule++) {
        int first = random.nextInt(200);
        rules.add(new RuleBytes(rule, SymbolSet.range(first, first + random.nextInt(most))));
      }
      byte[] input = input(random, 30_000);
      assertThat(scanned(ByteSetEngine.of(rules), input, random))
          .as("seed %d", seed)
          .isEqualTo(expected(rules, input));
    }
  }

  /** Stretches of all bytes, and of one byte, so that words are full of reports or without any. */
  private static byte[] input(Random random, int length) {
    byte[] input = new byte[length];
    int at = 0;
    while (at < length) {
      int end = Math.min(length, at + random.nextInt(random.nextBoolean() ? 300 : 12_000));
      byte one = (byte) random.nextInt(256);
      boolean mixed = random.nextInt(3) == 0;
      for (; at < end; at++) {
        input[at] = mixed ? (byte) random.nextInt(256) : one;
      }
    }
    return input;
  }

  private static List<Report> scanned(ByteSetEngine engine, byte[] input, Random random) {
    BlockSession session = engine.newSession();
    ReportBuffer buffer = new ReportBuffer();
    List<Report> reports = new ArrayList<>();
    int from = 0;
    while (from < input.length) {
      int to = Math.min(input.length, from + 1 + random.nextInt(9_000));
      buffer.startBlock(from);
      session.scan(input, from, to, from, buffer);
      buffer.sort();
      for (int i = 0; i < buffer.size(); i++) {
        reports.add(new Report(buffer.rule(i), buffer.end(i)));
      }
      from = to;
    }
    return reports;
  }

  private static List<Report> expected(List<RuleBytes> rules, byte[] input) {
    List<Report> reports = new ArrayList<>();
    for (int i = 0; i < input.length; i++) {
      for (RuleBytes rule : rules) {
        if (rule.set().contains(input[i] & 0xff)) {
          reports.add(new Report(rule.rule(), i + 1));
        }
      }
    }
    return reports;
  }
}
