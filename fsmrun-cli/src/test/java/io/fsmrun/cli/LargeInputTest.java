package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.RuleMachine;
import io.fsmrun.scan.StrategyScanner;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Inputs larger than a window, and larger than an array can be. */
class LargeInputTest {

  private static final byte[] NEEDLE = "needle".getBytes(StandardCharsets.US_ASCII);

  /** Dots, with a needle ending at each of some offsets; nothing of it is in memory. */
  private static final class Haystack extends InputStream {

    private final long length;
    private final long[] needles;
    private long at;

    Haystack(long length, long... needles) {
      this.length = length;
      this.needles = needles;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] buffer, int offset, int count) {
      if (at == length) {
        return -1;
      }
      int read = (int) Math.min(count, length - at);
      Arrays.fill(buffer, offset, offset + read, (byte) '.');
      for (long end : needles) {
        for (int i = 0; i < NEEDLE.length; i++) {
          long place = end - NEEDLE.length + i - at;
          if (place >= 0 && place < read) {
            buffer[offset + (int) place] = NEEDLE[i];
          }
        }
      }
      at += read;
      return read;
    }
  }

  @Test
  void inputLargerThanAWindow() throws Exception {
    int window = 1 << 20;
    long length = 64L * window + 12_345;
    long[] needles = {6, window, window + 3L, 40L * window + 1, length};
    RuleSet rules = RuleCompiler.withDefaults().compile(Rules.of("needle"), done -> {}).ruleSet();
    Strategy cse =
        new ConvergenceProfiler(new ProfileOptions(50, 50, 1, 1), 1).profile(rules).strategy(4);
    // needles two and three overlap: the later one overwrites the earlier.
    List<Long> ends = new ArrayList<>();
    long before = usedMemory();
    long[] most = new long[1];
    RunListener listener =
        new RunListener() {
          @Override
          public void progress(long bytes) {
            most[0] = Math.max(most[0], bytes);
          }
        };
    RunStatistics run =
        new ParallelScan(
                new PreparedRuleSet(rules, new CpuBackend()),
                cse,
                new RunOptions(2, window, 1000),
                (rule, end) -> ends.add(end),
                listener)
            .scan(new Haystack(length, needles));
    assertThat(ends).containsExactly(6L, window + 3L, 40L * window + 1, length);
    assertThat(run.bytes()).isEqualTo(length);
    assertThat(most[0]).isEqualTo(length);
    assertThat(usedMemory() - before).isLessThan(16L * window);
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  @Tag("slow")
  void inputLargerThanAnArray() throws Exception {
    long length = (1L << 31) + 100;
    List<Long> ends = new ArrayList<>();
    StrategyScanner scanner = RuleMachine.compile("needle").scanner().build();
    RunStatistics run =
        scanner.scan(
            new Haystack(length, 1L << 30, (1L << 31) + 2, length), (rule, end) -> ends.add(end));
    assertThat(ends).containsExactly(1L << 30, (1L << 31) + 2, length);
    assertThat(run.bytes()).isEqualTo(length);
  }
}
