package io.fsmrun.cpu.start;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.BlockEngine;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where matches start: for each end the leftmost start, exactly, in streams too.
 *
 * <p>Each rule's position automaton is simulated, and each active state knows the least start of
 * the matches that it is part of. Of several ways into a state the least start is kept, since all
 * ways out are the same for all. A byte costs each rule O(active states + their edges), and a rule
 * has memory of 17 bytes a state; a saved stream takes a few bytes for each active state. No start
 * is ever given up, however far back it lies.
 *
 * <p>Immutable, shared by threads.
 */
public final class StartEngine implements BlockEngine {

  /** What users call it, and database files. */
  public static final String NAME = "start-of-match";

  private final List<StartRule> rules;
  private final boolean reportsBack;

  private StartEngine(List<StartRule> rules) {
    this.rules = List.copyOf(rules);
    boolean back = false;
    for (StartRule rule : rules) {
      back |= reportsBack(rule.first()) || reportsBack(rule.later());
    }
    reportsBack = back;
  }

  private static boolean reportsBack(Nfa nfa) {
    int flags = ReportFlags.NONE;
    for (int state = 0; state < nfa.stateCount(); state++) {
      flags |= nfa.reportFlags(state);
    }
    return (flags & ~ReportFlags.HERE) != 0;
  }

  /**
   * An engine for some rules.
   *
   * @param rules the rules, in any order
   * @return the engine
   */
  public static StartEngine of(List<StartRule> rules) {
    return new StartEngine(rules);
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
    return reportsBack;
  }

  @Override
  public StartSession newSession() {
    return new StartSession(rules);
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(rules.size());
    for (StartRule rule : rules) {
      out.writeInt(rule.rule());
      AnchoredFiles.write(rule.first(), out);
      AnchoredFiles.write(rule.later(), out);
    }
  }

  /**
   * Reads what {@link #write} wrote. O(bytes).
   *
   * @param in the bytes
   * @param ruleCount how many rules there are
   * @return an engine that finds the same
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static StartEngine read(BinaryReader in, int ruleCount) {
    int count = in.readCount("rules with starts");
    List<StartRule> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int rule = in.readInt(ruleCount, "a rule with starts");
      rules.add(new StartRule(rule, AnchoredFiles.read(in), AnchoredFiles.read(in)));
    }
    return new StartEngine(rules);
  }
}
