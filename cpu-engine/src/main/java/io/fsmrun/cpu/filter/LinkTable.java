package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.lazy.IntRows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All pieces of all chains: the links. A link that is not the last of its chain hands the ends of
 * its matches over to the links that go on from it. Chains that begin alike share the links of what
 * they have in common; links that look for the same share its factors. Immutable.
 */
final class LinkTable {

  private static final int NONE = -1;

  /** The numbers of a link. */
  private static final int RULE = 0;

  private static final int PREVIOUS = 1;
  private static final int LAST = 2;
  private static final int START = 3;
  private static final int END = 4;
  private static final int GAP_MIN = 5;
  private static final int GAP_MAX = 6;
  private static final int GAP_CLASS = 7;
  private static final int TAIL = 8;
  private static final int REACH = 9;
  private static final int LOOKED_BACK = 10;
  private static final int SPAN = 11;
  private static final int NUMBERS = 12;

  private final int[] numbers;
  private final int count;
  private final List<Head> heads = new ArrayList<>();
  private final GapScanner[] classes;
  private final List<Factor> factors = new ArrayList<>();

  /** Per factor where its links start in {@link #ownerLinks}; one more at the end. */
  private final int[] ownerStart;

  private final int[] ownerLinks;
  private final int[] soleRule;

  /** Per link the sets of the gaps behind links that follow it and are looked back for. */
  private final int[][] setsLookedBack;

  private final int maxReach;
  private final int maxSpan;

  /** The same of links behind heads. */
  private final int headReach;

  private final int headSpan;

  /** Per chain its links in order, that of its head first if it has one. */
  private final List<int[]> linksOf = new ArrayList<>();

  /** Groups of tails. */
  private final int tailCount;

  /** Per chain the group of its tail, or -1. */
  private final IntArrayList tailOf = new IntArrayList();

  /**
   * Numbers the links of chains.
   *
   * @param checkpoint passed for each chain
   */
  LinkTable(List<Chain> chains, Checkpoint checkpoint) {
    Builder builder = new Builder();
    chains.stream().flatMap(chain -> chain.head().stream()).forEach(builder::headLink);
    for (Chain chain : chains) {
      checkpoint.pass();
      builder.add(chain);
    }
    count = builder.links.size();
    tailCount = builder.tails;
    numbers = new int[count * NUMBERS];
    int reach = 0;
    int span = 0;
    int reachOfHeads = 0;
    int spanOfHeads = 0;
    for (int link = 0; link < count; link++) {
      System.arraycopy(builder.links.get(link), 0, numbers, link * NUMBERS, NUMBERS);
      reach = Math.max(reach, reach(link));
      span = Math.max(span, number(link, SPAN));
      if (previous(link) != NONE && isHead(previous(link))) {
        reachOfHeads = Math.max(reachOfHeads, reach(link));
        spanOfHeads = Math.max(spanOfHeads, number(link, SPAN));
      }
    }
    maxReach = reach;
    maxSpan = span;
    headReach = reachOfHeads;
    headSpan = spanOfHeads;
    classes = builder.scanners.toArray(new GapScanner[0]);
    ownerStart = new int[factors.size() + 1];
    IntArrayList owners = new IntArrayList();
    for (int f = 0; f < factors.size(); f++) {
      owners.addAll(builder.owners.get(f));
      ownerStart[f + 1] = owners.size();
    }
    ownerLinks = owners.toIntArray();
    soleRule = new int[factors.size()];
    Arrays.setAll(soleRule, this::findSoleRule);
    setsLookedBack = setsLookedBack();
  }

  private int[][] setsLookedBack() {
    IntRows.Pairs sets = new IntRows.Pairs();
    for (int link = 0; link < count; link++) {
      if (isLookedBackFor(link) && gapClass(link) != NONE) {
        sets.add(previous(link), gapClass(link));
      }
    }
    return IntRows.of(count, sets).toArrays();
  }

  private int findSoleRule(int factor) {
    int link = ownerLinks[ownerStart[factor]];
    boolean plain =
        factors.get(factor).before().isEmpty()
            && factors.get(factor).after().isEmpty()
            && ownerStart[factor + 1] - ownerStart[factor] == 1
            && previous(link) == NONE
            && startCondition(link) == EdgeCondition.ALWAYS
            && endCondition(link) == EdgeCondition.ALWAYS
            && tail(link) == NONE
            && isLast(link);
    return plain ? rule(link) : NONE;
  }

  /** Numbers links, factors and sets of gaps, each the first time that it is met. */
  private final class Builder {

