package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecurrenceTest {

  private static final int STRETCH = Recurrence.STRETCH;

  private final Random random = new Random(0x5EED_0513L);
  private final Recurrence recurrence = new Recurrence();

  private byte[] text(int length) {
    byte[] text = new byte[length];
    random.nextBytes(text);
    return text;
  }

  private void add(byte[] text) {
    recurrence.add(text, 0, text.length, 0);
  }

  @Test
  void aTextThatComesAgainIsKnown() {
    byte[] text = text(10 * STRETCH + 1_234);
    add(text);
    assertThat(recurrence.period()).isZero();
    recurrence.add(text, 0, 3 * STRETCH, 0);
    assertThat(recurrence.period()).as("after three words").isZero();
    recurrence.add(text, 3 * STRETCH, text.length, 3 * STRETCH);
    assertThat(recurrence.period()).isEqualTo(text.length);
    add(text);
    assertThat(recurrence.period()).isEqualTo(text.length);
  }

  /** However it is cut, as the clock says. */
  @Test
  void partsAreOfNoImportance() {
    byte[] text = text(20 * STRETCH + 77);
    for (int time = 0; time < 2; time++) {
      for (int at = 0; at < text.length; ) {
        int end = Math.min(text.length, at + 1 + random.nextInt(3 * STRETCH));
        recurrence.add(text, at, end, at);
        at = end;
      }
    }
    assertThat(recurrence.period()).isEqualTo(text.length);
  }

  @Test
  void someTextsInTurnAreOneText() {
    byte[][] texts = {text(3 * STRETCH), text(5 * STRETCH + 99), text(STRETCH / 2)};
    long all = 0;
    for (byte[] text : texts) {
      all += text.length;
    }
    for (int time = 0; time < 3; time++) {
      for (byte[] text : texts) {
        add(text);
      }
    }
    assertThat(recurrence.period()).isEqualTo(all);
  }

  @Test
  void anotherTextIsSoonFoundOut() {
    byte[] text = text(10 * STRETCH);
    add(text);
    add(text);
    assertThat(recurrence.period()).isEqualTo(text.length);
    add(text(17 * STRETCH));
    assertThat(recurrence.period()).isZero();
    byte[] other = text(6 * STRETCH);
    add(other);
    add(other);
    add(other);
    assertThat(recurrence.period()).isEqualTo(other.length);
  }

  /** As phrases do in texts that are not the same. */
  @Test
  void wordsThatComeAgainHereAndThereAreNotATextThatDoes() {
    byte[][] phrases = {text(Long.BYTES), text(Long.BYTES), text(Long.BYTES)};
    for (int time = 0; time < 1_000; time++) {
      byte[] text = text((1 + random.nextInt(8)) * STRETCH);
      System.arraycopy(phrases[random.nextInt(3)], 0, text, 0, Long.BYTES);
      add(text);
      assertThat(recurrence.period()).as("text %d", time).isZero();
    }
  }

  @Test
  void whatIsShorterThanAWordIsNothing() {
    for (int time = 0; time < 100; time++) {
      add(new byte[Long.BYTES - 1]);
    }
    assertThat(recurrence.period()).isZero();
  }
}
