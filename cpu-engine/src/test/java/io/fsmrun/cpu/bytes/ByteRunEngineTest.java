package io.fsmrun.cpu.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** However long runs are, and wherever blocks are cut, each rule reports where one has ended. */
final class ByteRunEngineTest {

  /** About these a run begins, fills or leaves a word, or words of it are left out. */
  private static final int[] LENGTHS = {1, 2, 5, 33, 63, 64, 65, 127, 128, 129, 191, 400, 4200};

  @Test
  void reportsTheEndsOfRuns() {
    int reports = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<RuleRun> runs = new ArrayList<>();
      for (int i = 0; i < 1 + seed % 5; i++) {
        int first = 'a' + random.nextInt(3);
        SymbolSet set = SymbolSet.range(first, first + random.nextInt(3));
        int about = LENGTHS[random.nextInt(LENGTHS.length)];
        runs.add(new RuleRun(random.nextInt(3), set, Math.max(1, about + random.nextInt(3) - 1)));
      }
      byte[] input = input(random, 20_000);
      List<Report> expected = expected(runs, input);
      reports += expected.size();
      assertThat(scanned(ByteRunEngine.of(runs), input, random))
          .as("seed %d, %s", seed, runs)
          .isEqualTo(expected);
    }
    assertThat(reports).isGreaterThan(100_000);
  }

  /** Stretches of one set, short and long, with a byte of another one here and there. */
  private static byte[] input(Random random, int length) {
    byte[] input = new byte[length];
    int at = 0;
    while (at < length) {
      int end = Math.min(length, at + 1 + random.nextInt(random.nextInt(4) == 0 ? 9_000 : 300));
      int first = 'a' + random.nextInt(4);
      int width = 1 + random.nextInt(3);
      for (; at < end; at++) {
        input[at] = (byte) (first + random.nextInt(width));
      }
    }
    return input;
  }

  /** Now and then another session of an engine that was saved goes on. */
  private static List<Report> scanned(ByteRunEngine engine, byte[] input, Random random) {
    BlockSession session = engine.newSession();
    ReportBuffer buffer = new ReportBuffer();
    List<Report> reports = new ArrayList<>();
    int most = random.nextBoolean() ? 100 : 9_000;
    int from = 0;
    while (from < input.length) {
      int to = Math.min(input.length, from + 1 + random.nextInt(most));
      buffer.startBlock(from);
      session.scan(input, from, to, from, buffer);
      buffer.sort();
      for (int i = 0; i < buffer.size(); i++) {
        reports.add(new Report(buffer.rule(i), buffer.end(i)));
      }
      from = to;
      if (random.nextInt(8) == 0) {
        BinaryWriter state = new BinaryWriter();
        session.save(state);
        session = readAgain(engine).newSession();
        session.restore(reader(state), from);
      }
    }
    return reports;
  }

  private static ByteRunEngine readAgain(ByteRunEngine engine) {
    BinaryWriter out = new BinaryWriter();
    engine.write(out);
    return ByteRunEngine.read(reader(out), 3);
  }

  private static BinaryReader reader(BinaryWriter written) {
    return new BinaryReader(MemorySegment.ofArray(written.toByteArray()));
  }

  private static List<Report> expected(List<RuleRun> runs, byte[] input) {
    int[] lengths = new int[runs.size()];
    List<Report> reports = new ArrayList<>();
    for (int i = 0; i < input.length; i++) {
      TreeSet<Integer> rules = new TreeSet<>();
      for (int r = 0; r < lengths.length; r++) {
        lengths[r] = runs.get(r).set().contains(input[i] & 0xff) ? lengths[r] + 1 : 0;
        if (lengths[r] >= runs.get(r).least()) {
          rules.add(runs.get(r).rule());
        }
      }
      for (int rule : rules) {
        reports.add(new Report(rule, i + 1));
      }
    }
    return reports;
  }

  @Test
  void refusesLengthsAndStatesThatThereAreNot() {
    SymbolSet set = SymbolSet.range('a', 'z');
    for (int least : new int[] {-1, 0, RuleRun.MAX_LENGTH + 1}) {
      assertThatThrownBy(() -> new RuleRun(0, set, least))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a run of " + least);
    }
    BinaryWriter state = new BinaryWriter();
    state.writeInt(8);
    BlockSession session = ByteRunEngine.of(List.of(new RuleRun(0, set, 7))).newSession();
    assertThatThrownBy(() -> session.restore(reader(state), 100))
        .isInstanceOf(DamagedDataException.class);
  }
}
