package io.fsmrun.ap.transform;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.Arrays;

/**
 * The coarsest partition of elements into blocks such that all elements of a block have equal
 * labels and see the same set of (block, port).
 *
 * <p>Starts with the blocks of equal labels and splits blocks by what their elements see, until
 * nothing is split. Of the parts of a block the largest keeps its number, so that an element is
 * renumbered at most log2(elements) times, and only what sees a renumbered element is looked at
 * again. Takes O(edges log(elements) d) at worst, where d is the most edges that one element sees;
 * the usual cost is a small multiple of the edges.
 */
final class Refinement {

  private static final int PORT_BITS = 7;

  private final Adjacency seen;
  private final Adjacency seenBy;
  private final int[] blockOf;

  /** Elements block by block: block b has those from first[b], size[b] of them. */
  private final int[] members;

  private final int[] place;
  private final int[] first;
  private final int[] size;
  private int blocks;

  private IntArrayList dirty = new IntArrayList();
  private IntArrayList dirtyNext = new IntArrayList();
  private final boolean[] isDirtyNext;

  /** First group of a block in the round at hand; -1 if it has none. */
  private final int[] firstGroup;

  private Refinement(int[] labels, Adjacency seen, Adjacency seenBy) {
    this.seen = seen;
    this.seenBy = seenBy;
    int count = labels.length;
    blockOf = labels.clone();
    members = new int[count];
    place = new int[count];
    first = new int[count + 1];
    size = new int[count + 1];
    isDirtyNext = new boolean[count];
    firstGroup = new int[count];
    Arrays.fill(firstGroup, -1);
    for (int label : labels) {
      size[label]++;
      blocks = Math.max(blocks, label + 1);
    }
    for (int block = 1; block < blocks; block++) {
      first[block] = first[block - 1] + size[block - 1];
    }
    int[] next = first.clone();
    for (int element = 0; element < count; element++) {
      put(element, next[labels[element]]++);
      dirty.add(element);
    }
  }

  /**
   * The coarsest such partition.
   *
   * @param labels a label for each element, from 0 without gaps
   * @param seen the edges to what an element sees
   * @param seenBy the same edges from the other end
   * @return the block of each element, from 0 without gaps
   */
  static int[] coarsest(int[] labels, Adjacency seen, Adjacency seenBy) {
    Refinement refinement = new Refinement(labels, seen, seenBy);
    while (!refinement.dirty.isEmpty()) {
      refinement.round();
    }
    return refinement.blockOf;
  }

  private void put(int element, int at) {
    members[at] = element;
    place[element] = at;
  }

  /** Groups the dirty elements of each block by what they see, then makes blocks of the groups. */
  private void round() {
    Object2IntOpenCustomHashMap<long[]> groups =
        new Object2IntOpenCustomHashMap<>(LongArrays.HASH_STRATEGY);
    int[] groupOf = new int[dirty.size()];
    IntArrayList groupSize = new IntArrayList();
    int kept = 0;
    for (int i = 0; i < dirty.size(); i++) {
      int element = dirty.getInt(i);
      if (size[blockOf[element]] == 1) {
        continue;
      }
      int fresh = groups.size();
      int known = groups.putIfAbsent(view(element), fresh);
      int group = groups.size() > fresh ? fresh : known;
      if (group == fresh) {
        groupSize.add(0);
      }
      groupSize.set(group, groupSize.getInt(group) + 1);
      dirty.set(kept, element);
      groupOf[kept++] = group;
    }
    dirty.size(kept);
    split(sortedByGroup(groupOf, groupSize), groupSize);
    IntArrayList spare = dirty;
    dirty = dirtyNext;
    dirtyNext = spare;
    dirtyNext.clear();
    for (int i = 0; i < dirty.size(); i++) {
      isDirtyNext[dirty.getInt(i)] = false;
    }
  }

  /** An element's block, then what it sees, ascending, each once. */
  private long[] view(int element) {
    int from = seen.first(element);
    int count = seen.end(element) - from;
    long[] view = new long[count];
    for (int i = 0; i < count; i++) {
      view[i] = (long) blockOf[seen.other(from + i)] << PORT_BITS | seen.port(from + i);
    }
    Arrays.sort(view);
    long[] distinct = new long[count + 1];
    distinct[0] = blockOf[element];
    int filled = 1;
    for (int i = 0; i < count; i++) {
      if (i == 0 || view[i] != view[i - 1]) {
        distinct[filled++] = view[i];
      }
    }
    return filled == distinct.length ? distinct : Arrays.copyOf(distinct, filled);
  }

  private int[] sortedByGroup(int[] groupOf, IntArrayList groupSize) {
    int[] next = new int[groupSize.size() + 1];
    for (int group = 0; group < groupSize.size(); group++) {
      next[group + 1] = next[group] + groupSize.getInt(group);
    }
    int[] sorted = new int[dirty.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[next[groupOf[i]]++] = dirty.getInt(i);
    }
    return sorted;
  }

  private void split(int[] sorted, IntArrayList groupSize) {
    int groups = groupSize.size();
    int[] groupStart = new int[groups + 1];
    int[] nextGroup = new int[groups];
    IntArrayList touched = new IntArrayList();
    for (int group = 0; group < groups; group++) {
      groupStart[group + 1] = groupStart[group] + groupSize.getInt(group);
      int block = blockOf[sorted[groupStart[group]]];
      if (firstGroup[block] < 0) {
        touched.add(block);
      }
      nextGroup[group] = firstGroup[block];
      firstGroup[block] = group;
    }
    for (int i = 0; i < touched.size(); i++) {
      int block = touched.getInt(i);
      splitBlock(block, sorted, groupStart, nextGroup);
      firstGroup[block] = -1;
    }
  }

  /** Moves each group to the end of the block; the largest part keeps the number of the block. */
  private void splitBlock(int block, int[] sorted, int[] groupStart, int[] nextGroup) {
    int end = first[block] + size[block];
    IntArrayList partEnds = new IntArrayList();
    int largestEnd = end;
    int largest = 0;
    for (int group = firstGroup[block]; group >= 0; group = nextGroup[group]) {
      int count = groupStart[group + 1] - groupStart[group];
      partEnds.add(end);
      if (count > largest) {
        largest = count;
        largestEnd = end;
      }
      for (int i = groupStart[group]; i < groupStart[group + 1]; i++) {
        end--;
        int displaced = members[end];
        put(displaced, place[sorted[i]]);
        put(sorted[i], end);
      }
    }
    if (end > first[block]) {
      partEnds.add(end);
      if (end - first[block] >= largest) {
        largestEnd = end;
      }
    }
    partEnds.add(first[block]);
    renumber(block, partEnds, largestEnd);
  }

  /** Parts lie between successive ends, descending; the last end is the start of the block. */
  private void renumber(int block, IntArrayList partEnds, int largestEnd) {
    for (int part = 0; part + 1 < partEnds.size(); part++) {
      int from = partEnds.getInt(part + 1);
      int to = partEnds.getInt(part);
      int number = to == largestEnd ? block : blocks++;
      first[number] = from;
      size[number] = to - from;
      for (int at = from; number != block && at < to; at++) {
        int element = members[at];
        blockOf[element] = number;
        markWhatSees(element);
      }
    }
  }

  private void markWhatSees(int element) {
    for (int edge = seenBy.first(element); edge < seenBy.end(element); edge++) {
      int observer = seenBy.other(edge);
      if (!isDirtyNext[observer]) {
        isDirtyNext[observer] = true;
        dirtyNext.add(observer);
      }
    }
  }
}
