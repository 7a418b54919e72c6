package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the pieces before the last one have matched: for each link the ends that a later piece may
 * still go on from. Mutable, for one thread.
 *
 * <p>Of two ends before a start, the later one reaches it whenever the earlier one does, because a
 * gap's least length is met by both and its bytes are fewer. So one end before the earliest start
 * to come is enough, and those after it.
 *
 * <p>Whether the bytes of a gap are allowed is asked of {@link GapCursors}.
 */
final class LinkEnds {

  /** So many bytes of short blocks are scanned before it is looked through what can be dropped. */
  private static final int SETTLED_AFTER = 1 << 11;

  /**
   * A block that follows the one before it needs no more than the history. Where a guessed past
   * (see {@code BlockSession}) lies further back, all between is taken to be allowed in gaps: it
   * may be many times as long as what is scanned from the guess.
   */
  private static final int LOOKED_BACK = 1 << 16;

  private static final long NOWHERE = Long.MIN_VALUE;

  private final LinkTable links;
  private final EndLists ends;
  private final IntArrayList live = new IntArrayList();

  private final GapCursors cursors;

  /**
   * The sets of gaps behind heads; their ends may be told late, so these sets are watched always.
   */
  private final int[] watched;

  /** Heads behind which any number of any bytes may lie, and those with a bound. */
  private final int[] openHeads;

  private final int[] boundedHeads;

  /** The sets of gaps behind the others, each once. */
  private final int[] endlessClasses;

  /** How far before the end of a block matches start of which later ones tell. */
  private final int reach;

  private final int mostLookedBack;

  /** The greatest of the least lengths of gaps after heads. */
  private final int mostHeadGap;

  /** No match that is found in later blocks starts before this position. */
  private long nextStarts;

  /** The same for matches of links behind heads. */
  private long nextBehindHeads;

  /**
   * At the end of the last block: {@link #earliestBehindHead}, and for each set that is watched
   * where the last byte outside ends before that, which may be asked for when the bytes are gone.
   */
  private long toldBehindHeads = NOWHERE;

  private final long[] brokenBehindHeads;

  private long resumedAt;

  /** Where {@link #settle} was called last, and whether nothing was added since. */
  private long settledAt;

  private boolean settled;

  /**
   * No ends.
   *
   * @param reach how far before the end of a block matches start of which later ones tell
   */
  LinkEnds(LinkTable links, int reach) {
    this.links = links;
    this.reach = reach;
    this.mostLookedBack = Math.max(LOOKED_BACK, reach + 1);
    this.ends = new EndLists(links.count());
    this.cursors = new GapCursors(links);
    this.watched = heads().map(links::gapClass).filter(set -> set >= 0).distinct().toArray();
    this.brokenBehindHeads = new long[links.classCount()];
    this.openHeads =
        heads().filter(head -> links.gapMax(head) < 0 && links.gapClass(head) < 0).toArray();
    this.boundedHeads = heads().filter(head -> links.gapMax(head) >= 0).toArray();
    this.endlessClasses =
        heads()
            .filter(head -> links.gapMax(head) < 0)
            .map(links::gapClass)
            .filter(set -> set >= 0)
            .distinct()
            .toArray();
    this.mostHeadGap = heads().map(links::gapMin).max().orElse(0);
    watch(0);
  }

  private IntStream heads() {
    return IntStream.range(0, links.heads().size());
  }

  private void watch(long position) {
    for (int gapClass : watched) {
      cursors.use(gapClass, position, 0);
    }
  }

  void clear() {
    for (int i = 0; i < live.size(); i++) {
      ends.clear(live.getInt(i));
    }
    live.clear();
    cursors.clear();
    watch(0);
    toldBehindHeads = NOWHERE;
    settledAt = 0;
    settled = true;
  }

  boolean isEmpty() {
    return live.isEmpty();
  }

  /** Number of links that have ended. */
  int liveCount() {
    return live.size();
  }

  /** A link that has ended. */
  int live(int index) {
    return live.getInt(index);
  }

  /** Number of a link's ends. */
  int count(int link) {
    return ends.count(link);
  }

  /** One of a link's ends, in order. */
  long end(int link, int index) {
    return ends.get(link, index);
  }

  /**
   * Starts anew with ends that {@link #put} adds.
   *
   * @param position what is put before it was not broken up to there
   */
  void resume(long position) {
    clear();
    cursors.clear();
    watch(position);
    settledAt = position;
    resumedAt = position;
  }

