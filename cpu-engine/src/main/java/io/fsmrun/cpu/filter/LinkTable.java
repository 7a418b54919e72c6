package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All pieces of all chains, numbered chain by chain: the links. A link that is not the last of its
 * chain hands the ends of its matches over to the next one. Immutable.
 */
final class LinkTable {

  private static final int NONE = -1;

  private final int[] rule;

  /** The link whose ends a link goes on from; -1 for the first of a chain. */
  private final int[] previous;

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
  private final List<Head> heads;

  /** Heads that are the same automaton and the same gap are one link. */
  private record HeadKey(ByteBuffer bytes, Head head) {

    static HeadKey of(Head head) {
      BinaryWriter out = new BinaryWriter();
      NfaCodec.write(head.nfa(), out);
      NfaCodec.writeSet(head.gap().symbols(), out);
      out.writeInt(head.gap().min());
      out.writeInt(head.gap().max() + 1);
      return new HeadKey(ByteBuffer.wrap(out.toByteArray()), head);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof HeadKey key && bytes.equals(key.bytes);
    }

    @Override
    public int hashCode() {
      return bytes.hashCode();
    }
  }

  LinkTable(List<Chain> chains) {
    Map<HeadKey, Integer> headLinks = new LinkedHashMap<>();
    for (Chain chain : chains) {
      chain.head().map(HeadKey::of).ifPresent(key -> headLinks.put(key, headLinks.size()));
    }
    heads = headLinks.keySet().stream().map(HeadKey::head).toList();
    int pieceCount = chains.stream().mapToInt(chain -> chain.pieces().size()).sum();
    int links = heads.size() + pieceCount;
    rule = new int[links];
    previous = new int[links];
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
    for (; link < heads.size(); link++) {
      previous[link] = NONE;
      startCondition[link] = EdgeCondition.ALWAYS;
      endCondition[link] = EdgeCondition.ALWAYS;
      tail[link] = NONE;
      setGap(link, heads.get(link).gap(), ids, tables);
    }
    for (Chain chain : chains) {
      int pieces = chain.pieces().size();
      for (int i = 0; i < pieces; i++, link++) {
        rule[link] = chain.rule();
        previous[link] =
            i > 0 ? link - 1 : chain.head().map(head -> headLinks.get(HeadKey.of(head))).orElse(NONE);
        last[link] = i == pieces - 1;
        startCondition[link] = i == 0 ? chain.startCondition() : EdgeCondition.ALWAYS;
        endCondition[link] = i == pieces - 1 ? chain.endCondition() : EdgeCondition.ALWAYS;
        gapClass[link] = NONE;
        tail[link] = last[link] && chain.tail().isPresent() ? tails++ : NONE;
        if (!last[link]) {
          setGap(link, chain.gaps().get(i), ids, tables);
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

  private void setGap(int link, Gap gap, Map<SymbolSet, Integer> ids, List<GapScanner> tables) {
    gapMin[link] = gap.min();
    gapMax[link] = gap.max();
    gapClass[link] = NONE;
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

  int count() {
    return rule.length;
  }

  /** The heads; each is the link of the same number. */
  List<Head> heads() {
    return heads;
  }

  boolean isHead(int link) {
    return link < heads.size();
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

  /** The link whose ends a link goes on from; -1 for the first of a chain. */
  int previous(int link) {
    return previous[link];
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
