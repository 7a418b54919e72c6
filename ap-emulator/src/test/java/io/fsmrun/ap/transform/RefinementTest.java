package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The partition is the one that splitting everything by everything, over and over, arrives at. */
class RefinementTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(60, 0, Family.values());
  }

  @Property(tries = 600)
  void isTheCoarsest(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork network = drawn.network();
    int[] labels = new int[network.size()];
    List<ElementKind> kinds = new ArrayList<>();
    for (int element = 0; element < labels.length; element++) {
      if (!kinds.contains(network.kind(element))) {
        kinds.add(network.kind(element));
      }
      labels[element] = kinds.indexOf(network.kind(element));
    }
    Adjacency into = Adjacency.into(network);
    Adjacency outOf = Adjacency.outOf(network);
    assertThat(Refinement.coarsest(labels, into, outOf))
        .satisfies(blocks -> assertThat(canonical(blocks)).isEqualTo(naive(labels, into)))
        .satisfies(
            blocks -> {
              for (int block : blocks) {
                assertThat(block).isBetween(0, labels.length - 1);
              }
            });
    assertThat(canonical(Refinement.coarsest(labels, outOf, into))).isEqualTo(naive(labels, outOf));
  }

  private static int[] canonical(int[] blocks) {
    Map<Object, Integer> numbers = new HashMap<>();
    int[] renamed = new int[blocks.length];
    for (int element = 0; element < blocks.length; element++) {
      Integer known = numbers.get(blocks[element]);
      renamed[element] = known == null ? numbers.size() : known;
      numbers.putIfAbsent(blocks[element], renamed[element]);
    }
    return renamed;
  }

  private static int[] naive(int[] labels, Adjacency seen) {
    int[] blocks = canonical(labels);
    for (int round = 0; round < labels.length; round++) {
      Map<Object, Integer> numbers = new HashMap<>();
      int[] finer = new int[labels.length];
      for (int element = 0; element < labels.length; element++) {
        Set<String> view = new TreeSet<>();
        for (int edge = seen.first(element); edge < seen.end(element); edge++) {
          view.add(blocks[seen.other(edge)] + "." + seen.port(edge));
        }
        List<Object> key = List.of(blocks[element], view);
        Integer known = numbers.get(key);
        finer[element] = known == null ? numbers.size() : known;
        numbers.putIfAbsent(key, finer[element]);
      }
      blocks = finer;
    }
    return blocks;
  }
}
