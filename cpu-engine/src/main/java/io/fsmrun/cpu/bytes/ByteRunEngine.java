package io.fsmrun.cpu.bytes;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rules that match so many bytes of a set in a row, as {@code [0-9a-z]{200,}}: an automaton has a
 * state for each number of them, and sets of states multiply where several such rules run together.
 * Here a stream's state is one number a set: how many bytes of it came last.
 *
 * <p>O(sets * bytes / 64 + rules * log(length) * bytes / 64 + reports), whatever the input.
 * Immutable, shared by threads.
 */
public final class ByteRunEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "byte-runs";

  private final List<RuleRun> runs;
  private final List<RunSet> sets = new ArrayList<>();

  /** The rules, ascending, and for each its runs. */
  private final int[] rules;

  private final Part[][] parts;

  /** A run of a rule, by number of its set. */
  private record Part(int set, int least) {}

  private ByteRunEngine(List<RuleRun> runs) {
    this.runs =
        runs.stream()
            .sorted(Comparator.comparingInt(RuleRun::rule).thenComparingInt(RuleRun::least))
            .toList();
    Map<SymbolSet, List<RuleRun>> bySet =
        this.runs.stream().collect(groupingBy(RuleRun::set, LinkedHashMap::new, toList()));
    Map<SymbolSet, Integer> numbers = new HashMap<>();
    bySet.forEach(
        (set, ofSet) -> {
          IntSummaryStatistics leasts = ofSet.stream().mapToInt(RuleRun::least).summaryStatistics();
          numbers.put(set, sets.size());
          sets.add(new RunSet(set, leasts.getMin(), leasts.getMax()));
        });
    Map<Integer, List<RuleRun>> byRule =
        this.runs.stream().collect(groupingBy(RuleRun::rule, TreeMap::new, toList()));
    this.rules = byRule.keySet().stream().mapToInt(Integer::intValue).toArray();
    this.parts =
        byRule.values().stream()
            .map(
                ofRule ->
                    ofRule.stream()
                        .map(run -> new Part(numbers.get(run.set()), run.least()))
                        .toArray(Part[]::new))
            .toArray(Part[][]::new);
  }

  /**
   * An engine for some rules.
   *
   * @param runs the runs of the rules, in any order
   * @return the engine
   */
  public static ByteRunEngine of(List<RuleRun> runs) {
    return new ByteRunEngine(runs);
  }

  /**
   * Reads an engine.
   *
   * @param in what {@link #write} wrote
   * @param ruleCount number of rules there are
   * @return the engine
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static ByteRunEngine read(BinaryReader in, int ruleCount) {
    int count = in.readCount("runs of bytes");
    List<RuleRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int rule = in.readInt(ruleCount, "a rule");
      int least = 1 + in.readInt(RuleRun.MAX_LENGTH, "the length of a run");
      runs.add(new RuleRun(rule, NfaCodec.readSet(in), least));
    }
    return of(runs);
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(runs.size());
    for (RuleRun run : runs) {
      out.writeInt(run.rule());
      out.writeInt(run.least() - 1);
      NfaCodec.writeSet(run.set(), out);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int historyBytes() {
    return 0;
  }

  @Override
  public boolean reportsBack() {
    return false;
  }

  @Override
  public BlockSession newSession() {
    return new Counts();
  }

  /** How many bytes of each set came last. */
  private final class Counts implements BlockSession {

    private final int[] last = new int[sets.size()];
    private final long[][] masks = new long[sets.size()][RunSet.WORDS];

    /** The rules that have runs that end in the words under way, and a bit where one does. */
    private final int[] found = new int[rules.length];

    private final long[][] ends = new long[rules.length][RunSet.WORDS];

    /** Whether runs of a set may end in the words under way; if not, it has no masks. */
    private final boolean[] mayEnd = new boolean[sets.size()];

    @Override
    public void start() {
      Arrays.fill(last, 0);
    }

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      long shift = position - from + 1;
      int at = from;
      while (at < to) {
        int words = Math.min(RunSet.WORDS, (to - at) / Members.BYTES);
        int end = words == 0 ? to : at + words * Members.BYTES;
        for (int s = 0; s < last.length; s++) {
          if (words == 0) {
            masks[s][0] = sets.get(s).mask(input, at, to);
            mayEnd[s] = true;
          } else {
            mayEnd[s] = sets.get(s).find(input, at, words, last[s], masks[s]);
          }
        }
        report(Math.max(1, words), shift + at, reports);
        for (int s = 0; s < last.length; s++) {
          last[s] = lastAfter(s, input, at, end, words);
        }
        at = end;
      }
    }

    private void report(int words, long end, ReportBuffer reports) {
      int count = 0;
      for (int rule = 0; rule < rules.length; rule++) {
        if (findEnds(rule, words, ends[count])) {
          found[count++] = rules[rule];
        }
      }
      if (count > 0) {
        reports.addBits(ends, found, count, words, end);
      }
    }

    /** Whether runs of a rule end in the words under way; sets a bit where one does. */
    private boolean findEnds(int rule, int words, long[] bits) {
      boolean may = false;
      boolean any = false;
      for (Part part : parts[rule]) {
        if (mayEnd[part.set()]) {
          if (!may) {
            Arrays.fill(bits, 0, words, 0);
            may = true;
          }
          any |= RunMasks.addEnds(masks[part.set()], words, last[part.set()], part.least(), bits);
        }
      }
      return any;
    }

    private int lastAfter(int set, byte[] input, int from, int to, int words) {
      boolean whole = words > 0 && mayEnd[set];
      return whole
          ? RunMasks.runAfter(masks[set], words, last[set], sets.get(set).most())
          : sets.get(set).runBefore(input, from, to, last[set]);
    }

    @Override
    public void finish(byte[] input, int to, long position, ReportBuffer reports) {}

    @Override
    public void save(BinaryWriter state) {
      for (int run : last) {
        state.writeInt(run);
      }
    }

    @Override
    public void restore(BinaryReader state, long position) {
      for (int s = 0; s < last.length; s++) {
        // A guess may be of more bytes than the stream had; that is its past then.
        last[s] = state.readInt(sets.get(s).most() + 1, "bytes in a row");
      }
    }
  }
}
