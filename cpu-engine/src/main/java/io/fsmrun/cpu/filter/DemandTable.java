package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.lazy.IntRows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The pieces that are looked for on demand: which strings they are, and which pieces they follow.
 * Such pieces are numbered in order of their links, so that a piece comes after the one that it
 * follows. Immutable.
 */
final class DemandTable {

  private static final int NONE = -1;

  private final LinkTable links;
  private final int[] linkOf;
  private final int[][] stringsOf;

  /** Per link the pieces that are looked for from its end on. */
  private final int[][] followers;

  /** Per link the pieces that follow it and are looked back for. */
  private final int[][] lookedBackBehind;

  /** Per link its piece if that is looked back for, or -1. */
  private final int[] lookedBackFor;

  /** The pieces that nothing comes before. */
  private final int[] openers;

  /** Per piece the bytes that are where its strings are expected to be the rarest. */
  private final SymbolSet[] neededBytes;

  private final List<List<SymbolSet>> strings;
  private final int longest;

  /**
   * A table.
   *
   * @param links the pieces of all chains
   * @param model says which bytes are rare
   */
  DemandTable(LinkTable links, ByteModel model) {
    this.links = links;
    Map<List<SymbolSet>, Integer> numbers = new LinkedHashMap<>();
    IntArrayList[] ofLink = new IntArrayList[links.count()];
    int most = 0;
    int count = 0;
    for (int f = 0; f < links.factors().size(); f++) {
      List<SymbolSet> string = links.factors().get(f).string();
      if (!links.factors().get(f).onDemand()) {
        continue;
      }
      int number = numbers.computeIfAbsent(string, unseen -> numbers.size());
      most = Math.max(most, string.size());
      for (int i = links.ownerStart(f); i < links.ownerStart(f + 1); i++) {
        if (ofLink[links.owner(i)] == null) {
          ofLink[links.owner(i)] = new IntArrayList();
          count++;
        }
        ofLink[links.owner(i)].add(number);
      }
    }
    strings = new ArrayList<>(numbers.keySet());
    longest = most;
    linkOf = new int[count];
    stringsOf = new int[count][];
    lookedBackFor = new int[links.count()];
    Arrays.fill(lookedBackFor, NONE);
    fill(ofLink);
    neededBytes = new SymbolSet[count];
    Arrays.setAll(neededBytes, piece -> rarestOf(stringsOf[piece], model));
    followers = following(false);
    lookedBackBehind = following(true);
    openers =
        IntStream.range(0, count).filter(piece -> links.previous(linkOf[piece]) == NONE).toArray();
  }

  private void fill(IntArrayList[] ofLink) {
    int next = 0;
    for (int link = 0; link < ofLink.length; link++) {
      if (ofLink[link] != null) {
        linkOf[next] = link;
        stringsOf[next] = ofLink[link].toIntArray();
        lookedBackFor[link] = links.isLookedBackFor(link) ? next : NONE;
        next++;
      }
    }
  }

  /** The bytes of strings where they are expected to be the rarest. */
  private SymbolSet rarestOf(int[] numbers, ByteModel model) {
    SymbolSet all = SymbolSet.EMPTY;
    for (int number : numbers) {
      List<SymbolSet> string = strings.get(number);
      all = all.or(string.get(BytePass.rarest(string, model)));
    }
    return all;
  }

  /** Per link the pieces that follow it, of one kind. */
  private int[][] following(boolean lookedBack) {
    IntRows.Pairs following = new IntRows.Pairs();
    for (int piece = 0; piece < linkOf.length; piece++) {
      int previous = links.previous(linkOf[piece]);
      if (previous != NONE && links.isLookedBackFor(linkOf[piece]) == lookedBack) {
        following.add(previous, piece);
      }
    }
    return IntRows.of(links.count(), following).toArrays();
  }

  /** Number of pieces. */
  int count() {
    return linkOf.length;
  }

  int link(int piece) {
    return linkOf[piece];
  }

  /** The strings of which any is the piece. */
  int[] stringsOf(int piece) {
    return stringsOf[piece];
  }

  /** The pieces that are looked for from the end of a link on. */
  int[] followers(int link) {
    return followers[link];
  }

  /** The pieces that follow a link and are looked back for. */
  int[] lookedBackBehind(int link) {
    return lookedBackBehind[link];
  }

  /** A link's piece if that is looked back for, or -1. */
  int lookedBackFor(int link) {
    return lookedBackFor[link];
  }

  /** The first pieces. */
  int[] openers() {
    return openers;
  }

  /** Bytes of which one lies wherever a piece does. */
  SymbolSet neededBytes(int piece) {
    return neededBytes[piece];
  }

  List<List<SymbolSet>> strings() {
    return strings;
  }

  /** Bytes of the longest string. */
  int longest() {
    return longest;
  }
}
