package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.EdgeCondition;
import io.fsmrun.cpu.filter.FilterEngine;
import java.util.List;

/** Writes the section of an engine as its codec does, but of chains that are never planned. */
final class HostileChains {

  private static final int LETTERS = 26;
  private static final int LENGTH = 6;

  private HostileChains() {}

  /** Chains of a string each, and of one tail that they share. */
  static byte[] section(int tailStates, int chains) {
    BinaryWriter out = new BinaryWriter();
    out.writeText(FilterEngine.BY_WINDOWS);
    out.writeByte(1);
    out.writeInt(0);
    NfaCodec.writeSet(SymbolSet.EMPTY, out);
    out.writeInt(LETTERS);
    for (int letter = 0; letter < LETTERS; letter++) {
      NfaCodec.writeSet(SymbolSet.of('A' + letter), out);
    }
    NfaCodec.writeAll(List.of(tail(tailStates)), out);
    BinaryWriter body = new BinaryWriter();
    body.writeInt(chains);
    for (int chain = 0; chain < chains; chain++) {
      writeChain(chain, body);
    }
    out.writeBytes(body.toByteArray());
    // One pass for windows of four bytes, the first of each string.
    for (int number : new int[] {1, 0, Integer.BYTES, 1, 0, chains}) {
      out.writeInt(number);
    }
    for (int chain = 0; chain < chains; chain++) {
      out.writeInt(chain);
      out.writeInt(0);
    }
    return out.toByteArray();
  }

  private static void writeChain(int number, BinaryWriter out) {
    // Rule, conditions, no head, the tail, a piece of a factor, nothing around that.
    for (int value : new int[] {0, EdgeCondition.ALWAYS, EdgeCondition.ALWAYS, 0, 1, 1, 1}) {
      out.writeInt(value);
    }
    for (int value = 0; value < 4; value++) {
      out.writeInt(0);
    }
    int[] string = new int[LENGTH];
    for (int i = 0, rest = number; i < LENGTH; i++, rest /= LETTERS) {
      string[i] = rest % LETTERS;
    }
    out.writeInts(string);
    out.writeInt(0);
  }

  private static Nfa tail(int states) {
    NfaBuilder builder = new NfaBuilder();
    int last = Nfa.START;
    for (int i = 0; i < states; i++) {
      int next = builder.addState(i == 0 ? SymbolSet.ALL : SymbolSet.range('a', 'z'));
      builder.addEdge(last, next);
      last = next;
    }
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }
}
