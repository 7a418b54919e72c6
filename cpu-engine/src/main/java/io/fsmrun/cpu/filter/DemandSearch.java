package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.ReportBuffer;

/**
 * Looks for pieces that are too frequent or too short to be searched for, as in {@code
 * /\x02.*cmd\.exe.*\x00\x00/s}: from where the piece before has ended first. Since anything may lie
 * in between, and behind, the first such place is enough, and then the piece is never looked for
 * again; only for the last piece of a chain all places are. Where not anything may lie behind,
 * {@link PieceLookBack} looks for it. Mutable, for one thread.
 *
 * <p>O(length of the string / 64) vector operations a byte for each such string, while it is looked
 * for; a block costs O(pieces that something was found before, and first pieces).
 */
final class DemandSearch {

  private final DemandTable table;
  private final LinkTable links;
  private final LinkEnds ends;
  private final StringMarks[] marks;
  private final PieceLookBack lookBack;
  private final WaitedBytes waited;

  /** Per piece the place from which on it was looked for in its last block, and which that was. */
  private final int[] searched;

  private final long[] blocks;
  private long block;

  private int from;
  private int to;
  private long origin;
  private int firstPlace;
  private ReportBuffer reports;

  DemandSearch(DemandTable table, LinkTable links, LinkEnds ends) {
    this.table = table;
    this.links = links;
    this.ends = ends;
    this.marks = table.strings().stream().map(StringMarks::new).toArray(StringMarks[]::new);
    this.lookBack = new PieceLookBack(table, links, ends, marks);
    this.waited = new WaitedBytes(table, ends);
    this.searched = new int[table.count()];
    this.blocks = new long[table.count()];
  }

  /** Lets go of the bytes of the last block. */
  void forget() {
    for (StringMarks string : marks) {
      string.forget();
    }
  }

  /**
   * Takes a block, and looks for all pieces that are waited for.
   *
   * @param input holds it
   * @param lowest index of the first byte that may be read
   * @param first index of the first byte of the block
   * @param end index after its last
   * @param start the stream's position at index 0
   * @param out takes reports
   */
  void read(byte[] input, int lowest, int first, int end, long start, ReportBuffer out) {
    from = first;
    to = end;
    origin = start;
    reports = out;
    firstPlace = Math.max(lowest, from - table.longest() + 1);
    for (StringMarks string : marks) {
      string.read(input, firstPlace, to);
    }
    block++;
    lookBack.read(firstPlace, from, to, origin);
    waited.read(input, firstPlace, to);
    for (int piece : table.openers()) {
      lookForWaited(piece, firstPlace);
    }
    int live = ends.liveCount();
    for (int i = 0; i < live; i++) {
      int link = ends.live(i);
      for (int piece : table.followers(link)) {
        long reached = ends.end(link, 0) + links.gapMin(link) - origin;
        lookForWaited(piece, (int) Math.min(to, Math.max(firstPlace, reached)));
      }
    }
  }

  private void lookForWaited(int piece, int start) {
    if (waited.isAbsent(piece) || ends.isLive(table.link(piece))) {
      note(piece, firstPlace); // Nothing earlier is to come.
    } else {
      look(piece, start);
    }
  }

  private void note(int piece, int place) {
    blocks[piece] = block;
    searched[piece] = place;
  }

  /**
   * Says that a link has ended.
   *
   * @param link one that may be followed by such pieces, with a gap behind it that allows anything
   * @param index where
   */
  void follow(int link, int index) {
    for (int piece : table.followers(link)) {
      look(piece, Math.max(firstPlace, index + links.gapMin(link)));
    }
  }

  /** Whether a link's ends are only told where they are asked for, by {@link #reach}. */
  boolean isToldLater(int link) {
    return lookBack.isToldLater(link);
  }

  /**
   * Tells the ends of a link that matter to a piece, if it is one of those.
   *
   * @param index where the piece starts
   * @param place where its window was found, an index
   */
  void reach(int link, int index, int place) {
    lookBack.reach(link, index, place);
  }

  /** Ends a block. */
  void endBlock() {
    lookBack.endBlock();
  }

  /** Looks for a piece from a place on, as far as that was not done. */
  private void look(int piece, int start) {
    int stop = blocks[piece] == block ? searched[piece] : to;
    if (start >= stop) {
      return;
    }
    note(piece, start);
    int link = table.link(piece);
    if (links.isLast(link)) {
      for (int string : table.stringsOf(piece)) {
        reportAll(links.rule(link), marks[string], start, stop);
      }
      return;
    }
    int first = Integer.MAX_VALUE;
    for (int string : table.stringsOf(piece)) {
      int at = marks[string].next(start, stop);
      first = at < 0 ? first : Math.min(first, at + marks[string].length());
    }
    if (first < Integer.MAX_VALUE) {
      ends.add(link, origin + first, origin + firstPlace);
      follow(link, first);
    }
  }

  private void reportAll(int rule, StringMarks string, int start, int stop) {
    // What ends before the block was told before.
    int at = string.next(Math.max(start, from - string.length() + 1), stop);
    while (at >= 0) {
      reports.add(rule, origin + at + string.length());
      at = string.next(at + 1, stop);
    }
  }
}
