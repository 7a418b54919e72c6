package io.fsmrun.cpu.token;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the chains of a program have their bits.
 *
 * <p>A chain's core is what is left without the free tokens at both ends, those that any token will
 * do for. A free token before the core only asks that there was one, which is a question of how far
 * the stream is; a free token after it only delays the report. Cores that several chains share are
 * there once. A core's tokens are neighbouring bits of one word, so that a step is
 *
 * <pre>
 *   next   = (active &lt;&lt; 1 | start) &amp; row(token's class, delimiters before it)
 *   found  = next &amp; finals
 *   active = next - found
 *
 *   word   63                                 0
 *          | free |  core  |  core  |  core   |
 *                   ^ last bit of a core: due words, some tokens later
 * </pre>
 *
 * <p>A core of one token has no bits: what it makes due follows from the token alone.
 *
 * <p>What is due after a token is a bit set too: first the rules that are reported at the token's
 * first delimiter and only there, by index, then the rest ("late"). Due sets of the next tokens lie
 * one after the other. Immutable, shared by threads.
 */
final class ChainLayout {

  /** Longer delays stay in the core, and so do free tokens before it that are more than this. */
  static final int MAX_FREE = 15;

  private static final int LANES = 8;

  /** Number of words of active bits, a multiple of the lanes of a vector. */
  final int words;

  /** The bits of the last tokens of cores. */
  final long[] finals;

  /** Start bits by number of tokens before, the last one for all larger numbers. */
  final long[][] starts;

  /** The same for streams that begin with a token. */
  final long[][] startsAfterBareToken;

  /** Number of words that are due after one token, and how many of them are plain. */
  final int dueWords;

  final int plainWords;

  private final int plainCount;

  /** Number of tokens that a report may wait. */
  final int maxDelay;

  /** Rules of due bits; of late ones also which delimiter they wait for. */
  final int[] ruleOfDue;

  final int[] lateRun;
  final boolean[] lateRepeats;

  /** One more than the largest number of delimiters that any chain counts to. */
  final int runKinds;

  /** By bit: where its reports are in {@link #targets}. */
  final int[] targetStart;

  /** Due bits, counted from the due set of the token that completes the core. */
  final int[] targets;

  /** All cores, with what they make due. */
  final List<PlacedCore> placedCores;

  /** By predicate: where it stands, as bit, least and most delimiters before. */
  private final int[][] places;

  /** By predicate: what it makes due by itself. */
  private final List<List<Single>> singles;

  /**
   * A core.
   *
   * @param elements its tokens
   * @param lead free tokens before it
   * @param bare whether the first of all may be what the stream begins with
   * @param bit that of its first token; void if it has one only
   * @param due as {@link ChainLayout#targets}
   */
  record PlacedCore(
      List<TokenElement> elements, int lead, boolean bare, int bit, List<Integer> due) {}

  private ChainLayout(List<Core> allCores, DueIndex due) {
    List<Core> cores = allCores.stream().filter(core -> core.size() > 1).toList();
    words = pack(cores);
    finals = new long[words];
    plainWords = due.plainWords();
    plainCount = due.plainCount();
    dueWords = due.words();
    maxDelay =
        allCores.stream().flatMap(core -> core.due.stream()).mapToInt(due::delay).max().orElse(0);
    ruleOfDue = due.rules();
    lateRun = due.lates().stream().mapToInt(DueIndex.Late::run).toArray();
    lateRepeats = new boolean[lateRun.length];
    for (int i = 0; i < lateRun.length; i++) {
      lateRepeats[i] = due.lates().get(i).repeats();
    }
    int maxLead = allCores.stream().mapToInt(Core::lead).max().orElse(0);
    starts = starts(cores, maxLead, words, false);
    startsAfterBareToken = starts(cores, maxLead, words, true);
    runKinds = runKinds(allCores, due);
    targetStart = new int[words * Long.SIZE + 1];
    targets = new int[cores.stream().mapToInt(core -> core.due.size()).sum()];
    placeTargets(cores);
    places = places(cores);
    singles = singles(allCores);
    placedCores = new ArrayList<>();
    for (Core core : allCores) {
      CoreKey key = core.key;
      placedCores.add(
          new PlacedCore(key.elements(), key.lead(), key.bare(), core.bit, List.copyOf(core.due)));
    }
  }

  static ChainLayout of(TokenProgram program) {
    Map<CoreKey, Core> cores = new LinkedHashMap<>();
    DueIndex due = new DueIndex(program.chains());
    for (TokenChain chain : program.chains()) {
      List<TokenElement> elements = chain.elements();
      int from = 0;
      while (from < Math.min(MAX_FREE, elements.size() - 1) && elements.get(from).isFree()) {
        from++;
      }
      int to = elements.size();
      while (to > from + 1 && elements.size() - to < MAX_FREE && elements.get(to - 1).isFree()) {
        to--;
      }
      boolean bare = elements.getFirst().minRun() == 0;
      CoreKey key = new CoreKey(elements.subList(from, to), from, bare);
      cores.computeIfAbsent(key, Core::new).due.add(due.target(chain, elements.size() - to));
    }
    return new ChainLayout(new ArrayList<>(cores.values()), due);
  }

  private record CoreKey(List<TokenElement> elements, int lead, boolean bare) {}

  /** A core, and what it makes due, counted as in {@link #targets}. */
  private static final class Core {
    final CoreKey key;
    final List<Integer> due = new ArrayList<>();
    int bit;

    Core(CoreKey key) {
      this.key = key;
    }

    int size() {
      return key.elements().size();
    }

    int lead() {
      return key.lead();
    }
  }

  /** A core of one token: what it asks for, and the due bits, counted as in {@link #targets}. */
  private record Single(TokenElement element, int lead, boolean bare, List<Integer> due) {}

  /**
   * Gives each core its bits; none crosses words. Cores that end with the same predicate are
   * neighbours, so that what a token completes is in few words.
   */
  private static int pack(List<Core> cores) {
    List<Core> ordered = new ArrayList<>(cores);
    ordered.sort(
        Comparator.comparingInt((Core core) -> core.key.elements().getLast().predicate())
            .thenComparingInt(core -> core.key.elements().getFirst().predicate()));
    int at = 0;
    for (Core core : ordered) {
      if (core.size() > Long.SIZE - at % Long.SIZE) {
        at = (at + Long.SIZE - 1) / Long.SIZE * Long.SIZE;
      }
      core.bit = at;
      at += core.size();
    }
    int words = (at + Long.SIZE - 1) / Long.SIZE;
    return Math.max(LANES, (words + LANES - 1) / LANES * LANES);
  }

  private static void set(long[] bits, int bit) {
    bits[bit >> 6] |= 1L << bit;
  }

  private static long[][] starts(List<Core> cores, int maxLead, int words, boolean bareToken) {
    long[][] starts = new long[maxLead + 2][words];
    for (int before = 0; before < starts.length; before++) {
      for (Core core : cores) {
        if (hasLead(core.lead(), core.key.bare(), before, bareToken)) {
          set(starts[before], core.bit);
        }
      }
    }
    return starts;
  }

  private static int runKinds(List<Core> cores, DueIndex due) {
    int most = 1;
    for (Core core : cores) {
      for (TokenElement element : core.key.elements()) {
        most = Math.max(most, element.minRun());
        most =
            Math.max(most, element.maxRun() == TokenElement.UNBOUNDED ? 0 : element.maxRun() + 1);
      }
    }
    for (DueIndex.Late late : due.lates()) {
      most = Math.max(most, late.run() + 1);
    }
    return most + 1;
  }

  /** Whether there is something to report for a bit of the due sets. */
  boolean isDueBit(int bit) {
    int inSet = bit % (dueWords * Long.SIZE);
    int lateBit = inSet - plainWords * Long.SIZE;
    return lateBit < 0 ? inSet < plainCount : lateBit < lateRun.length;
  }

  private void placeTargets(List<Core> cores) {
    Core[] byLastBit = new Core[words * Long.SIZE];
    for (Core core : cores) {
      int last = core.bit + core.size() - 1;
      byLastBit[last] = core;
      set(finals, last);
    }
    int at = 0;
    for (int bit = 0; bit < byLastBit.length; bit++) {
      if (byLastBit[bit] != null) {
        for (int target : byLastBit[bit].due) {
          targets[at++] = target;
        }
      }
      targetStart[bit + 1] = at;
    }
  }

  private static List<List<Single>> singles(List<Core> cores) {
    List<List<Single>> rows = new ArrayList<>();
    for (Core core : cores) {
      if (core.size() == 1) {
        TokenElement element = core.key.elements().getFirst();
        while (rows.size() <= element.predicate()) {
          rows.add(new ArrayList<>());
        }
        rows.get(element.predicate())
            .add(new Single(element, core.lead(), core.key.bare(), core.due));
      }
    }
    return rows;
  }

  /**
   * Adds what a token makes due by itself.
   *
   * @param predicates those that take it, without {@link TokenElement#ANY}
   * @param run delimiters before it, below {@link #runKinds}
   * @param before number of tokens before it, as far as they can matter
   * @param bareToken whether the stream began with a token
   * @param out due sets
   * @param at index of the token's own
   */
  void addSingles(int[] predicates, int run, int before, boolean bareToken, long[] out, int at) {
    addSingles(TokenElement.ANY, run, before, bareToken, out, at);
    for (int predicate : predicates) {
      addSingles(predicate, run, before, bareToken, out, at);
    }
  }

  private void addSingles(
      int predicate, int run, int before, boolean bareToken, long[] out, int at) {
    if (predicate >= singles.size()) {
      return;
    }
    for (Single single : singles.get(predicate)) {
      if (single.element().allowsRun(run)
          && hasLead(single.lead(), single.bare(), before, bareToken)) {
        for (int bit : single.due()) {
          out[at + (bit >> 6)] |= 1L << bit;
        }
      }
    }
  }

  /** Whether the free tokens that a core asks for were there. */
  static boolean hasLead(int lead, boolean bare, int before, boolean bareToken) {
    return lead == 0 || before - (bareToken && !bare ? 1 : 0) >= lead;
  }

  private static int[][] places(List<Core> cores) {
    List<IntArrayList> rows = new ArrayList<>();
    for (Core core : cores) {
      for (int i = 0; i < core.size(); i++) {
        TokenElement element = core.key.elements().get(i);
        while (rows.size() <= element.predicate()) {
          rows.add(new IntArrayList());
        }
        IntArrayList row = rows.get(element.predicate());
        row.add(core.bit + i);
        row.add(element.minRun());
        row.add(element.maxRun());
      }
    }
    return rows.stream().map(IntArrayList::toIntArray).toArray(int[][]::new);
  }

  /** Adds the bits of a predicate that may come after a number of delimiters. */
  private void addPlaces(int predicate, int run, long[] out, int at) {
    if (predicate < places.length) {
      int[] row = places[predicate];
      for (int i = 0; i < row.length; i += 3) {
        if (row[i + 1] <= run && run <= row[i + 2]) {
          out[at + (row[i] >> 6)] |= 1L << row[i];
        }
      }
    }
  }

  /**
   * The bits that a token lets live. O(words + places of its predicates).
   *
   * @param predicates those that take it, without {@link TokenElement#ANY}
   * @param run number of delimiters before it, below {@link #runKinds}
   * @param out takes {@link #words} words
   * @param at index of the first
   */
  void row(int[] predicates, int run, long[] out, int at) {
    Arrays.fill(out, at, at + words, 0);
    addPlaces(TokenElement.ANY, run, out, at);
    for (int predicate : predicates) {
      addPlaces(predicate, run, out, at);
    }
  }
}
