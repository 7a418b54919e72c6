package io.fsmrun.cpu.bytes;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rules that match one byte: a table tells for each byte which rules report. O(bytes + reports),
 * without any state. Immutable, shared by threads.
 */
public final class ByteSetEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "byte-sets";

  /** So many words of bytes are looked at together. */
  private static final int WORDS = 64;

  /** So many times as many bytes are scanned without that look where most words have reports. */
  private static final int DENSE = 15;

  private static final boolean WHOLE_WORDS = Members.areFast();
  private static final int[] ALL_WORDS = IntStream.range(0, WORDS).toArray();

  private final List<RuleBytes> rules;

  /** Per byte the rules that report, ascending. */
  private final int[][] rulesOf;

  /** Per byte 1 if any does, else 0. */
  private final byte[] reports01 = new byte[SymbolSet.ALPHABET_SIZE];

  /** Per byte the first and the second of those, or -1; null if there are more for some byte. */
  private final int[] first;

  private final int[] second = new int[SymbolSet.ALPHABET_SIZE];

  /** The bytes that some rule reports. */
  private final Members members;

  private ByteSetEngine(List<RuleBytes> rules) {
    this.rules = rules.stream().sorted(Comparator.comparingInt(RuleBytes::rule)).toList();
    this.rulesOf = new int[SymbolSet.ALPHABET_SIZE][];
    int[] one = new int[SymbolSet.ALPHABET_SIZE];
    int most = 0;
    for (int symbol = 0; symbol < rulesOf.length; symbol++) {
      int byteValue = symbol;
      int[] reporting =
          this.rules.stream()
              .filter(rule -> rule.set().contains(byteValue))
              .mapToInt(RuleBytes::rule)
              .distinct()
              .toArray();
      rulesOf[symbol] = reporting;
      reports01[symbol] = (byte) (reporting.length == 0 ? 0 : 1);
      most = Math.max(most, reporting.length);
      one[symbol] = reporting.length > 0 ? reporting[0] : -1;
      second[symbol] = reporting.length > 1 ? reporting[1] : -1;
    }
    this.first = most <= 2 ? one : null;
    SymbolSet all = SymbolSet.EMPTY;
    for (RuleBytes rule : this.rules) {
      all = all.or(rule.set());
    }
    this.members = Members.of(all);
  }

  /**
   * An engine for some rules.
   *
   * @param rules the rules, in any order
   * @return the engine
   */
  public static ByteSetEngine of(List<RuleBytes> rules) {
    return new ByteSetEngine(rules);
  }

  /**
   * Reads an engine.
   *
   * @param in what {@link #write} wrote
   * @param ruleCount number of rules there are
   * @return the engine
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static ByteSetEngine read(BinaryReader in, int ruleCount) {
    int count = in.readCount("rules of one byte");
    List<RuleBytes> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(new RuleBytes(in.readInt(ruleCount, "a rule"), NfaCodec.readSet(in)));
    }
    return of(rules);
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(rules.size());
    for (RuleBytes rule : rules) {
      out.writeInt(rule.rule());
      NfaCodec.writeSet(rule.set(), out);
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
    return new Stateless();
  }

  /** Knows nothing of what came before. */
  private final class Stateless implements BlockSession {

    private final int[] places = new int[WORDS * Members.BYTES];
    private final long[] masks = new long[WORDS];
    private int unlooked;

    @Override
    public void start() {}

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      long shift = position - from;
      int at = from;
      while (at < to) {
        int words = looks() ? Math.min(WORDS, (to - at) / Members.BYTES) : 0;
        int end = words == 0 ? Math.min(to, at + places.length) : at + words * Members.BYTES;
        if (words == 0) {
          scanAll(input, at, end, shift, reports);
        } else {
          members.find(input, at, ALL_WORDS, words, masks);
          int skipped = scanWords(input, at, words, shift, reports);
          unlooked = 2 * skipped < words ? DENSE : 0;
        }
        at = end;
      }
    }

    /**
     * Looks at stretches of words that have bytes which are reported; gives the number of others.
     */
    private int scanWords(byte[] input, int from, int words, long shift, ReportBuffer reports) {
      int word = 0;
      int skipped = 0;
      while (word < words) {
        int start = word;
        while (word < words && masks[word] != 0) {
          word++;
        }
        if (word > start) {
          int begin = from + start * Members.BYTES;
          scanAll(input, begin, from + word * Members.BYTES, shift, reports);
        }
        for (; word < words && masks[word] == 0; word++) {
          skipped++;
        }
      }
      return skipped;
    }

    /**
     * Whether it may pay to look at words before bytes: not for a while where most have reports.
     */
    private boolean looks() {
      if (unlooked > 0) {
        unlooked--;
      }
      return WHOLE_WORDS && unlooked == 0;
    }

    private void scanAll(byte[] input, int from, int to, long shift, ReportBuffer reports) {
      if (first != null) {
        reports.addMarked(input, from, to, first, second, shift + from + 1);
        return;
      }
      // Which bytes report is often as good as random, so no branch depends on it.
      int count = 0;
      for (int i = from; i < to; i++) {
        places[count] = i;
        count += reports01[input[i] & 0xff];
      }
      for (int i = 0; i < count; i++) {
        reports.addAll(rulesOf[input[places[i]] & 0xff], shift + 1 + places[i]);
      }
    }

    @Override
    public void finish(byte[] input, int to, long position, ReportBuffer reports) {}

    @Override
    public void save(BinaryWriter state) {}

    @Override
    public void restore(BinaryReader state, long position) {}
  }
}
