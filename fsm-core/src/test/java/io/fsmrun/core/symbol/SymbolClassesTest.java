package io.fsmrun.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Byte classes join exactly the bytes that no set tells apart. */
class SymbolClassesTest {

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void bytesShareAClassIfNoSetTellsThemApart(@ForAll long seed) {
    Random random = new Random(seed);
    List<SymbolSet> sets = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      int first = random.nextInt(256);
      SymbolSet range = SymbolSet.range(first, first + random.nextInt(256 - first));
      sets.add(random.nextBoolean() ? range : range.complement());
    }
    SymbolClasses classes = SymbolClasses.of(sets);
    for (int a = 0; a < 256; a++) {
      for (int b = 0; b < a; b++) {
        boolean same = true;
        for (SymbolSet set : sets) {
          same &= set.contains(a) == set.contains(b);
        }
        assertThat(classes.classOf(a) == classes.classOf(b)).as("%d %d", a, b).isEqualTo(same);
      }
    }
    Collections.shuffle(sets, random);
    assertThat(SymbolClasses.of(sets)).isEqualTo(classes).hasSameHashCodeAs(classes);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void classesAreNumberedByTheirLowestByte(@ForAll long seed) {
    Random random = new Random(seed);
    int[] labels = random.ints(256, 0, 1 + random.nextInt(300)).toArray();
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    int next = 0;
    SymbolSet all = SymbolSet.EMPTY;
    for (int symbol = 0; symbol < 256; symbol++) {
      assertThat(classes.classOf(symbol)).isLessThanOrEqualTo(next);
      assertThat(classes.toByteArray()[symbol] & 0xff).isEqualTo(classes.classOf(symbol));
      if (classes.classOf(symbol) == next) {
        assertThat(classes.representative(next)).isEqualTo(symbol);
        SymbolSet members = classes.symbols(next);
        assertThat(members.contains(symbol)).isTrue();
        assertThat(members.and(all)).isEqualTo(SymbolSet.EMPTY);
        all = all.or(members);
        next++;
      }
      for (int other = 0; other < symbol; other++) {
        assertThat(classes.classOf(symbol) == classes.classOf(other))
            .isEqualTo(labels[symbol] == labels[other]);
      }
    }
    assertThat(classes.count()).isEqualTo(next);
    assertThat(all).isEqualTo(SymbolSet.ALL);
  }

  @Test
  void noSetsMakeOneClassAndAllBytesApartMake256() {
    assertThat(SymbolClasses.of(List.of()).count()).isEqualTo(1);
    int[] labels = new int[256];
    for (int symbol = 0; symbol < 256; symbol++) {
      labels[symbol] = -symbol;
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    assertThat(classes.count()).isEqualTo(256);
    assertThat(classes.classOf(255)).isEqualTo(255);
  }

  @Test
  void refusesTooFewLabels() {
    assertThatIllegalArgumentException().isThrownBy(() -> SymbolClasses.ofLabels(new int[255]));
  }
}