  /** Adds an end behind which no byte before {@link #resume} has broken the gap. */
  void put(int link, long end) {
    if (!isLive(link)) {
      live.add(link);
      use(link, resumedAt, 0);
    } else if (isSettled(link)) {
      ends.setFirst(link, Math.min(ends.get(link, 0), end));
      return;
    }
    ends.add(link, end);
  }

  boolean isLive(int link) {
    return ends.count(link) > 0;
  }

  /**
   * Says where the bytes are.
   *
   * @param bytes an array
   * @param start the stream's position at its index 0, negative if the stream starts later
   * @param from where the block starts, a position
   * @param end where the block ends
   */
  void read(byte[] bytes, long start, long from, long end) {
    cursors.read(bytes, start, from - mostLookedBack);
    nextStarts = end - reach;
    nextBehindHeads = nextStarts + links.maxSpan() - links.headSpan();
  }

  /** Lets go of the bytes of the last block: all that was found so far is settled. */
  void forget() {
    cursors.forget();
  }

  /** No match that is found from now on starts before this position. */
  private long earliestStart(long place) {
    return Math.min(place - links.maxReach(), nextStarts);
  }

  /** The same for matches of links behind heads. */
  private long earliestBehindHead(long place) {
    return Math.min(place - links.headReach(), nextBehindHeads);
  }

  /**
   * Adds an end.
   *
   * @param place where the window was found, a position: no match that is found later starts more
   *     than its link reaches back from there
   */
  void add(int link, long end, long place) {
    settled = false;
    if (!isLive(link)) {
      live.add(link);
      // All ends to come are after the place, so what lies before it is of no interest.
      use(link, place, place);
    } else if (ends.last(link) == end || isSettledBefore(link, end)) {
      return;
    }
    if (ends.isFull(link)) {
      ends.keepFrom(link, earliestStart(place) - links.gapMin(link));
      ends.growIfHalfFull(link);
    }
    ends.add(link, end);
  }

  /** Whether the earliest end is as good as any, since any bytes and any number may follow. */
  private boolean isSettled(int link) {
    return isLive(link) && links.gapMax(link) < 0 && links.gapClass(link) < 0;
  }

  /** Whether ends from a position on would add nothing. */
  boolean isSettledBefore(int link, long position) {
    return isSettled(link) && ends.get(link, 0) <= position;
  }

  /**
   * From where on ends of heads matter to pieces that are found at a place or later.
   *
   * @param place as for {@link #add}
   * @param enough less than this need not be told exactly
   * @return a position; {@link Long#MAX_VALUE} if none matters any more
   */
  long neededFrom(long place, long enough) {
    long earliest = earliestBehindHead(place);
    long leastAsked = earliestStart(place);
    for (int head : openHeads) {
      if (!isSettled(head)) {
        return 0;
      }
    }
    long needed = Long.MAX_VALUE;
    for (int i = 0; i < endlessClasses.length; i++) {
      int gapClass = endlessClasses[i];
      needed = Math.min(needed, brokenBehindHeads(gapClass, earliest, leastAsked));
      if (needed < enough) {
        // The set of bytes that few break is asked about first from now on.
        endlessClasses[i] = endlessClasses[0];
        endlessClasses[0] = gapClass;
        return needed;
      }
    }
    for (int head : boundedHeads) {
      int gapClass = links.gapClass(head);
      long from = gapClass < 0 ? 0 : brokenBehindHeads(gapClass, earliest, leastAsked);
      needed = Math.min(needed, Math.max(from, earliest - links.gapMax(head)));
    }
    return needed;
  }

  private long brokenBehindHeads(int gapClass, long earliest, long leastAsked) {
    return earliest == toldBehindHeads
        ? brokenBehindHeads[gapClass]
        : cursors.brokenBefore(gapClass, earliest, leastAsked);
  }

  /**
   * Up to where only the last end of each head matters to pieces that are found at a place or
   * later.
   *
   * @param place as for {@link #add}
   * @return a position, or a negative number
   */
  long onlyLastUpTo(long place) {
    return earliestBehindHead(place) - mostHeadGap;
  }

  /** Watches the gap behind a link that is live now, and those behind links that may be found. */
  private void use(int link, long position, long broken) {
    if (links.gapClass(link) >= 0) {
      cursors.use(links.gapClass(link), position, broken);
    }
    for (int gapClass : links.setsLookedBack(link)) {
      cursors.use(gapClass, position, broken);
    }
  }

