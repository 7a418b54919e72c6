package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.suite.RulesetGenerator.DotStars;
import io.fsmrun.suite.RulesetGenerator.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Traces: seeds, ties, reports, lengths, and what a stream does. */
class TraceGeneratorTest {

  private static RuleSet small() throws InterruptedException {
    DotStars some = new DotStars(0.3, new Span(4, 8), new Span(1, 1));
    return NaiveWalk.compile(new RulesetGenerator(20, new Span(4, 8), 1, some).generate(1));
  }

  private static String trace(int lengthBytes, double pm, String... rules)
      throws InterruptedException {
    byte[] bytes =
        new TraceGenerator(NaiveWalk.compile(List.of(rules)), pm).generate(lengthBytes, 1);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @EnumSource
  void sameSeedSameTrace(Guidance guidance) throws InterruptedException {
    TraceGenerator generator = new TraceGenerator(small(), 0.75, guidance);
    assertThat(generator.generate(500, 9)).isEqualTo(generator.generate(500, 9));
    assertThat(generator.generate(500, 9)).isNotEqualTo(generator.generate(500, 8));
    assertThat(generator.generate(0, 9)).isEmpty();
    assertThat(new TraceGenerator(small(), 0.75).generate(500, 9))
        .isEqualTo(new TraceGenerator(small(), 0.75, Guidance.DEPTH).generate(500, 9));
  }

  @ParameterizedTest
  @EnumSource
  void shorterIsTheBeginningOfLonger(Guidance guidance) throws Exception {
    TraceGenerator generator = new TraceGenerator(small(), 0.75, guidance);
    byte[] whole = generator.generate(200_000, 3);
    for (int length : new int[] {1, 999, 65_535, 65_536, 65_537, 131_072, 200_000}) {
      assertThat(generator.generate(length, 3)).isEqualTo(Arrays.copyOf(whole, length));
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      List<Long> progress = new ArrayList<>();
      generator.generate((long) length, 3, stream, progress::add);
      assertThat(stream.toByteArray()).isEqualTo(Arrays.copyOf(whole, length));
      assertThat(progress).isSorted().endsWith((long) length);
    }
    ByteArrayOutputStream nothing = new ByteArrayOutputStream();
    generator.generate(0L, 3, nothing, done -> {});
    assertThat(nothing.size()).isZero();
  }

  @Test
  void withoutMatchingBytesAreUniform() throws InterruptedException {
    int[] counts = new int[256];
    for (byte symbol : new TraceGenerator(small(), 0).generate(256_000, 1)) {
      counts[symbol & 0xff]++;
    }
    // 255 degrees of freedom: mean 255, standard deviation 23.
    assertThat(chiSquare(counts)).isCloseTo(255, within(115.0));
  }

  private static double chiSquare(int[] counts) {
    double expected = Arrays.stream(counts).average().orElseThrow();
    return Arrays.stream(counts).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
  }

  @Test
  void tiesOfBytesAreUniform() throws InterruptedException {
    String trace = trace(20_000, 1, "[a-j]z");
    int[] counts = new int[10];
    for (int i = 0; i < trace.length(); i += 2) {
      counts[trace.charAt(i) - 'a']++;
      assertThat(trace.charAt(i + 1)).isEqualTo('z');
    }
    // 9 degrees of freedom: mean 9, standard deviation 4.2.
    assertThat(chiSquare(counts)).isBetween(1.0, 30.0);
  }

  @Test
  void tiesOfRulesAreUniform() throws InterruptedException {
    // By rules, not by bytes: the last rule has as good a chance as the first, 25 bytes or one.
    String trace = trace(20_000, 1, "az", "bz", "cz", "[A-Y]z");
    int[] counts = new int[4];
    for (int i = 0; i < trace.length(); i += 2) {
      counts[Math.max(0, "abc".indexOf(trace.charAt(i)) + 1)]++;
    }
    // 3 degrees of freedom: mean 3, standard deviation 2.4.
    assertThat(chiSquare(counts)).isBetween(0.01, 17.0);
  }

  @Test
  void alwaysForwardIsFromReportToReport() throws InterruptedException {
    assertThat(trace(14, 1, "abcdef")).isEqualTo("abcdefabcdefab");
    assertThat(trace(10, 1, "ab.*cd")).isEqualTo("abcdcdcdcd");
    assertThat(trace(4, 1, "\\Aab")).startsWith("ab");
    assertThat(trace(6, 1, "abab")).isEqualTo("ababab");
  }

  @Test
  void rulesThatRestInAWildcardLeaveTheLead() throws InterruptedException {
    // The first stays at its wildcard for ever, farther than the others ever come.
    String trace = trace(3000, 1, "/loooooooooong.*xy/s", "abc", "def");
    assertThat(trace.split("abc", -1).length).isGreaterThan(200);
    assertThat(trace.split("def", -1).length).isGreaterThan(200);
    assertThat(trace.split("xy", -1).length).isGreaterThan(200);
  }

  @Test
  void moreMatchingMoreReports() throws InterruptedException {
    RuleSet rules = small();
    int never = reports(rules, 0);
    int mostly = reports(rules, 0.75);
    int always = reports(rules, 1);
    assertThat(never).isLessThan(10);
    assertThat(mostly).isGreaterThan(10 * (never + 1));
    assertThat(always).isGreaterThan(mostly).isGreaterThan(20_000 / 50);
  }

  private static int reports(RuleSet rules, double pm) {
    NaiveWalk walk = new NaiveWalk(rules);
    for (byte symbol : new TraceGenerator(rules, pm).generate(20_000, 1)) {
      walk.step(symbol & 0xff);
    }
    return walk.reports();
  }

  @Test
  void rulesThatCannotGoForwardLeaveRandomBytes() throws InterruptedException {
    for (String rule : List.of("a\\bb", "\\Aab")) {
      assertThat(trace(3000, 1, rule).chars().distinct().count()).isGreaterThan(250);
    }
    RuleSet none = new RuleSet(List.of());
    assertThat(new TraceGenerator(none, 1).generate(300, 1)).hasSize(300);
    assertThat(new TraceGenerator(none, 1, Guidance.ACTIVITY).generate(300, 1)).hasSize(300);
  }

  @Test
  void lengthsOutOfRange() throws InterruptedException {
    TraceGenerator generator = new TraceGenerator(small(), 0.75);
    assertThatThrownBy(() -> generator.generate(-1, 1))
        .isInstanceOf(NegativeArraySizeException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> generator.generate(-1L, 1, OutputStream.nullOutputStream(), done -> {}));
    RuleSet none = new RuleSet(List.of());
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceGenerator(none, -0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceGenerator(none, 1.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceGenerator(none, Double.NaN));
  }

  /** Takes some bytes, then no more. */
  private static final class FullStream extends OutputStream {
    private long taken;

    @Override
    public void write(int symbol) throws IOException {
      taken++;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      taken += count;
      if (taken > 1_000_000) {
        throw new IOException("full");
      }
    }
  }

  @Test
  void anyLengthIsTakenUpAtOnceAndStopped() throws InterruptedException {
    TraceGenerator generator = new TraceGenerator(small(), 0.75);
    assertThatIOException()
        .isThrownBy(() -> generator.generate(Long.MAX_VALUE, 1, new FullStream(), done -> {}))
        .withMessage("full");
    assertThatThrownBy(
            () ->
                generator.generate(
                    Long.MAX_VALUE,
                    1,
                    OutputStream.nullOutputStream(),
                    done -> {
                      if (done > 200_000) {
                        Thread.currentThread().interrupt();
                      }
                    }))
        .isInstanceOf(InterruptedException.class)
        .hasMessageContaining("262144 bytes");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
