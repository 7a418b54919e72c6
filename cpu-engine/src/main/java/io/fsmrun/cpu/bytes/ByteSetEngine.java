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

/**
 * Rules that match one byte: a table tells for each byte which rules report. O(bytes + reports),
 * without any state. Immutable, shared by threads.
 */
public final class ByteSetEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "byte-sets";

  private final List<RuleBytes> rules;

  /** Per byte the rules that report, ascending. */
  private final int[][] rulesOf;

  /** Per byte 1 if any does, else 0. */
  private final byte[] reports01 = new byte[SymbolSet.ALPHABET_SIZE];

  /** Per byte the first and the second of those, or -1; null if there are more for some byte. */
  private final int[] first;

  private final int[] second = new int[SymbolSet.ALPHABET_SIZE];

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

    private int[] places = new int[0];

    @Override
    public void start() {}

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      if (first != null) {
        reports.addMarked(input, from, to, first, second, position + 1);
        return;
      }
      if (places.length < to - from) {
        places = new int[to - from];
      }
      // Which bytes report is often as good as random, so no branch depends on it.
      int count = 0;
      for (int i = from; i < to; i++) {
        places[count] = i;
        count += reports01[input[i] & 0xff];
      }
      long end = position + 1 - from;
      for (int i = 0; i < count; i++) {
        reports.addAll(rulesOf[input[places[i]] & 0xff], end + places[i]);
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