    private final List<int[]> links = new ArrayList<>();
    private final Map<ByteBuffer, Integer> known = new HashMap<>();
    private final Map<ByteBuffer, Integer> factorNumbers = new HashMap<>();
    private final List<IntArrayList> owners = new ArrayList<>();
    private final Map<SymbolSet, Integer> setNumbers = new HashMap<>();
    private final Map<ByteBuffer, Integer> automata = new HashMap<>();

    /** The numbers of automata that were met before, so that each is written as a key once. */
    private final IdentityHashMap<Nfa, Integer> automatonNumbers = new IdentityHashMap<>();

    private final List<GapScanner> scanners = new ArrayList<>();
    private final Map<SymbolSet, Integer> gapClasses = new HashMap<>();
    private int tails;

    /** The link of a head. */
    int headLink(Head head) {
      BinaryWriter key = new BinaryWriter();
      key.writeInt(number(Optional.of(head.nfa())));
      writeGap(head.gap(), key);
      Integer link = known.get(bytes(key));
      if (link != null) {
        return link;
      }
      heads.add(head);
      int[] made = newLink(NONE, EdgeCondition.ALWAYS);
      setGap(made, head.gap());
      known.put(bytes(key), links.size() - 1);
      return links.size() - 1;
    }

    void add(Chain chain) {
      int previous = chain.head().map(this::headLink).orElse(NONE);
      IntArrayList numbers = new IntArrayList();
      if (previous != NONE) {
        numbers.add(previous);
      }
      int last = chain.pieces().size() - 1;
      for (int i = 0; i < last; i++) {
        int start = i == 0 ? chain.startCondition() : EdgeCondition.ALWAYS;
        previous = shared(previous, start, chain.pieces().get(i), Optional.of(chain.gaps().get(i)));
        numbers.add(previous);
      }
      numbers.add(addLast(chain, previous));
      linksOf.add(numbers.toIntArray());
    }

    private int addLast(Chain chain, int previous) {
      int last = chain.pieces().size() - 1;
      int start = last == 0 ? chain.startCondition() : EdgeCondition.ALWAYS;
      List<Factor> piece = chain.pieces().get(last);
      if (chain.tail().isPresent()) {
        int link = shared(previous, start, piece, Optional.empty());
        tailOf.add(links.get(link)[TAIL]);
        return link;
      }
      tailOf.add(NONE);
      int[] link = newLink(previous, start);
      link[RULE] = chain.rule();
      link[LAST] = 1;
      link[END] = chain.endCondition();
      own(numbers(piece), piece);
      return links.size() - 1;
    }

    /**
     * A piece that is followed by a gap or a tail; one link for all chains that agree up to there.
     */
    private int shared(int previous, int start, List<Factor> piece, Optional<Gap> gap) {
      int[] made = numbers(piece);
      BinaryWriter key = new BinaryWriter();
      key.writeInt(Integer.MAX_VALUE); // No head has such a number.
      key.writeInt(previous + 1);
      key.writeInt(start);
      key.writeInts(made);
      gap.ifPresent(between -> writeGap(between, key));
      Integer link = known.get(bytes(key));
      if (link != null) {
        return link;
      }
      int[] added = newLink(previous, start);
      if (gap.isPresent()) {
        setGap(added, gap.get());
        added[LOOKED_BACK] = piece.get(0).onDemand() && !gap.get().isAnything() ? 1 : 0;
      } else {
        added[LAST] = 1;
        added[TAIL] = tails++;
      }
      own(made, piece);
      known.put(bytes(key), links.size() - 1);
      return links.size() - 1;
    }

    private int[] newLink(int previous, int start) {
      int[] link = new int[NUMBERS];
      link[PREVIOUS] = previous;
      link[START] = start;
      link[END] = EdgeCondition.ALWAYS;
      link[GAP_CLASS] = NONE;
      link[TAIL] = NONE;
      links.add(link);
      return link;
    }

    private void setGap(int[] link, Gap gap) {
      link[GAP_MIN] = gap.min();
      link[GAP_MAX] = gap.max();
      if (!gap.symbols().equals(SymbolSet.ALL)) {
        link[GAP_CLASS] =
            gapClasses.computeIfAbsent(
                gap.symbols(),
                set -> {
                  scanners.add(new GapScanner(set));
                  return gapClasses.size();
                });
      }
    }

    /** Makes the last link the owner of factors. */
    private void own(int[] numbers, List<Factor> piece) {
      int[] link = links.get(links.size() - 1);
      Arrays.stream(numbers).distinct().forEach(f -> owners.get(f).add(links.size() - 1));
      for (Factor factor : piece) {
        int toEnd = factor.maxBefore() + factor.string().size();
        link[REACH] = Math.max(link[REACH], toEnd);
        link[SPAN] = Math.max(link[SPAN], toEnd + factor.maxAfter());
      }
    }

