package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All pieces of all chains, numbered chain by chain: the links. A link that is not the last of its
 * chain hands the ends of its matches over to the next one. Immutable.
 */
final class LinkTable {

  private static final int NO_CLASS = -1;

  private final int[] rule;
  private final boolean[] first;
  private final boolean[] last;
  private final int[] startCondition;
  private final int[] endCondition;

  /** The gap after a link that is not the last. */
  private final int[] gapMin;

  private final int[] gapMax;
  private final int[] gapClass;

  /** The component of the tails' automaton that a last link starts, or -1. */
  private final int[] tail;

  /** How far before its window the match of a link may start. */
  private final int[] reach;

  private final GapScanner[] classes;
  private final List<Factor> factors = new ArrayList<>();
  private final int[] factorLinks;

  LinkTable(List<Chain> chains) {
    int links = chains.stream().mapToInt(chain -> chain.pieces().size()).sum();
    rule = new int[links];
    first = new boolean[links];
    last = new boolean[links];
    startCondition = new int[links];
    endCondition = new int[links];
    gapMin = new int[links];
    gapMax = new int[links];
    gapClass = new int[links];
    reach = new int[links];
    tail = new int[links];
    int tails = 0;
    Map<SymbolSet, Integer> ids = new HashMap<>();
    List<GapScanner> tables = new ArrayList<>();
    List<Integer> owners = new ArrayList<>();
    int link = 0;
    for (Chain chain : chains) {
      int pieces = chain.pieces().size();
      for (int i = 0; i < pieces; i++, link++) {
        rule[link] = chain.rule();
        first[link] = i == 0;
        last[link] = i == pieces - 1;
        startCondition[link] = i == 0 ? chain.startCondition() : EdgeCondition.ALWAYS;
        endCondition[link] = i == pieces - 1 ? chain.endCondition() : EdgeCondition.ALWAYS;
        gapClass[link] = NO_CLASS;
        tail[link] = last[link] && chain.tail().isPresent() ? tails++ : -1;
        if (!last[link]) {
          Gap gap = chain.gaps().get(i);
          gapMin[link] = gap.min();
          gapMax[link] = gap.max();
          if (!gap.symbols().equals(SymbolSet.ALL)) {
            gapClass[link] =
                ids.computeIfAbsent(
                    gap.symbols(),
                    set -> {
                      tables.add(new GapScanner(set));
                      return ids.size();
                    });
          }
        }
        for (Factor factor : chain.pieces().get(i)) {
          factors.add(factor);
          owners.add(link);
          reach[link] = Math.max(reach[link], factor.maxBefore() + factor.string().size());
        }
      }
    }
    classes = tables.toArray(new GapScanner[0]);
    factorLinks = owners.stream().mapToInt(Integer::intValue).toArray();
  }

  int count() {
    return rule.length;
  }

  List<Factor> factors() {
    return factors;
  }

  int[] factorLinks() {
    return factorLinks;
  }

  int rule(int link) {
    return rule[link];
  }

  boolean isFirst(int link) {
    return first[link];
  }

  boolean isLast(int link) {
    return last[link];
  }

  int tail(int link) {
    return tail[link];
  }

  int startCondition(int link) {
    return startCondition[link];
  }

  int endCondition(int link) {
    return endCondition[link];
  }

  int gapMin(int link) {
    return gapMin[link];
  }

  int gapMax(int link) {
    return gapMax[link];
  }

  /** The set of bytes that a gap is made of, or -1 if any byte may lie there. */
  int gapClass(int link) {
    return gapClass[link];
  }

  /** How far before the end of the window that it is found by a match of a link may start. */
  int reach(int link) {
    return reach[link];
  }

  /** The most that any link reaches back. */
  int maxReach() {
    int most = 0;
    for (int bytes : reach) {
      most = Math.max(most, bytes);
    }
    return most;
  }

  int classCount() {
    return classes.length;
  }

  GapScanner gapScanner(int gapClass) {
    return classes[gapClass];
  }
}
