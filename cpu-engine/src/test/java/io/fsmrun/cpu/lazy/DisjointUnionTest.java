package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** States and edges are laid out as they were added. */
class DisjointUnionTest {

  @Test
  void equalSymbolSetsHaveOneNumberInOrderOfAppearance() {
    Random random = new Random(1);
    DisjointUnion union = new DisjointUnion();
    union.addStart(0);
    Set<SymbolSet> seen = new LinkedHashSet<>(List.of(SymbolSet.EMPTY));
    for (int i = 0; i < 3000; i++) {
      int first = random.nextInt(256);
      SymbolSet set = SymbolSet.range(first, Math.min(255, first + random.nextInt(6)));
      int state = union.add(random.nextBoolean() ? set : set.complement());
      seen.add(union.symbols(state));
      assertThat(new ArrayList<>(seen).get(union.setNumber(state))).isEqualTo(union.symbols(state));
    }
    assertThat(union.sets().sets()).containsExactlyElementsOf(seen).hasSizeGreaterThan(1000);
  }

  @Test
  void rowsHoldWhatWasAddedInOrderAndOnce() {
    Random random = new Random(2);
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(20) + 1;
      List<SortedSet<Integer>> expected = new ArrayList<>();
      for (int row = 0; row < count; row++) {
        expected.add(new TreeSet<>());
      }
      IntRows.Pairs pairs = new IntRows.Pairs();
      for (int i = random.nextInt(100); i > 0; i--) {
        int row = random.nextInt(count);
        int value = random.nextInt(10) - 3;
        pairs.add(row, value);
        expected.get(row).add(value);
      }
      IntRows rows = IntRows.of(count, pairs);
      for (int row = 0; row < count; row++) {
        List<Integer> found = new ArrayList<>();
        for (int i = rows.start(row); i < rows.end(row); i++) {
          found.add(rows.value(i));
        }
        assertThat(found).containsExactlyElementsOf(expected.get(row));
      }
    }
  }

  @Test
  void moreThanTheLimitIsRefused() {
    DisjointUnion union = new DisjointUnion(4, Checkpoint.NONE);
    int start = union.addStart(0);
    int state = union.add(SymbolSet.ALL);
    union.connect(start, state);
    union.connect(state, state);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> union.connect(state, state));
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> union.add(SymbolSet.ALL));
  }
}
