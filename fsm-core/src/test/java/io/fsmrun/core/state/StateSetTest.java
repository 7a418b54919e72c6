package io.fsmrun.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** State sets against sorted sets of the JDK. */
class StateSetTest {

  @Property
  void isASortedSet(@ForAll @Size(max = 20) List<@IntRange(max = 300) Integer> states) {
    int[] array = ints(states);
    StateSet set = StateSet.of(array);
    int[] sorted = ints(new TreeSet<>(states));
    assertThat(array).as("the argument is not changed").containsExactly(ints(states));
    assertThat(set.toArray()).containsExactly(sorted);
    assertThat(set.size()).isEqualTo(sorted.length);
    for (int i = 0; i < sorted.length; i++) {
      assertThat(set.get(i)).isEqualTo(sorted[i]);
    }
    for (int state = 0; state <= 300; state++) {
      assertThat(set.contains(state)).isEqualTo(states.contains(state));
    }
    assertThat(StateSet.ofBits(bits(states))).isEqualTo(set).hasSameHashCodeAs(set);
    assertThat(set).hasToString(new TreeSet<>(states).toString());
  }

  @Property
  void unionIsThatOfSets(
      @ForAll @Size(max = 20) List<@IntRange(max = 40) Integer> one,
      @ForAll @Size(max = 20) List<@IntRange(max = 40) Integer> other) {
    TreeSet<Integer> both = new TreeSet<>(one);
    both.addAll(other);
    StateSet union = StateSet.of(ints(one)).union(StateSet.of(ints(other)));
    assertThat(union.toArray()).containsExactly(ints(both));
    assertThat(StateSet.of(ints(one)).equals(StateSet.of(ints(other))))
        .isEqualTo(new TreeSet<>(one).equals(new TreeSet<>(other)));
  }

  @Test
  void rangesExcludeTheirEnd() {
    assertThat(StateSet.range(2, 5)).isEqualTo(StateSet.of(2, 3, 4));
    assertThat(StateSet.range(2, 2)).isEqualTo(StateSet.EMPTY);
  }

  @Test
  void isAValue() {
    StateSet set = StateSet.of(3, 1);
    set.toArray()[0] = 7;
    assertThat(set.get(0)).isEqualTo(1);
    assertThat(StateSet.ofBits(new long[4])).isEqualTo(StateSet.EMPTY);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> set.get(2));
  }

  private static int[] ints(Iterable<Integer> numbers) {
    int[] array = new int[1000];
    int size = 0;
    for (int number : numbers) {
      array[size++] = number;
    }
    return Arrays.copyOf(array, size);
  }

  private static long[] bits(List<Integer> states) {
    BitSet bits = new BitSet();
    states.forEach(bits::set);
    return bits.toLongArray();
  }
}
