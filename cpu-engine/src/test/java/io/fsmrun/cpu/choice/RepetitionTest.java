package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RepetitionTest {

  private static final int BYTES = Repetition.BYTES;

  private static byte[] repeated(String what, int length) {
    byte[] bytes = what.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[length];
    for (int i = 0; i < length; i++) {
      all[i] = bytes[i % bytes.length];
    }
    return all;
  }

  private static boolean isNext(byte[] input, int at) {
    return Repetition.isNext(input, 0, at, input.length);
  }

  @Test
  void whatIsRepeatedIsNextOrLast() {
    byte[] input = new byte[1 << 12];
    new Random(0x5EED_0511L).nextBytes(input);
    for (int period = 1; period <= 16; period++) {
      for (int at = 1_000; at < 3_000; at++) {
        input[at] = input[at % period];
      }
      assertThat(Repetition.isNext(input, 2_000, 3_000, 3_000)).as("period %d", period).isTrue();
      assertThat(Repetition.isNext(input, 2_000, 2_900, 3_000)).isTrue();
      assertThat(Repetition.isNext(input, 0, 1_000, 4_096)).isTrue();
      assertThat(Repetition.isNext(input, 2_000, 3_100, 3_100)).isFalse();
      assertThat(Repetition.isNext(input, 0, 1_000, 1_000)).isFalse();
      assertThat(Repetition.isNext(input, 2_000, 3_000, 4_096)).isFalse();
      assertThat(Repetition.isNext(input, 2_600, 2_700, 3_000)).isFalse();
    }
    // Behind what follows it, and in text with some equal words, it is not.
    for (int at = 0; at < 1_024; at++) {
      input[at] = (byte) (at % 64);
    }
    assertThat(Repetition.isNext(input, 0, 1_024, 1_024)).isFalse();
  }

  @Test
  void upToSixteenBytesAreRepeated() {
    for (int length = 1; length <= 16; length++) {
      String what = "0123456789abcdef".substring(16 - length);
      assertThat(isNext(repeated(what, 3 * BYTES), 17)).as(what).isTrue();
    }
    assertThat(isNext(repeated("0123456789abcdefg", 3 * BYTES), 17)).isFalse();
  }

  @Test
  void someWordsMayDiffer() {
    byte[] input = repeated("abc", 2 * BYTES);
    for (int i = 0; i < 4; i++) {
      input[BYTES + 100 * i] = '-';
    }
    assertThat(isNext(input, BYTES)).isTrue();
    for (int i = 0; i < 48; i++) {
      input[BYTES + 10 * i] = '-';
    }
    assertThat(isNext(input, BYTES)).isFalse();
  }

  /** Headers of packets are full of them, and nothing else there is the same. */
  @Test
  void zerosBetweenOtherBytesAreNoRepetition() {
    byte[] input = new byte[4 * BYTES];
    Random random = new Random(1);
    for (int i = 0; i < input.length; i += 24) {
      for (int j = 0; j < 8 && i + j < input.length; j++) {
        input[i + j] = (byte) (1 + random.nextInt(200));
      }
    }
    for (int at = 0; at < 2 * BYTES; at++) {
      assertThat(isNext(input, at)).as("at %d", at).isFalse();
    }
  }

  /** What is behind the place counts, whatever was before it. */
  @Test
  void onlyWhatComesCounts() {
    byte[] input = new byte[2 * BYTES];
    new Random(2).nextBytes(input);
    Arrays.fill(input, BYTES, 2 * BYTES, (byte) 'a');
    assertThat(isNext(input, BYTES)).isTrue();
    assertThat(isNext(input, 2 * BYTES - 1)).as("the last ones of the block").isTrue();
    assertThat(isNext(input, BYTES / 2)).isFalse();
    new Random(3).nextBytes(input);
    assertThat(isNext(input, BYTES)).isFalse();
  }

  @Test
  void shortBlocksTellNothing() {
    assertThat(isNext(new byte[BYTES - 1], 0)).isFalse();
    assertThat(isNext(new byte[BYTES], BYTES - 1)).isTrue();
  }
}
