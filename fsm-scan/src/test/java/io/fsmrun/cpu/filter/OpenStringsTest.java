package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.plan.EngineKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What ends in a block is found although what lies before it was searched before and is not again:
 * strings that go on, what may follow them, and what depends on the byte behind.
 */
final class OpenStringsTest {

  /** Around the bytes that a block may look at there are others. */
  private static final int AROUND = 40;

  private final List<String> rules = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();
  private final List<String> found = new ArrayList<>();
  private int adapted;

  private void add(String rule, String match) {
    rules.add(rule);
    parts.add(match);
  }

  private static String word(Random random, int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append((char) ('a' + random.nextInt(12)));
    }
    return word.toString();
  }

  /** Strings of all lengths, some with what windows cannot be in, ends that wait, and gaps. */
  private void drawRules(Random random, int longStrings) {
    for (int i = 0; i < longStrings; i++) {
      String word = word(random, 10 + random.nextInt(60));
      add("/" + word + (i % 3 == 0 ? "/i" : "/"), word);
    }
    for (int i = 0; i < 12; i++) {
      // In long ones windows are far from the end.
      String word = word(random, (i < 6 ? 6 : 50) + random.nextInt(8));
      switch (i % 6) {
        case 0 -> add("/" + word + "[^#]{90}Q/", word + "[".repeat(90) + "Q");
        case 1 -> add("/" + word + "[m-z]{2,30}\\.[m-z]{2,9}/", word + "nnznnzmmm.mnmn");
        case 2 -> add("/" + word + "[^#]{50}$/", word + "+".repeat(50));
        case 3 -> add("/" + word + "\\b/", word);
        case 4 -> add("/" + word + "..?.?XY[^\\n]*" + word(random, 9) + "Z/s", word + "--XY");
        default -> add("/" + word + "$/m", word + "\n");
      }
    }
    add("/[^#]{40}KQVJ/", "-".repeat(40) + "KQVJ");
    add("/KQXV[^#]{30}[m-z]{1,30}\\./", "KQXV" + "m".repeat(50) + ".");
  }

  private byte[] text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String part = parts.get(random.nextInt(parts.size()));
      switch (random.nextInt(5)) {
        case 0 -> text.append(part, 0, random.nextInt(part.length()));
        case 1 -> text.append(part, random.nextInt(part.length()), part.length());
        case 2 -> text.append(" -\n".charAt(random.nextInt(3)));
        default -> text.append(part);
      }
    }
    // A match that is told at the end of the stream only.
    String last =
        parts.get(
            rules.indexOf(
                rules.stream().filter(r -> r.endsWith("{50}$/")).findFirst().orElseThrow()));
    return text.append(last).append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The bytes that a block may look at, between others, which are not those of the stream. */
  private static byte[] array(byte[] input, int from, int to, int history, Random random) {
    byte[] array = new byte[AROUND + Math.min(from, history) + (to - from) + AROUND];
    random.nextBytes(array);
    int lowest = from - Math.min(from, history);
    System.arraycopy(input, lowest, array, AROUND, to - lowest);
    return array;
  }

  private void scan(FilterEngine engine, byte[] input, Random random) {
    FilterSession session = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    int most = 1;
    int history = engine.historyBytes();
    for (int at = 0; at < input.length; ) {
      most = random.nextInt(50) == 0 ? List.of(2, 9, 40, 300).get(random.nextInt(4)) : most;
      int end = Math.min(input.length, at + random.nextInt(most + 1));
      byte[] array = array(input, at, end, history, random);
      int from = AROUND + Math.min(at, history);
      reports.startBlock(at);
      session.scan(array, from, from + (end - at), at, reports);
      take(reports);
      if (end > 0 && random.nextInt(3) == 0) {
        session = restored(engine, session, end, random.nextBoolean());
      }
      if (random.nextInt(40) == 0) {
        adapt(engine, random);
      }
      at = end;
    }
    byte[] array = array(input, input.length, input.length, history, random);
    reports.startBlock(input.length);
    session.finish(array, AROUND + Math.min(input.length, history), input.length, reports);
    take(reports);
  }

  private static FilterSession restored(
      FilterEngine engine, FilterSession before, int position, boolean all) {
    BinaryWriter out = new BinaryWriter();
    before.save(out);
    before.saveProgress(out);
    FilterSession session = FilterScans.session(engine);
    BinaryReader in = new BinaryReader(out.toByteArray());
    session.restore(in, position);
    if (all) {
      session.restoreProgress(in);
    }
    return session;
  }

  /** Has the engine look for all strings by other windows, as if those were everywhere. */
  private void adapt(FilterEngine engine, Random random) {
    String everywhere = parts.get(random.nextInt(parts.size()));
    int middle = random.nextInt(everywhere.length());
    byte[] sample =
        everywhere.substring(middle).repeat(1_000).getBytes(StandardCharsets.ISO_8859_1);
    FilterPasses before = engine.passes();
    boolean[] hot = new boolean[engine.factors().count()];
    Arrays.fill(hot, true);
    engine.adapt(before, hot, sample, 0, sample.length);
    adapted += engine.passes() == before ? 0 : 1;
  }

  private void take(ReportBuffer reports) {
    reports.sort();
    for (int i = 0; i < reports.size(); i++) {
      String report = reports.end(i) + ":" + (reports.rule(i) + 1);
      // What ends before the last byte of a block, or at its end, may be told twice.
      int last = found.lastIndexOf(report);
      if (last < 0 || found.size() - last > 2 * rules.size()) {
        found.add(report);
      }
    }
  }

  private static FilterEngine engine(List<String> rules) throws InterruptedException {
    Database database = FilterScans.database(rules, EngineKind.LITERAL_FILTER);
    assertThat(database.plan().engines()).hasSize(1);
    return FilterScans.engine(database);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whatEndsInABlockIsFound(long seed) throws InterruptedException {
    Random random = new Random(seed);
    drawRules(random, seed % 2 == 0 ? 400 : 30);
    byte[] input = text(random, 60_000);
    List<String> expected = FilterScans.expected(rules, input);
    assertThat(expected).hasSizeGreaterThan(300);
    scan(engine(rules), input, random);
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(adapted).isPositive();
  }
}
