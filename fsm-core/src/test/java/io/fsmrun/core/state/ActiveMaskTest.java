package io.fsmrun.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Masks against {@link BitSet}, over one and several levels of the summary. */
class ActiveMaskTest {

  private static final int[] SIZES = {0, 1, 63, 64, 65, 500, 4096, 4097, 20_000};

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void behavesLikeABitSet(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = SIZES[random.nextInt(SIZES.length)];
    ActiveMask mask = new ActiveMask(size);
    BitSet model = new BitSet();
    assertSame(mask, model, size);
    for (int i = 0; i < 12 && size > 0; i++) {
      change(random, mask, model, size);
      assertSame(mask, model, size);
    }
  }

  private static void change(SplittableRandom random, ActiveMask mask, BitSet model, int size) {
    switch (random.nextInt(8)) {
      case 0 -> {
        mask.clear();
        model.clear();
      }
      case 1 -> {
        BitSet bits = someBits(random, size);
        mask.assign(StateSet.of(bits.stream().toArray()));
        model.clear();
        model.or(bits);
      }
      case 2, 3 -> {
        int word = random.nextInt(mask.wordCount());
        long used = word == mask.wordCount() - 1 && size % 64 != 0 ? (1L << size % 64) - 1 : -1L;
        long bits = random.nextBoolean() ? 0 : random.nextLong() & used;
        mask.orWord(word, bits);
        BitSet.valueOf(new long[] {bits}).stream().forEach(bit -> model.set(word * 64 + bit));
      }
      default -> {
        int state = random.nextInt(size);
        mask.set(state);
        model.set(state);
      }
    }
  }

  private static void assertSame(ActiveMask mask, BitSet model, int size) {
    assertThat(mask.toStateSet()).isEqualTo(StateSet.of(model.stream().toArray()));
    assertThat(mask.cardinality()).isEqualTo(model.cardinality());
    assertThat(mask.first()).isEqualTo(model.nextSetBit(0));
    assertThat(mask.wordCount()).isEqualTo((size + 63) / 64);
    for (int state = 0; state < size; state += 1 + size / 100) {
      assertThat(mask.get(state)).isEqualTo(model.get(state));
    }
    for (int word = 0; word <= mask.wordCount(); word++) {
      int next = model.nextSetBit(word * 64);
      assertThat(mask.nextWord(word)).isEqualTo(next < 0 ? -1 : next / 64);
      if (word < mask.wordCount()) {
        long[] bits = model.get(word * 64, word * 64 + 64).toLongArray();
        assertThat(mask.word(word)).isEqualTo(bits.length == 0 ? 0 : bits[0]);
      }
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void masksAreTheSameIfTheirStatesAre(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int size = SIZES[1 + random.nextInt(SIZES.length - 1)];
    BitSet a = someBits(random, size);
    BitSet b = (BitSet) a.clone();
    if (random.nextBoolean()) {
      b.flip(random.nextInt(size));
    }
    assertThat(mask(a, size).sameAs(mask(b, size))).isEqualTo(a.equals(b));
  }

  private static ActiveMask mask(BitSet bits, int size) {
    ActiveMask mask = new ActiveMask(size);
    mask.assign(StateSet.of(bits.stream().toArray()));
    return mask;
  }

  private static BitSet someBits(SplittableRandom random, int size) {
    BitSet bits = new BitSet();
    for (int i = random.nextInt(10); i > 0; i--) {
      bits.set(random.nextInt(size));
    }
    return bits;
  }

  /** Words that were used and cleared must not count. */
  @Test
  void aClearedMaskEqualsAFreshOne() {
    ActiveMask used = new ActiveMask(5000);
    used.set(4999);
    used.set(0);
    used.clear();
    assertThat(used.sameAs(new ActiveMask(5000))).isTrue();
    assertThat(used.nextWord(0)).isEqualTo(-1);
    assertThat(used.word(4999 / 64)).isZero();
  }
}
