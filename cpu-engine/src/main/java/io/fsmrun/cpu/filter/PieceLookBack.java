package io.fsmrun.cpu.filter;

/**
 * Looks for pieces that are too frequent or too short to be searched for, as the second one in
 * {@code /SELECT.*id[^\n]*0x7e/s}: where the next piece was found, back from there. Anything may
 * lie before such a piece, so its last end that the next piece can be reached from is enough. No
 * byte is looked at twice for a piece but those that a match may reach back over. Mutable, for one
 * thread.
 *
 * <p>O(length of the string / 64) vector operations a byte that is looked at, for each such string:
 * those between the places where the next piece was found, and, at the end of a block, those back
 * to the last byte that breaks the gap.
 */
final class PieceLookBack {

  private final DemandTable table;
  private final LinkTable links;
  private final LinkEnds ends;
  private final StringMarks[] marks;

  /** Per piece up to where its ends are told, as an index, and in which block. */
  private final int[] told;

  private final long[] blocks;
  private long block;

  private int firstPlace;
  private int from;
  private int to;
  private long origin;

  PieceLookBack(DemandTable table, LinkTable links, LinkEnds ends, StringMarks[] marks) {
    this.table = table;
    this.links = links;
    this.ends = ends;
    this.marks = marks;
    this.told = new int[table.count()];
    this.blocks = new long[table.count()];
  }

  /**
   * Takes a block; what ends before it is told.
   *
   * @param place index of the first place where a string may begin
   * @param first index of the first byte of the block
   * @param end index after its last
   * @param start the stream's position at index 0
   */
  void read(int place, int first, int end, long start) {
    firstPlace = place;
    from = first;
    to = end;
    origin = start;
    block++;
  }

  /** Whether there may be ends of a link that are not told. */
  boolean isToldLater(int link) {
    return table.lookedBackFor(link) >= 0 && ends.isLive(links.previous(link));
  }

  /** As {@link DemandSearch#reach}. */
  void reach(int link, int index, int place) {
    if (isToldLater(link)) {
      tell(table.lookedBackFor(link), index - links.gapMin(link), place);
    }
  }

  /** Tells the ends that later blocks may need. */
  void endBlock() {
    int live = ends.liveCount();
    for (int i = 0; i < live; i++) {
      for (int piece : table.lookedBackBehind(ends.live(i))) {
        tell(piece, to, to);
      }
    }
  }

  /**
   * Tells the ends of a piece up to an index that matter to what is found at a place or later: the
   * last one of those that are early enough for all that, and all behind it.
   */
  private void tell(int piece, int until, int place) {
    // What a link that ends later allows is behind it, and so behind what is told.
    int done = blocks[piece] == block ? told[piece] : from;
    if (until <= done) {
      return;
    }
    blocks[piece] = block;
    told[piece] = until;
    int link = table.link(piece);
    int previous = links.previous(link);
    int lowest =
        Math.clamp(ends.end(previous, 0) + links.gapMin(previous) - origin, firstPlace, to);
    int all = Math.clamp(ends.allFrom(link, origin + place) - origin, done, until);
    int least = done;
    if (all > done) {
      least = Math.clamp(ends.lastFrom(link, origin + place) - origin - 1, done, all);
    }
    int last = -1;
    for (int string : table.stringsOf(piece)) {
      int length = marks[string].length();
      int at = marks[string].previous(Math.max(lowest, least - length + 1), all - length + 1);
      last = at < 0 ? last : Math.max(last, at + length);
    }
    if (last >= 0) {
      ends.add(link, origin + last, origin + place);
    }
    for (int string : table.stringsOf(piece)) {
      tellAll(
          link, marks[string], Math.max(lowest, all - marks[string].length() + 1), until, place);
    }
  }

  private void tellAll(int link, StringMarks string, int first, int until, int place) {
    int stop = until - string.length() + 1;
    int at = string.next(first, stop);
    while (at >= 0) {
      ends.add(link, origin + at + string.length(), origin + place);
      at = string.next(at + 1, stop);
    }
  }
}
