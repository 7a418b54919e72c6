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

  private final LinkTable links;
  private final int maxReach;
  private final long[][] ends;
  private final int[] counts;
  private final IntArrayList live = new IntArrayList();

  private final GapCursors cursors;

  /**
   * The sets of gaps behind heads; their ends may be told late, so these sets are watched always.
   */
  private final int[] watched;

  /** How far before a block the next one looks for windows again. */
  private final int overlap;

  private final int mostLookedBack;

  /** Windows of later blocks are not before this position. */
  private long nextPlaces;

  private long resumedAt;

  /** Where {@link #settle} was called last, and whether nothing was added since. */
  private long settledAt;

  private boolean settled;

  LinkEnds(LinkTable links, int overlap) {
    this.links = links;
    this.overlap = overlap;
    this.maxReach = links.maxReach();
    this.mostLookedBack = Math.max(LOOKED_BACK, overlap + maxReach + 1);
    this.ends = new long[links.count()][];
    this.counts = new int[links.count()];
    this.cursors = new GapCursors(links);
    this.watched =
        IntStream.range(0, links.heads().size())
            .map(links::gapClass)
            .filter(gapClass -> gapClass >= 0)
            .distinct()
            .toArray();
    watch(0);
  }

  private void watch(long position) {
    for (int gapClass : watched) {
      cursors.use(gapClass, position, 0);
    }
  }

  void clear() {
    for (int i = 0; i < live.size(); i++) {
      counts[live.getInt(i)] = 0;
    }
    live.clear();
    cursors.clear();
    watch(0);
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
    return counts[link];
  }

  /** One of a link's ends, in order. */
  long end(int link, int index) {
    return ends[link][index];
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
    int n = counts[link];
    if (n == 0) {
      live.add(link);
      int gapClass = links.gapClass(link);
      if (gapClass >= 0) {
        cursors.use(gapClass, resumedAt, 0);
      }
      if (ends[link] == null) {
        ends[link] = new long[4];
      }
    } else if (isSettled(link)) {
      ends[link][0] = Math.min(ends[link][0], end);
      return;
    } else if (n == ends[link].length) {
      ends[link] = Arrays.copyOf(ends[link], 2 * n);
    }
    insert(link, end);
  }

  private void insert(int link, long end) {
    int n = counts[link];
    long[] sorted = ends[link];
    int at = n;
    while (at > 0 && sorted[at - 1] > end) {
      at--;
    }
    if (at > 0 && sorted[at - 1] == end) {
      return;
    }
    System.arraycopy(sorted, at, sorted, at + 1, n - at);
    sorted[at] = end;
    counts[link] = n + 1;
  }

  boolean isLive(int link) {
    return counts[link] > 0;
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
    nextPlaces = end - overlap;
  }

  /** No match that is found from now on starts before this position. */
  private long earliestStart(long place) {
    return Math.min(place, nextPlaces) - maxReach;
  }

  /**
   * Adds an end.
   *
   * @param place where the window was found, a position: no match that is found later starts more
   *     than its link reaches back from there
   */
  void add(int link, long end, long place) {
    settled = false;
    int n = counts[link];
    if (n == 0) {
      live.add(link);
      use(links.gapClass(link), place);
      if (ends[link] == null) {
        ends[link] = new long[4];
      }
    } else if (ends[link][n - 1] == end || isSettledBefore(link, end)) {
      return;
    }
    if (n == ends[link].length) {
      n = prune(link, earliestStart(place) - links.gapMin(link));
      if (n > ends[link].length / 2) {
        ends[link] = Arrays.copyOf(ends[link], 2 * ends[link].length);
      }
    }
    insert(link, end);
  }

  /** Whether the earliest end is as good as any, since any bytes and any number may follow. */
  private boolean isSettled(int link) {
    return counts[link] > 0 && links.gapMax(link) < 0 && links.gapClass(link) < 0;
  }

  /** Whether ends from a position on would add nothing. */
  boolean isSettledBefore(int link, long position) {
    return isSettled(link) && ends[link][0] <= position;
  }

  /**
   * From where on ends of heads matter to pieces that are found at a place or later.
   *
   * @param place as for {@link #add}
   * @return a position; {@link Long#MAX_VALUE} if none matters any more
   */
  long neededFrom(long place) {
    long earliest = earliestStart(place);
    long needed = Long.MAX_VALUE;
    for (int head = 0; head < links.heads().size() && needed > 0; head++) {
      if (!isSettled(head)) {
        int gapClass = links.gapClass(head);
        long from = gapClass < 0 ? 0 : cursors.brokenBefore(gapClass, earliest, earliest);
        if (links.gapMax(head) >= 0) {
          from = Math.max(from, earliest - links.gapMax(head));
        }
        needed = Math.min(needed, from);
      }
    }
    return needed;
  }

  /** All ends to come are after the place, so what lies before it is of no interest. */
  private void use(int gapClass, long place) {
    if (gapClass >= 0) {
      cursors.use(gapClass, place, place);
    }
  }

  /** Drops all ends before the last one that is not after a position. */
  private int prune(int link, long position) {
    long[] sorted = ends[link];
    int from = 0;
    while (from + 1 < counts[link] && sorted[from + 1] <= position) {
      from++;
    }
    counts[link] -= from;
    System.arraycopy(sorted, from, sorted, 0, counts[link]);
    return counts[link];
  }

  /**
   * Whether the gap after a link may end at a position.
   *
   * @param start where the next piece starts
   * @param place as for {@link #add}
   */
  boolean reaches(int link, long start, long place) {
    long[] sorted = ends[link];
    int at = lastUpTo(sorted, counts[link], start - links.gapMin(link));
    if (at < 0 || links.gapMax(link) >= 0 && sorted[at] < start - links.gapMax(link)) {
      return false;
    }
    int gapClass = links.gapClass(link);
    return gapClass < 0
        || cursors.brokenBefore(gapClass, start, earliestStart(place)) <= sorted[at];
  }

  /** The index of the last number that is not greater than a limit, or -1. */
  private static int lastUpTo(long[] sorted, int count, long limit) {
    int low = -1;
    int high = count;
    int at = count - 1; // Mostly it is the last one.
    while (high - low > 1) {
      if (sorted[at] > limit) {
        high = at;
      } else {
        low = at;
      }
      at = low + high >>> 1;
    }
    return low;
  }

  /**
   * Ends a block.
   *
   * @param position where the block ends
   */
  void endBlock(long position) {
    cursors.advanceAll(earliestStart(position));
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
    long earliest = earliestStart(position);
    for (int i = 0; i < live.size(); i++) {
      int link = live.getInt(i);
      prune(link, earliest - links.gapMin(link));
      int gapClass = links.gapClass(link);
      if (gapClass >= 0) {
        dropBefore(link, cursors.brokenAt(gapClass));
      }
      if (links.gapMax(link) >= 0) {
        dropBefore(link, earliest - links.gapMax(link));
      }
      if (links.gapMax(link) < 0 && counts[link] > 0) {
        // How far back it lies does not matter any more; so equal states are equal when saved.
        ends[link][0] = Math.max(ends[link][0], earliest - links.gapMin(link));
      }
      if (counts[link] > 0) {
        live.set(kept++, link);
      } else if (gapClass >= 0) {
        cursors.leave(gapClass);
      }
    }
    live.size(kept);
  }

  private void dropBefore(int link, long position) {
    long[] sorted = ends[link];
    int from = 0;
    while (from < counts[link] && sorted[from] < position) {
      from++;
    }
    counts[link] -= from;
    System.arraycopy(sorted, from, sorted, 0, counts[link]);
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
      out.writeInt(counts[link] - 1);
      long later = position;
      for (int i = counts[link] - 1; i >= 0; i--) {
        out.writeLong(later - ends[link][i]);
        later = ends[link][i];
      }
    }
  }

  void restore(BinaryReader in, long position) {
    resume(Math.max(0, position - overlap - maxReach));
    int count = in.readCount("pieces that have matched");
    int link = 0;
    for (int i = 0; i < count; i++) {
      link += in.readInt(links.count() - link, "a piece");
      if (links.isLast(link) || counts[link] > 0) {
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
