package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds strings of sets that stand for too many words to be listed: bytes become classes, and an
 * index over a few classes in a row tells which factors may have that window there.
 *
 * <p>What the index gives is checked in a second loop, without branches, by the sets of a factor
 * that say most; what is left, set by set. Immutable.
 *
 * <pre>
 *   grams     number of a row of classes -> first entry; the next number's is the end
 *   entries   factors
 *   probes    per factor 8 offsets from its start, and for each the classes of the set there
 * </pre>
 */
final class ClassPass implements SearchPass {

  /** The most entries of the index. */
  private static final int MOST_ENTRIES = 1 << 23;

  private static final int MOST_GRAMS = 1 << 20;
  private static final int PROBES = 8;

  private final int width;
  private final byte[] classOf;
  private final int classCount;
  private final int highest;
  private final int[] grams;
  private final int[] entries;
  private final int[] factor;
  private final int[] offset;
  private final int[] length;
  private final int[] probeOffsets;
  private final long[] probeClasses;

  private ClassPass(List<Factor> factors, List<FilterPasses.Place> places, ByteModel model) {
    SymbolClasses classes = classes(factors, places);
    this.classOf = classes.toByteArray();
    this.classCount = classes.count();
    this.width = width(classCount);
    int gramCount = (int) Math.pow(classCount, width);
    this.highest = gramCount / classCount;
    this.factor = places.stream().mapToInt(FilterPasses.Place::factor).toArray();
    this.offset = places.stream().mapToInt(FilterPasses.Place::offset).toArray();
    this.length = new int[factor.length];
    this.probeOffsets = new int[PROBES * factor.length];
    this.probeClasses = new long[PROBES * factor.length];
    int[] counts = new int[gramCount + 1];
    List<int[]> all = new ArrayList<>();
    for (int i = 0; i < factor.length; i++) {
      List<SymbolSet> string = factors.get(factor[i]).string();
      length[i] = string.size();
      int[] own = grams(string, offset[i], width, classes);
      for (int gram : own) {
        counts[gram + 1]++;
      }
      all.add(own);
      setProbes(i, string, classes, model);
    }
    for (int g = 0; g < gramCount; g++) {
      counts[g + 1] += counts[g];
    }
    this.grams = counts;
    this.entries = new int[counts[gramCount]];
    int[] at = Arrays.copyOf(counts, gramCount);
    for (int i = 0; i < factor.length; i++) {
      for (int gram : all.get(i)) {
        entries[at[gram]++] = i;
      }
    }
  }

  /**
   * The pass for some factors.
   *
   * @throws IllegalArgumentException if the index would be too large
   */
  static ClassPass of(List<Factor> factors, List<FilterPasses.Place> places, ByteModel model) {
    return new ClassPass(factors, places, model);
  }

  /** The number of sets of a window, or 0 if there are too many classes. */
  static int width(int classes) {
    for (int width = 4; width >= 2; width--) {
      if (Math.pow(classes, width) <= MOST_GRAMS && classes <= Long.SIZE) {
        return width;
      }
    }
    return 0;
  }

  private static SymbolClasses classes(List<Factor> factors, List<FilterPasses.Place> places) {
    Set<SymbolSet> sets = new HashSet<>();
    places.forEach(place -> sets.addAll(factors.get(place.factor()).string()));
    return SymbolClasses.of(sets);
  }

  private static int[] grams(
      List<SymbolSet> string, int offset, int width, SymbolClasses classes) {
    int[] grams = {0};
    for (int i = offset; i < offset + width; i++) {
      int[] members = members(string.get(i), classes);
      int[] longer = new int[Math.multiplyExact(grams.length, members.length)];
      int n = 0;
      for (int gram : grams) {
        for (int member : members) {
          longer[n++] = gram * classes.count() + member;
        }
      }
      grams = longer;
      if (grams.length > MOST_ENTRIES) {
        throw new IllegalArgumentException("an index of more than " + MOST_ENTRIES + " entries");
      }
    }
    return grams;
  }