    private int[] numbers(List<Factor> piece) {
      int[] made = new int[piece.size()];
      for (int i = 0; i < made.length; i++) {
        made[i] = number(piece.get(i));
      }
      return made;
    }

    private int number(Factor factor) {
      BinaryWriter key = new BinaryWriter();
      key.writeInt(number(factor.before()));
      key.writeInt(number(factor.after()));
      for (SymbolSet set : factor.string()) {
        key.writeInt(1 + number(set));
      }
      key.writeInt(0); // No set has this number.
      key.writeInt(factor.onDemand() ? 1 : 0);
      return factorNumbers.computeIfAbsent(
          bytes(key),
          unseen -> {
            factors.add(factor);
            owners.add(new IntArrayList());
            return factors.size() - 1;
          });
    }

    private int number(SymbolSet set) {
      return setNumbers.computeIfAbsent(set, unseen -> setNumbers.size());
    }

    /** Equal automata have the same number, from 1; 0 if there is none. */
    private int number(Optional<Nfa> nfa) {
      if (nfa.isEmpty()) {
        return 0;
      }
      return automatonNumbers.computeIfAbsent(nfa.get(), this::numberUnseen);
    }

    private int numberUnseen(Nfa nfa) {
      BinaryWriter key = new BinaryWriter();
      NfaCodec.write(nfa, key);
      return automata.computeIfAbsent(bytes(key), unseen -> automata.size() + 1);
    }

    private void writeGap(Gap gap, BinaryWriter key) {
      key.writeInt(number(gap.symbols()));
      key.writeInt(gap.min());
      key.writeInt(gap.max() + 1);
    }

    private static ByteBuffer bytes(BinaryWriter key) {
      return ByteBuffer.wrap(key.toByteArray());
    }
  }

  int count() {
    return count;
  }

  /** The heads; each is the link of the same number. */
  List<Head> heads() {
    return heads;
  }

  boolean isHead(int link) {
    return link < heads.size();
  }

  /** The distinct factors of all links. */
  List<Factor> factors() {
    return factors;
  }

  /** Where the links of a factor start; those of the next factor are behind. */
  int ownerStart(int factor) {
    return ownerStart[factor];
  }

  /** A link that a factor belongs to. */
  int owner(int index) {
    return ownerLinks[index];
  }

  /** The rule that matches wherever a factor's string lies, and nothing else follows; or -1. */
  int soleRule(int factor) {
    return soleRule[factor];
  }

  private int number(int link, int which) {
    return numbers[link * NUMBERS + which];
  }

  int rule(int link) {
    return number(link, RULE);
  }

  /** The link whose ends a link goes on from; -1 for the first of a chain. */
  int previous(int link) {
    return number(link, PREVIOUS);
  }

  boolean isLast(int link) {
    return number(link, LAST) != 0;
  }

  /** The group of tails that a chain's belongs to, in order of the chains; -1 if it has none. */
  int tailOf(int chain) {
    return tailOf.getInt(chain);
  }

  /** Number of groups of tails. */
  int tailCount() {
    return tailCount;
  }

  /** The group of tails that a last link starts, or -1. */
  int tail(int link) {
    return number(link, TAIL);
  }

  /** A chain's links in order, that of its head first if it has one. */
  int[] linksOf(int chain) {
    return linksOf.get(chain);
  }

  int startCondition(int link) {
    return number(link, START);
  }

  int endCondition(int link) {
    return number(link, END);
  }

  int gapMin(int link) {
    return number(link, GAP_MIN);
  }

  int gapMax(int link) {
    return number(link, GAP_MAX);
  }

  /** The set of bytes that a gap is made of, or -1 if any byte may lie there. */
  int gapClass(int link) {
    return number(link, GAP_CLASS);
  }

  /**
   * Whether a link is looked for on demand, back from where the next one of its chain starts: one
   * before which anything may lie, but not behind it.
   */
  boolean isLookedBackFor(int link) {
    return number(link, LOOKED_BACK) != 0;
  }

  /** The sets of bytes of the gaps behind links that follow a link and are looked back for. */
  int[] setsLookedBack(int link) {
    return setsLookedBack[link];
  }

  /** How far before the end of the window that it is found by a match of a link may start. */
  int reach(int link) {
    return number(link, REACH);
  }

  /** The most that any link reaches back. */
  int maxReach() {
    return maxReach;
  }

  /** The most bytes from where a match of any link starts to where it ends. */
  int maxSpan() {
    return maxSpan;
  }

  /** The most that any link behind a head reaches back. */
  int headReach() {
    return headReach;
  }

  /** The most bytes of a match of any link behind a head. */
  int headSpan() {
    return headSpan;
  }

  int classCount() {
    return classes.length;
  }

  GapScanner gapScanner(int gapClass) {
    return classes[gapClass];
  }
}