  /**
   * From where on ends of a link matter to pieces that are found at a place or later; of those
   * before {@link #allFrom} only the last one does.
   *
   * @param link one that follows a live one and is looked back for
   * @param place as for {@link #add}
   */
  long lastFrom(int link, long place) {
    long earliest = earliestStart(place);
    int gapClass = links.gapClass(link);
    long from = gapClass < 0 ? 0 : cursors.brokenBefore(gapClass, earliest, earliest);
    return links.gapMax(link) < 0 ? from : Math.max(from, earliest - links.gapMax(link));
  }

  /**
   * Behind where all ends of a link matter to pieces that are found at a place or later.
   *
   * @param place as for {@link #add}
   * @return a position, perhaps a negative number
   */
  long allFrom(int link, long place) {
    return earliestStart(place) - links.gapMin(link);
  }

  /**
   * Whether the gap after a link may end at a position.
   *
   * @param start where the next piece starts
   * @param place as for {@link #add}
   */
  boolean reaches(int link, long start, long place) {
    int at = ends.lastUpTo(link, start - links.gapMin(link));
    if (at < 0) {
      return false;
    }
    long end = ends.get(link, at);
    if (links.gapMax(link) >= 0 && end < start - links.gapMax(link)) {
      return false;
    }
    int gapClass = links.gapClass(link);
    return gapClass < 0 || cursors.brokenBefore(gapClass, start, earliestStart(place)) <= end;
  }

  /**
   * Ends a block.
   *
   * @param position where the block ends
   */
  void endBlock(long position) {
    long earliest = earliestStart(position);
    cursors.advanceAll(earliest);
    long behindHeads = earliestBehindHead(position);
    for (int gapClass : watched) {
      brokenBehindHeads[gapClass] = cursors.brokenBefore(gapClass, behindHeads, earliest);
    }
    toldBehindHeads = behindHeads;
    settled = false;
    if (position - settledAt >= SETTLED_AFTER) {
      settle(position);
    }
  }

  /**
   * Drops what no later piece can go on from, unless nothing was added since.
   *
   * @param position where the last block ended
   */
  void settle(long position) {
    if (settled) {
      return;
    }
    settled = true;
    settledAt = position;
    int kept = 0;
    long earliestOfAll = earliestStart(position);
    long behindHead = earliestBehindHead(position);
    for (int i = 0; i < live.size(); i++) {
      int link = live.getInt(i);
      long earliest = links.isHead(link) ? behindHead : earliestOfAll;
      ends.keepFrom(link, earliest - links.gapMin(link));
      int gapClass = links.gapClass(link);
      if (gapClass >= 0) {
        ends.dropBefore(
            link,
            links.isHead(link)
                ? brokenBehindHeads(gapClass, earliest, earliestOfAll)
                : cursors.brokenAt(gapClass));
      }
      if (links.gapMax(link) >= 0) {
        ends.dropBefore(link, earliest - links.gapMax(link));
      }
      if (links.gapMax(link) < 0 && isLive(link)) {
        // How far back it lies does not matter any more; so equal states are equal when saved.
        ends.setFirst(link, Math.max(ends.get(link, 0), earliest - links.gapMin(link)));
      }
      if (isLive(link)) {
        live.set(kept++, link);
      } else if (gapClass >= 0) {
        cursors.leave(gapClass);
      }
    }
    live.size(kept);
  }

  void save(BinaryWriter out, long position) {
    settle(position);
    out.writeInt(live.size());
    int[] sorted = live.toIntArray();
    Arrays.sort(sorted);
    int previous = 0;
    for (int link : sorted) {
      out.writeInt(link - previous);
      previous = link;
      out.writeInt(ends.count(link) - 1);
      long later = position;
      for (int i = ends.count(link) - 1; i >= 0; i--) {
        out.writeLong(later - ends.get(link, i));
        later = ends.get(link, i);
      }
    }
  }

  void restore(BinaryReader in, long position) {
    resume(Math.max(0, position - reach));
    int count = in.readCount("pieces that have matched");
    int link = 0;
    for (int i = 0; i < count; i++) {
      link += in.readInt(links.count() - link, "a piece");
      if (links.isLast(link) || isLive(link)) {
        throw in.damaged("piece " + link + " cannot be waiting");
      }
      int more = in.readCount("ends");
      long end = position;
      long[] restored = new long[more + 1];
      for (int e = more; e >= 0; e--) {
        long distance = in.readLong();
        if (distance > end) {
          throw in.damaged("a match that ends before the stream starts");
        }
        end -= distance;
        restored[e] = end;
      }
      for (long restoredEnd : restored) {
        put(link, restoredEnd);
      }
    }
  }
}
