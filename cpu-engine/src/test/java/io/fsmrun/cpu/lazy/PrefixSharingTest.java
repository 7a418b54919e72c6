package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** States are found to be one exactly if a slow search that tries all of them again says so. */
class PrefixSharingTest {

  @Test
  void sameStatesAreFoundAsByTryingAllAgain() {
    int shared = 0;
    int limited = 0;
    for (long seed = 0; seed < 3000; seed++) {
      RandomAutomata random = RandomAutomata.seeded(seed);
      DisjointUnion union = union(random);
      int limit = random.chance(0.5) ? 64 : random.number(1, 3);
      int[] found = new PrefixSharing(union, limit).representatives();
      assertThat(found).as("seed %d", seed).isEqualTo(slowly(union, limit));
      for (int state = 0; state < found.length; state++) {
        shared += found[state] == state ? 0 : 1;
        limited += precedes(union, state) > limit ? 1 : 0;
      }
    }
    assertThat(shared).isGreaterThan(5_000);
    assertThat(limited).isGreaterThan(1_000);
  }

  /** Two classes are joined late, and what follows any state of either must be looked at again. */
  @Test
  void whatFollowsAnyStateOfAClassIsLookedAtAgain() {
    DisjointUnion union = new DisjointUnion();
    int start = union.addStart(0);
    int[] middle = new int[5];
    for (int i = 0; i < middle.length; i++) {
      middle[i] = union.add(SymbolSet.of('b'));
    }
    int[] last = {union.add(SymbolSet.of('c')), union.add(SymbolSet.of('c'))};
    int[] first = {union.add(SymbolSet.of('a')), union.add(SymbolSet.of('a'))};
    for (int i = 0; i < middle.length; i++) {
      union.connect(first[i < 2 ? 0 : 1], middle[i]);
    }
    union.connect(middle[1], last[0]);
    union.connect(middle[2], last[1]);
    union.connect(start, first[0]);
    union.connect(start, first[1]);
    assertThat(new PrefixSharing(union, 64).representatives())
        .containsExactly(
            start, middle[0], middle[0], middle[0], middle[0], middle[0], last[0], last[0],
            first[0], first[0]);
  }

  private static DisjointUnion union(RandomAutomata random) {
    List<RuleAutomaton> automata = Unions.random(random, 8, 8);
    int[] groups = new int[automata.size()];
    for (int i = 1; i < groups.length; i++) {
      groups[i] = groups[i - 1] + (random.chance(0.3) ? 1 : 0);
    }
    DisjointUnion union = DisjointUnion.of(automata, groups);
    for (int again = random.number(0, 3); again > 0 && union.edgeCount() > 0; again--) {
      int edge = random.number(0, union.edgeCount() - 1);
      union.connect(union.source(edge), union.target(edge));
    }
    return union;
  }

  private static int precedes(DisjointUnion union, int state) {
    IntRows predecessors = union.predecessors();
    return predecessors.end(state) - predecessors.start(state);
  }

  /** Joins two states that must be one until there are no such states any more. */
  private static int[] slowly(DisjointUnion union, int limit) {
    int[] least = new int[union.stateCount()];
    for (int state = 0; state < least.length; state++) {
      least[state] = state;
    }
    boolean joined = true;
    while (joined) {
      joined = false;
      Map<List<Integer>, Integer> known = new HashMap<>();
      for (int state = 0; state < least.length; state++) {
        List<Integer> key = key(union, least, state, limit);
        Integer other = known.putIfAbsent(key, state);
        if (other != null && least[other] != least[state]) {
          join(least, least[other], least[state]);
          joined = true;
        }
      }
    }
    return least;
  }

  private static void join(int[] least, int first, int second) {
    int gone = Math.max(first, second);
    for (int state = 0; state < least.length; state++) {
      least[state] = least[state] == gone ? Math.min(first, second) : least[state];
    }
  }

  private static List<Integer> key(DisjointUnion union, int[] least, int state, int limit) {
    List<Integer> key = new ArrayList<>();
    key.add(union.kind(state));
    if (union.kind(state) < 0 || union.isAlwaysEnabled(state)) {
      return key;
    }
    if (precedes(union, state) > limit) {
      return List.of(union.kind(state), -2, state);
    }
    SortedSet<Integer> before = new TreeSet<>();
    for (int edge = 0; edge < union.edgeCount(); edge++) {
      if (union.target(edge) == state) {
        int from = least[union.source(edge)];
        before.add(from == least[state] ? -1 : from);
      }
    }
    key.addAll(before);
    return key;
  }
}
