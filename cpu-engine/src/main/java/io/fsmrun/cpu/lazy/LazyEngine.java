package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.cpu.block.BlockEngine;
import java.util.ArrayList;
import java.util.List;

/**
 * Position automata of any form, run together as one automaton that is determinised while it runs,
 * inside bounded memory (see {@link SetRunner} for the bounds). Immutable, shared by threads.
 */
public final class LazyEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "lazy-dfa";

  /**
   * The names of those that may share the rules of a database, the first one first; each remembers
   * sets of its own.
   */
  public static final List<String> NAMES = List.of(NAME, NAME + "-2", NAME + "-3", NAME + "-4");

  /** States are copied, numbered, and put together. */
  private static final int STEPS = 3;

  private static final int LANES = 1;
  private static final int SKIPPING = 2;
  private static final int SHARING = 4;

  /**
   * The largest cache that is asked for in a file, which may be anybody's: the usual one. Larger
   * ones are written as this.
   */
  private static final int MOST_STORED_CACHE_BYTES = LazyOptions.DEFAULT_CACHE_BYTES;

  /** Above the switches: {@link LaneStart#code}. */
  private static final int LANE_START_SHIFT = 3;

  private final String name;
  private final List<RuleAutomaton> automata;
  private final LazyOptions options;
  private final SetAutomaton union;

  /**
   * An engine for some rules.
   *
   * @param automata their automata
   * @param options how they are run
   */
  public LazyEngine(List<RuleAutomaton> automata, LazyOptions options) {
    this(NAME, automata, options, Checkpoint.NONE);
  }

  private LazyEngine(
      String name, List<RuleAutomaton> automata, LazyOptions options, Checkpoint checkpoint) {
    this.name = name;
    this.automata = List.copyOf(automata);
    this.options = options;
    checkpoint.reached(0, STEPS);
    DisjointUnion copied =
        DisjointUnion.of(this.automata, new int[this.automata.size()], checkpoint);
    checkpoint.reached(1, STEPS);
    StateNumbers numbers = StateNumbers.of(copied, options);
    checkpoint.reached(2, STEPS);
    this.union = SetAutomaton.of(copied, numbers);
    checkpoint.reached(STEPS, STEPS);
  }

  /**
   * An engine for some rules, with the usual options.
   *
   * @param automata their automata
   * @return the engine
   */
  public static LazyEngine of(List<RuleAutomaton> automata) {
    return new LazyEngine(automata, LazyOptions.defaults());
  }

  /**
   * An engine for some rules, made step by step.
   *
   * @param automata their automata
   * @param options how they are run
   * @param checkpoint may end the work
   * @return the engine
   */
  public static LazyEngine of(
      List<RuleAutomaton> automata, LazyOptions options, Checkpoint checkpoint) {
    return new LazyEngine(NAME, automata, options, checkpoint);
  }

  /**
   * Engines that share rules, each with some of them.
   *
   * @param groups the automata of each, as many as there are {@link #NAMES} at most
   * @param options how all are run
   * @param checkpoint may end the work
   * @return the engines, in order
   */
  public static List<LazyEngine> ofGroups(
      List<List<RuleAutomaton>> groups, LazyOptions options, Checkpoint checkpoint) {
    List<LazyEngine> engines = new ArrayList<>();
    for (List<RuleAutomaton> group : groups) {
      engines.add(new LazyEngine(NAMES.get(engines.size()), group, options, checkpoint));
    }
    return engines;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int historyBytes() {
    return 0;
  }

  @Override
  public boolean reportsBack() {
    return union.reportsBack();
  }

  /**
   * The union that is run.
   *
   * @return the same for all sessions
   */
  public SetAutomaton union() {
    return union;
  }

  @Override
  public LazySession newSession() {
    return new LazySession(new SetRunner(union, options));
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(Math.min(options.cacheBytes(), MOST_STORED_CACHE_BYTES));
    out.writeByte(
        (options.lanes() ? LANES : 0)
            | (options.selfLoopSkipping() ? SKIPPING : 0)
            | (options.prefixSharing() ? SHARING : 0)
            | options.laneStart().code() << LANE_START_SHIFT);
    List<Nfa> nfas = new ArrayList<>();
    for (RuleAutomaton automaton : automata) {
      nfas.add(automaton.nfa());
    }
    NfaCodec.writeAll(nfas, out);
    for (RuleAutomaton automaton : automata) {
      out.writeInt(automaton.rule());
    }
  }

  /**
   * Reads an engine of a name that {@link #write} wrote. Its sessions remember sets in 16 MiB at
   * most, whatever the options were.
   *
   * @param name one of {@link #NAMES}
   * @param in stands at its first byte
   * @param ruleCount the number of rules there are
   * @return an engine that finds the same
   * @throws DamagedDataException if the bytes are anything else
   */
  public static LazyEngine read(String name, BinaryReader in, int ruleCount) {
    int cacheBytes = in.readInt(MOST_STORED_CACHE_BYTES + 1L, "the size of the cache");
    int bits = in.readByte();
    LaneStart start = LaneStart.ofCode(bits >> LANE_START_SHIFT);
    if (start == null) {
      throw in.damaged("unknown options");
    }
    LazyOptions options =
        new LazyOptions(
            cacheBytes, (bits & LANES) != 0, start, (bits & SKIPPING) != 0, (bits & SHARING) != 0);
    List<RuleAutomaton> automata = new ArrayList<>();
    for (Nfa nfa : NfaCodec.readAll(in)) {
      automata.add(new RuleAutomaton(0, nfa));
    }
    automata.replaceAll(a -> new RuleAutomaton(in.readInt(ruleCount, "a rule"), a.nfa()));
    return new LazyEngine(name, automata, options, Checkpoint.NONE);
  }
}
