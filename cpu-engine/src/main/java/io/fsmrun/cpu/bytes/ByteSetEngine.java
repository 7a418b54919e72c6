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
import java.util.function.IntPredicate;
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

  /**
   * More reports than this a word, on average, are found byte by byte if they are of many rules.
   */
  private static final int DENSE = 8;

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

  /** The bytes of the only rule, of the first of two, or of all. */
  private final Members members;

  /** The bytes of the second of two rules; else null. */
  private final Members others;

  /** The rules, each once, ascending. */
  private final int[] numbers;

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
    this.numbers = this.rules.stream().mapToInt(RuleBytes::rule).distinct().toArray();
    boolean two = numbers.length == 2;
    this.members = Members.of(bytesOf(rule -> !two || rule == numbers[0]));
    this.others = two ? Members.of(bytesOf(rule -> rule == numbers[1])) : null;
  }

  /** The bytes that some rules report. */
  private SymbolSet bytesOf(IntPredicate which) {
    SymbolSet all = SymbolSet.EMPTY;
    for (RuleBytes one : rules) {
      if (which.test(one.rule())) {
        all = all.or(one.set());
      }
    }
    return all;
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
    private final long[] otherMasks = new long[WORDS];

    @Override
    public void start() {}

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      long shift = position - from;
      int at = from;
      while (at < to) {
        int words = WHOLE_WORDS ? Math.min(WORDS, (to - at) / Members.BYTES) : 0;
        int end = words == 0 ? Math.min(to, at + places.length) : at + words * Members.BYTES;
        if (words == 0) {
          scanAll(input, at, end, shift, reports);
        } else {
          scanWords(input, at, words, shift, reports);
        }
        at = end;
      }
    }

    private void scanWords(byte[] input, int from, int words, long shift, ReportBuffer reports) {
      members.find(input, from, ALL_WORDS, words, masks);
      if (numbers.length == 1) {
        reports.addBits(masks, words, numbers[0], shift + from + 1);
      } else if (others != null) {
        others.find(input, from, ALL_WORDS, words, otherMasks);
        reports.addBits(masks, otherMasks, words, numbers[0], numbers[1], shift + from + 1);
      } else {
        scanMarked(input, from, words, shift, reports);
      }
    }

    private void scanMarked(byte[] input, int from, int words, long shift, ReportBuffer reports) {
      int count = 0;
      for (int word = 0; word < words; word++) {
        count += Long.bitCount(masks[word]);
      }
      if (count > DENSE * words) {
        scanAll(input, from, from + words * Members.BYTES, shift, reports);
        return;
      }
      for (int word = 0; word < words; word++) {
        int start = from + word * Members.BYTES;
        for (long rest = masks[word]; rest != 0; rest &= rest - 1) {
          int place = start + Long.numberOfTrailingZeros(rest);
          reports.addAll(rulesOf[input[place] & 0xff], shift + 1 + place);
        }
      }
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
