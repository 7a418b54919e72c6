package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Tells which pieces that are waited for when a block begins do not lie in it, as it has none of
 * the bytes that they need: of each string the rarest. What an input has is soon found and not
 * waited for any more, so these bytes are often absent, and one look at each byte of a block does
 * for all pieces. Those that one of the bytes is there for are left to others for some blocks.
 * Mutable, for one thread.
 */
final class WaitedBytes {

  /** In shorter blocks pieces are looked for one by one: other bytes would cost more. */
  static final int LEAST_BLOCK = 1 << 12;

  /** In so many blocks a piece is left out at most after one that had its bytes. */
  private static final int MOST_LEFT_OUT = 31;

  /** So many words are looked at together. */
  private static final int WORDS_AT_ONCE = 8;

  private static final int[] WORDS = IntStream.range(0, WORDS_AT_ONCE).toArray();

  private final DemandTable table;
  private final LinkEnds ends;
  private final long[] masks = new long[WORDS_AT_ONCE];

  /** The pieces that do not lie in the block. */
  private final BitSet absent = new BitSet();

  /** The pieces that are looked for together, and their bytes. */
  private final BitSet together = new BitSet();

  private Members members = Members.of(SymbolSet.EMPTY);

  /** Per piece in how many blocks it is left out from now on, and was when it was last found. */
  private final int[] leftOut;

  private final int[] pause;

  WaitedBytes(DemandTable table, LinkEnds ends) {
    this.table = table;
    this.ends = ends;
    this.leftOut = new int[table.count()];
    this.pause = new int[table.count()];
  }

  /**
   * Takes a block; O(bytes / 64) vector operations, and O(pieces) for each piece whose bytes are
   * there.
   *
   * @param input holds it
   * @param from index of its first byte
   * @param to index after its last
   */
  void read(byte[] input, int from, int to) {
    absent.clear();
    if (to - from < LEAST_BLOCK) {
      return;
    }
    for (int piece : table.openers()) {
      addIfWaited(piece);
    }
    for (int i = 0; i < ends.liveCount(); i++) {
      for (int piece : table.followers(ends.live(i))) {
        addIfWaited(piece);
      }
    }
    int at = from;
    while (!absent.isEmpty() && at < to) {
      lookTogether();
      at = next(input, at, to);
      if (at < to) {
        leaveOut(input[at] & 0xff);
      }
    }
    absent.stream().forEach(piece -> pause[piece] = 0);
  }

  /** Whether a piece that was waited for when the block began does not lie in it. */
  boolean isAbsent(int piece) {
    return absent.get(piece);
  }

  private void addIfWaited(int piece) {
    if (leftOut[piece] > 0) {
      leftOut[piece]--;
    } else if (!ends.isLive(table.link(piece))) {
      absent.set(piece);
    }
  }

  private void lookTogether() {
    if (!absent.equals(together)) {
      together.clear();
      together.or(absent);
      members =
          Members.of(
              absent.stream().mapToObj(table::neededBytes).reduce(SymbolSet.EMPTY, SymbolSet::or));
    }
  }

  /** The place of the next byte that is looked for, or the end. */
  private int next(byte[] input, int from, int to) {
    int at = from;
    while (to - at >= Members.BYTES) {
      int words = Math.min(WORDS_AT_ONCE, (to - at) / Members.BYTES);
      members.find(input, at, WORDS, words, masks);
      for (int i = 0; i < words; i++) {
        if (masks[i] != 0) {
          return at + i * Members.BYTES + Long.numberOfTrailingZeros(masks[i]);
        }
      }
      at += words * Members.BYTES;
    }
    while (at < to && !members.has(input[at])) {
      at++;
    }
    return at;
  }

  /** Leaves the pieces out that a byte is one of. */
  private void leaveOut(int symbol) {
    for (int piece = absent.nextSetBit(0); piece >= 0; piece = absent.nextSetBit(piece + 1)) {
      if (table.neededBytes(piece).contains(symbol)) {
        absent.clear(piece);
        pause[piece] = Math.min(2 * pause[piece] + 1, MOST_LEFT_OUT);
        leftOut[piece] = pause[piece];
      }
    }
  }
}