  private static int[] members(SymbolSet set, SymbolClasses classes) {
    int[] members = new int[classes.count()];
    int n = 0;
    for (int c = 0; c < members.length; c++) {
      if (set.contains(classes.representative(c))) {
        members[n++] = c;
      }
    }
    return Arrays.copyOf(members, n);
  }

  /** The sets outside the window that are rarest. */
  private void setProbes(int i, List<SymbolSet> string, SymbolClasses classes, ByteModel model) {
    List<Integer> best = new ArrayList<>();
    for (int s = 0; s < string.size(); s++) {
      if (s < offset[i] || s >= offset[i] + width) {
        best.add(s);
      }
    }
    best.sort(Comparator.comparingDouble(s -> model.probability(string, s, s + 1)));
    for (int p = 0; p < PROBES; p++) {
      int set = p < best.size() ? best.get(p) : offset[i];
      probeOffsets[PROBES * i + p] = set;
      for (int member : members(string.get(set), classes)) {
        probeClasses[PROBES * i + p] |= 1L << member;
      }
    }
  }

  @Override
  public int rowCount() {
    return factor.length;
  }

  @Override
  public int entryCount() {
    return factor.length;
  }

  @Override
  public int rowStart(int row) {
    return row;
  }

  @Override
  public int factor(int entry) {
    return factor[entry];
  }

  @Override
  public int offset(int entry) {
    return offset[entry];
  }

  /** Places are looked at in stretches, so that what they give stays in the first-level cache. */
  private static final int STRETCH = 512;

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    byte[] classes = found.classes(to - lowest);
    for (int i = lowest; i < to; i++) {
      classes[i - lowest] = classOf[input[i] & 0xff];
    }
    for (int start = from; start <= to - width; start += STRETCH) {
      int end = Math.min(start + STRETCH, to - width + 1);
      int count = candidates(classes, start - lowest, end - lowest, to - lowest, found);
      count = probe(classes, found, count, 0);
      count = probe(classes, found, count, PROBES / 2);
      int[] starts = found.places(count);
      int[] which = found.others(count);
      for (int i = 0; i < count; i++) {
        if (found.factors().matches(factor[which[i]], input, starts[i] + lowest)) {
          found.countRow(which[i]);
          found.add(starts[i] + lowest + offset[which[i]], which[i]);
        }
      }
    }
  }

  /** What the index gives for the windows that begin in a stretch; indices count from lowest. */
  private int candidates(byte[] classes, int from, int to, int end, Found found) {
    int gram = 0;
    for (int i = 0; i < width - 1; i++) {
      gram = gram * classCount + classes[from + i];
    }
    int[] starts = found.places(4 * STRETCH);
    int[] which = found.others(4 * STRETCH);
    int n = 0;
    for (int p = from; p < to; p++) {
      gram = gram * classCount + classes[p + width - 1];
      int last = grams[gram + 1];
      if (n + last - grams[gram] > starts.length) {
        starts = found.places(2 * (n + last - grams[gram]));
        which = found.others(starts.length);
      }
      for (int e = grams[gram]; e < last; e++) {
        int i = entries[e];
        int start = p - offset[i];
        starts[n] = start;
        which[n] = i;
        n += start >= 0 && start + length[i] <= end ? 1 : 0;
      }
      gram -= classes[p] * highest;
    }
    return n;
  }

  /** Keeps what passes half of the probes. */
  private int probe(byte[] classes, Found found, int count, int first) {
    int[] starts = found.places(count);
    int[] which = found.others(count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int start = starts[i];
      int probe = PROBES * which[i] + first;
      long pass =
          probeClasses[probe] >>> classes[start + probeOffsets[probe]]
              & probeClasses[probe + 1] >>> classes[start + probeOffsets[probe + 1]]
              & probeClasses[probe + 2] >>> classes[start + probeOffsets[probe + 2]]
              & probeClasses[probe + 3] >>> classes[start + probeOffsets[probe + 3]];
      starts[kept] = start;
      which[kept] = which[i];
      kept += (int) pass & 1;
    }
    return kept;
  }
}
