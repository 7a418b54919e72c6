package io.fsmrun.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Symbol sets against {@link BitSet}. */
class SymbolSetTest {

  @Property(shrinking = ShrinkingMode.OFF)
  void operationsAreThoseOfABitSet(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BitSet a = bits(random);
    BitSet b = bits(random);
    SymbolSet x = set(a);
    SymbolSet y = set(b);
    BitSet union = (BitSet) a.clone();
    union.or(b);
    BitSet both = (BitSet) a.clone();
    both.and(b);
    BitSet difference = (BitSet) a.clone();
    difference.andNot(b);
    BitSet complement = (BitSet) a.clone();
    complement.flip(0, 256);
    assertSame(x.or(y), union);
    assertSame(x.and(y), both);
    assertSame(x.minus(y), difference);
    assertSame(x.complement(), complement);
    assertThat(x.equals(y)).isEqualTo(a.equals(b));
    assertThat(set(a)).isEqualTo(x).hasSameHashCodeAs(x);
  }

  private static void assertSame(SymbolSet set, BitSet model) {
    BitSet visited = new BitSet();
    set.forEach(
        symbol -> {
          assertThat(symbol).isGreaterThanOrEqualTo(visited.length());
          visited.set(symbol);
        });
    assertThat(visited).isEqualTo(model);
    for (int symbol = 0; symbol < 256; symbol++) {
      assertThat(set.contains(symbol)).as("symbol %d", symbol).isEqualTo(model.get(symbol));
      long bit = set.word(symbol / 64) >>> symbol % 64 & 1;
      assertThat(bit).isEqualTo(model.get(symbol) ? 1 : 0);
    }
    assertThat(set.size()).isEqualTo(model.cardinality());
    assertThat(set.isEmpty()).isEqualTo(model.isEmpty());
  }

  private static BitSet bits(SplittableRandom random) {
    BitSet bits = new BitSet();
    double density = random.nextInt(5) / 4.0;
    for (int symbol = 0; symbol < 256; symbol++) {
      bits.set(symbol, random.nextDouble() < density);
    }
    return bits;
  }

  private static SymbolSet set(BitSet bits) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int symbol = bits.nextSetBit(0); symbol >= 0; symbol = bits.nextSetBit(symbol + 1)) {
      set = set.or(SymbolSet.of(symbol));
    }
    return set;
  }

  @Property
  void rangesHoldBothEnds(
      @ForAll @IntRange(max = 255) int one, @ForAll @IntRange(max = 255) int other) {
    int first = Math.min(one, other);
    int last = Math.max(one, other);
    BitSet model = new BitSet();
    model.set(first, last + 1);
    assertSame(SymbolSet.range(first, last), model);
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void foldingAddsTheOtherCaseOfAsciiLettersOnly(@ForAll long seed) {
    BitSet bits = bits(new SplittableRandom(seed));
    BitSet folded = (BitSet) bits.clone();
    for (char upper = 'A'; upper <= 'Z'; upper++) {
      char lower = (char) (upper + 32);
      boolean either = bits.get(upper) || bits.get(lower);
      folded.set(upper, either);
      folded.set(lower, either);
    }
    assertSame(set(bits).foldAsciiCase(), folded);
  }

  @Test
  void charactersAreBytes() {
    assertThat(SymbolSet.ofChars("a\u00ff\0"))
        .isEqualTo(SymbolSet.of('a').or(SymbolSet.of(255)).or(SymbolSet.of(0)));
    assertThat(SymbolSet.ofChars("")).isEqualTo(SymbolSet.EMPTY);
    assertThat(SymbolSet.ALL).isEqualTo(SymbolSet.range(0, 255));
  }

  @Test
  void refusesWhatIsNoByte() {
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolSet.of(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolSet.of(256));
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolSet.range(3, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolSet.ofChars("\u0100"));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> SymbolSet.ALL.word(4));
  }

  @Test
  void printsInBrackets() {
    assertThat(SymbolSet.ALL).hasToString("*");
    assertThat(SymbolSet.EMPTY).hasToString("[]");
    assertThat(SymbolSet.range('a', 'c').or(SymbolSet.range('x', 'y'))).hasToString("[a-cxy]");
    assertThat(SymbolSet.range(0, 31).or(SymbolSet.ofChars("]-")))
        .hasToString("[\\x00-\\x1f\\x2d\\x5d]");
    assertThat(SymbolSet.range(254, 255)).hasToString("[\\xfe\\xff]");
  }
}
