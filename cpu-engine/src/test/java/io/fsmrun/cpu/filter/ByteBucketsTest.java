package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Few windows that are dealt out to buckets, with what is behind narrow ones. */
final class ByteBucketsTest {

  private static ByteBuckets buckets(DrawnWindows windows) {
    return new ByteBuckets(
        IntStream.range(0, windows.keys.length)
            .mapToObj(
                window ->
                    IntStream.range(0, ByteBuckets.LENGTH)
                        .mapToObj(offset -> windows.set(window, offset))
                        .toList())
            .toList(),
        ByteModel.prior());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 9", "2, 60", "3, 2", "3, 40", "4, 1", "4, 30", "4, 190"})
  void losesNoWindow(int width, int count) {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      DrawnWindows windows = DrawnWindows.of(random, width, count);
      HashFinder hashes =
          new HashFinder(width, Stride.EVERY, windows.fold, windows.keys, HashFinder.Way.PLAIN);
      TabulatedHashes finder = new TabulatedHashes(width, buckets(windows), hashes);
      windows.areAllFoundBy(finder, random, seed);
    }
  }

  /** The same without vectors: wherever a string is, the tables let the place through. */
  @ParameterizedTest
  @CsvSource({"2, 9", "3, 40", "4, 190"})
  void letsAllStringsThrough(int width, int count) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      DrawnWindows windows = DrawnWindows.of(random, width, count);
      ByteBuckets buckets = buckets(windows);
      for (int window = 0; window < count; window++) {
        byte[] string = new byte[1 + ByteBuckets.LENGTH];
        for (int i = 0; i < ByteBuckets.LENGTH; i++) {
          SymbolSet set = windows.set(window, i);
          int[] symbols = IntStream.range(0, 256).filter(set::contains).toArray();
          string[1 + i] = (byte) symbols[random.nextInt(symbols.length)];
        }
        assertThat(buckets.lets(string, 1)).as("seed %d", seed).isTrue();
      }
    }
  }

  /** What is known of the bytes behind a window of two lets less through. */
  @Test
  void whatIsBehindNarrowWindowsCounts() {
    SymbolSet a = SymbolSet.of('a');
    SymbolSet b = SymbolSet.of('b');
    ByteBuckets alone =
        new ByteBuckets(List.of(List.of(a, b, SymbolSet.ALL, SymbolSet.ALL)), ByteModel.prior());
    ByteBuckets behind =
        new ByteBuckets(
            List.of(List.of(a, b, SymbolSet.of('c'), SymbolSet.ALL)), ByteModel.prior());
    byte[] input = "abcd abx.".getBytes(StandardCharsets.US_ASCII);
    assertThat(alone.lets(input, 0)).isTrue();
    assertThat(alone.lets(input, 5)).isTrue();
    assertThat(behind.lets(input, 0)).isTrue();
    assertThat(behind.lets(input, 5)).isFalse();
    assertThat(behind.share()).isLessThan(alone.share() / 4);
  }

  /** Strings of a sample that has none of them pass as often as is expected. */
  @ParameterizedTest
  @CsvSource({"20, 2", "60, 3", "60, 4"})
  void aboutAsMuchPassesAsIsExpected(int count, int known) {
    Random random = new Random(count);
    List<List<SymbolSet>> strings = new ArrayList<>();
    for (int s = 0; s < count; s++) {
      SymbolSet[] string = new SymbolSet[ByteBuckets.LENGTH];
      Arrays.setAll(
          string, i -> i < known ? SymbolSet.of('a' + random.nextInt(26)) : SymbolSet.ALL);
      strings.add(Arrays.asList(string));
    }
    byte[] sample = new byte[50_000];
    byte[] input = new byte[50_000];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = (byte) ('a' + random.nextInt(26));
      input[i] = (byte) ('a' + random.nextInt(26));
    }
    ByteModel model = ByteModel.prior().withSample(ByteSample.of(sample));
    ByteBuckets buckets = new ByteBuckets(strings, model);
    long passed =
        IntStream.range(0, input.length - ByteBuckets.LENGTH)
            .filter(p -> buckets.lets(input, p))
            .count();
    assertThat((double) passed / input.length)
        .isBetween(buckets.share() * 0.7 - 2e-3, buckets.share() * 1.3 + 2e-3);
    assertThat(buckets.share()).isLessThan(0.2);
    // Dealt out as they come, an eighth of the strings to each bucket, they would let more through.
    assertThat(passed).isLessThan(passedInTurn(strings, input));
  }

  private static long passedInTurn(List<List<SymbolSet>> strings, byte[] input) {
    SymbolSet[][] buckets = new SymbolSet[8][ByteBuckets.LENGTH];
    for (SymbolSet[] bucket : buckets) {
      Arrays.fill(bucket, SymbolSet.EMPTY);
    }
    for (int s = 0; s < strings.size(); s++) {
      for (int i = 0; i < ByteBuckets.LENGTH; i++) {
        buckets[s % 8][i] = buckets[s % 8][i].or(strings.get(s).get(i));
      }
    }
    return IntStream.range(0, input.length - ByteBuckets.LENGTH)
        .filter(
            p ->
                Arrays.stream(buckets)
                    .anyMatch(
                        bucket ->
                            IntStream.range(0, ByteBuckets.LENGTH)
                                .allMatch(i -> bucket[i].contains(input[p + i] & 0xff))))
        .count();
  }

  /** The order that strings come in says nothing. */
  @Test
  void orderDoesNotMatter() {
    Random random = new Random(3);
    List<List<SymbolSet>> strings = new ArrayList<>();
    for (int s = 0; s < 100; s++) {
      strings.add(
          IntStream.range(0, ByteBuckets.LENGTH)
              .mapToObj(i -> SymbolSet.of(random.nextInt(256)))
              .toList());
    }
    byte[] tables = new ByteBuckets(strings, ByteModel.prior()).tables();
    Collections.shuffle(strings, random);
    assertThat(new ByteBuckets(strings, ByteModel.prior()).tables()).isEqualTo(tables);
  }
}
