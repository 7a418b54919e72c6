package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows that are alike share a bucket. */
final class WindowBucketsTest {

  @Test
  void giveEachOfFewWindowsItsOwn() {
    int[] keys = {key("GET "), key("POST"), key("HEAD"), key("\0\0\0\0")};
    assertThat(new WindowBuckets(4, keys).deal(8)).containsExactlyInAnyOrder(0, 1, 2, 3);
  }

  @Test
  void joinWhatIsAlike() {
    // Three families, in an order that mixes them; each differs in one byte.
    int[] keys = {
      key("abcd"), key("\1\2\3x"), key("Zqua"), key("abce"), key("\1\2\3y"), key("Zqub")
    };
    int[] bucketOf = new WindowBuckets(4, keys).deal(3);
    assertThat(bucketOf[3]).isEqualTo(bucketOf[0]);
    assertThat(bucketOf[4]).isEqualTo(bucketOf[1]);
    assertThat(bucketOf[5]).isEqualTo(bucketOf[2]);
    assertThat(Arrays.stream(bucketOf).distinct().count()).isEqualTo(3);
  }

  @Test
  void areAllInRange() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int width = 2 + random.nextInt(3);
      int[] keys =
          random
              .ints(random.nextInt(700))
              .map(key -> width == Integer.BYTES ? key : key & (1 << width * Byte.SIZE) - 1)
              .toArray();
      int[] bucketOf = new WindowBuckets(width, keys).deal(32);
      assertThat(bucketOf).hasSize(keys.length);
      assertThat(Arrays.stream(bucketOf)).allMatch(bucket -> bucket >= 0 && bucket < 32);
      assertThat(Arrays.stream(bucketOf).distinct().count()).isEqualTo(Math.min(32, keys.length));
    }
  }

  private static int key(String window) {
    int key = 0;
    for (int i = 0; i < window.length(); i++) {
      key |= window.charAt(i) << i * Byte.SIZE;
    }
    return key;
  }
}
