package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.choice.MeasuredChoice;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.cpu.choice.TechniqueChoice;
import io.fsmrun.cpu.lazy.SetAutomaton;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Finds rules by rare windows of their strings, then checks what lies around them. Rules are {@link
 * Chain}s. Immutable, shared by threads.
 */
public final class FilterEngine implements BlockEngine {

  /** The name of an engine that searches for windows of bytes. */
  public static final String BY_WINDOWS = "literal-filter";

  /** The name of an engine that searches by an index over classes. */
  public static final String BY_CLASSES = "class-index";

  /** The most positions on either side of a factor's string. */
  public static final int MAX_SIDE_POSITIONS = BitNfa.MAX_STATES;

  /** So many bytes of a block tell which windows are rare. */
  private static final int MOST_SAMPLED = 1 << 15;

  /** What is done before windows are chosen: links, factors and automata. */
  private static final int STEPS_BEFORE = 2;

  /** All that is done: that, choosing windows, and making passes. */
  private static final int STEPS = STEPS_BEFORE + WindowChooser.MOST_STEPS + 1;

  private final boolean byClasses;
  private final List<Chain> chains;
  private final LinkTable links;
  private final FactorTable factors;
  private final ByteModel model;
  private volatile FilterPasses passes;

  /** Replaced, never changed. */
  private volatile BitSet inVain = new BitSet();

  /** The windows that were chosen first; those are kept in a file. */
  private final List<FilterPasses.Group> planned;

  private final long plannedId;

  private final int history;

  private final ChainAutomata automata;
  private final DemandTable demands;
  private final ReversedHeads reversedHeads;
  private final boolean endsLookAhead;
  private final boolean reportsBack;

  private FilterEngine(
      List<Chain> chains,
      LinkTable links,
      boolean byClasses,
      ByteModel model,
      Optional<List<FilterPasses.Group>> chosen,
      Checkpoint checkpoint) {
    this.byClasses = byClasses;
    this.chains = List.copyOf(chains);
    this.links = links;
    checkpoint.reached(1, STEPS);
    this.factors = new FactorTable(links.factors(), model, checkpoint);
    this.model = model;
    this.automata = new ChainAutomata(this.chains, links, this::searchIsTried, checkpoint);
    automata.fallback().begin();
    checkpoint.reached(STEPS_BEFORE, STEPS);
    this.passes =
        new FilterPasses(
            chosen.orElseGet(() -> choose(links.factors(), byClasses, model, checkpoint)),
            links.factors(),
            model,
            Optional.empty(),
            checkpoint);
    this.planned = passes.groups();
    this.plannedId = passes.id();
    // The byte before a match may matter, too.
    this.history = reach() + 1;
    this.demands = new DemandTable(links, model);
    this.reversedHeads = new ReversedHeads(links.heads(), checkpoint);
    this.endsLookAhead =
        chains.stream().anyMatch(chain -> chain.endCondition() != EdgeCondition.ALWAYS);
    this.reportsBack =
        endsLookAhead || automata.tails().automaton().map(SetAutomaton::reportsBack).orElse(false);
    checkpoint.reached(STEPS, STEPS);
  }

  private static List<FilterPasses.Group> choose(
      List<Factor> factors, boolean byClasses, ByteModel model, Checkpoint checkpoint) {
    WindowChooser chooser = new WindowChooser(factors, model, new WindowSteps(checkpoint));
    return byClasses ? chooser.classes() : chooser.choose();
  }

  /**
   * An engine for some rules.
   *
   * @param chains the rules; several may report for one
   * @param model which windows are rare
   * @return the engine
   * @throws IllegalArgumentException if a factor has no window that can be searched for
   * @throws LimitExceededException if chains share automata that are large together
   */
  public static FilterEngine of(List<Chain> chains, ByteModel model) {
    return of(chains, model, Checkpoint.NONE);
  }

  /**
   * An engine for some rules, made step by step.
   *
   * @param chains the rules; several may report for one
   * @param model which windows are rare
   * @param checkpoint may end the work, also what is left of it in the background
   * @return the engine
   * @throws IllegalArgumentException if a factor has no window that can be searched for
   * @throws LimitExceededException if chains share automata that are large together
   */
  public static FilterEngine of(List<Chain> chains, ByteModel model, Checkpoint checkpoint) {
    return of(chains, false, model, checkpoint);
  }

  private static FilterEngine of(
      List<Chain> chains, boolean byClasses, ByteModel model, Checkpoint checkpoint) {
    checkpoint.reached(0, STEPS);
    SharedAutomata.check(chains);
    LinkTable links = new LinkTable(chains, checkpoint);
    return new FilterEngine(chains, links, byClasses, model, Optional.empty(), checkpoint);
  }

  /**
   * An engine for rules whose strings stand for so many words that an index over classes of bytes
   * finds them better than windows of bytes do.
   *
   * @param chains the rules; several may report for one
   * @param model which windows are rare
   * @param checkpoint may end the work, also what is left of it in the background
   * @return the engine
   * @throws IllegalArgumentException if the strings keep too many classes of bytes apart, or one is
   *     too short
   * @throws LimitExceededException if chains share automata that are large together
   */
  public static FilterEngine byClasses(List<Chain> chains, ByteModel model, Checkpoint checkpoint) {
    return of(chains, true, model, checkpoint);
  }

  /**
   * Reads an engine.
   *
   * @param in what {@link #write} wrote
   * @param ruleCount number of rules there are
   * @return the engine
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static FilterEngine read(BinaryReader in, int ruleCount) {
    boolean byClasses = in.readInt(2, "the form of the index") == 1;
    SymbolSet alphabet = NfaCodec.readSet(in);
    List<Chain> chains = ChainCodec.read(in, ruleCount);
    try {
      // What they share was checked as they were read.
      LinkTable links = new LinkTable(chains, Checkpoint.NONE);
      return new FilterEngine(
          chains,
          links,
          byClasses,
          alphabet.isEmpty() ? ByteModel.prior() : ByteModel.ofAlphabet(alphabet),
          Optional.of(GroupCodec.read(in, links.factors(), byClasses)),
          Checkpoint.NONE);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e.getMessage());
    }
  }

  /**
   * What it costs to search for a string of sets.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return nanoseconds per byte of input; infinite if it has no window
   */
  public static double windowNanos(List<SymbolSet> string, ByteModel model) {
    return SearchCosts.cost(string, model);
  }

  /**
   * The window by which a string of sets would be found.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return a number that equal windows share; 0 if there is none
   */
  public static int rarestWindow(List<SymbolSet> string, ByteModel model) {
    return Windows.rarest(string, model);
  }

  /**
   * Whether a string of sets is found by a long stretch of one of them, rather than by a window.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return true if {@link #windowBytes} does not matter
   */
  public static boolean isFoundByRun(List<SymbolSet> string, ByteModel model) {
    return SearchCosts.runToFind(string, model).isPresent();
  }

  /**
   * The bytes of the widest window of a string of sets. Windows of four bytes are found at every
   * second place or less often; narrower ones need a look at every place.
   *
   * @param string the sets
   * @return 4, 3 or 2; 0 if there is no window
   */
  public static int windowBytes(List<SymbolSet> string) {
    return Windows.widest(string);
  }

  /**
   * The part of places that a string is expected at. A sample tells how frequent its rarest window
   * is; without one bytes are taken to depend on the one before only.
   *
   * @param string sets of bytes, one after the other
   * @param model what inputs are like
   * @return 0 to 1, rather too much than too little
   */
  public static double foundPart(List<SymbolSet> string, ByteModel model) {
    double part = model.probability(string, 0, string.size());
    double ofWindow =
        model.isSampled() && string.size() >= Integer.BYTES
            ? Windows.leastChance(string, Integer.BYTES, false, model)
            : part;
    return Math.max(part, ofWindow == Double.POSITIVE_INFINITY ? 0 : ofWindow);
  }

  /**
   * The fewest strings of bytes that a window of a string of sets stands for.
   *
   * @param string the sets
   * @return at least 1; more than 64 if all windows stand for more
   */
  public static int windowStrings(List<SymbolSet> string) {
    return Windows.fewestStrings(string);
  }

  /**
   * What a pass for windows of two or three bytes costs, however many there are.
   *
   * @return nanoseconds per byte
   */
  public static double narrowPassNanos() {
    return SearchCosts.narrowNanos();
  }

  /**
   * What a pass for single bytes costs, however many there are.
   *
   * @return nanoseconds per byte
   */
  public static double bytePassNanos() {
    return SearchCosts.BYTE_PASS_NANOS;
  }

  /**
   * What it costs to search for a string of sets by a window of more than four bytes, where shorter
   * ones are frequent, besides {@link #widePassNanos}.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return nanoseconds per byte of input; infinite if it has no such window
   */
  public static double wideNanos(List<SymbolSet> string, ByteModel model) {
    return SearchCosts.wideCost(string, model);
  }

  /**
   * What a pass for such windows costs, however many there are.
   *
   * @return nanoseconds per byte
   */
  public static double widePassNanos() {
    return SearchCosts.wideNanos(Stride.EVERY, 1);
  }

  /**
   * What it costs to search for a string of sets by an index over classes.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return nanoseconds per byte of input; infinite if it is too short
   */
  public static double classNanos(List<SymbolSet> string, ByteModel model) {
    return SearchCosts.classCost(string, model);
  }

  /** Counts the steps of choosing windows among all. */
  private record WindowSteps(Checkpoint whole) implements Checkpoint {

    @Override
    public void pass() {
      whole.pass();
    }

    @Override
    public void reached(int done, int total) {
      whole.reached(STEPS_BEFORE + done, STEPS);
    }
  }

  /**
   * What the passes cost that all strings share, whatever is found.
   *
   * @return nanoseconds per byte; 0 if each string has its own cost only
   */
  public double passNanos() {
    return passes.nanos();
  }

  LinkTable links() {
    return links;
  }

  DemandTable demands() {
    return demands;
  }

  FactorTable factors() {
    return factors;
  }

  /** Heads, tails and whole chains as automata. */
  ChainAutomata automata() {
    return automata;
  }

  /** The same heads to be read backwards. */
  ReversedHeads reversedHeads() {
    return reversedHeads;
  }

  /** Whether a chain without a tail may end or not depending on the byte behind. */
  boolean endsLookAhead() {
    return endsLookAhead;
  }

  /**
   * How far before a block matches begin of which the block's reports may be the first news: those
   * that end one byte before it are told at the end of the stream, if that is there.
   */
  int reach() {
    return links.maxSpan() + 1;
  }

  /** Whether searching will be faster once loops of vectors are compiled. */
  private boolean searchIsTried() {
    return passes.areTried();
  }

  /** How factors are found at present; sessions ask at every block. */
  FilterPasses passes() {
    return passes;
  }

  /** The number of the passes that the engine began with ({@link FilterPasses#id}). */
  long plannedId() {
    return plannedId;
  }

  /**
   * Looks for factors by other windows, if some are found too often. What is reported does not
   * change.
   *
   * @param before the passes that were measured
   * @param hot per factor, whether it was found too often
   * @param sample some of the input
   * @param from index of the sample's first byte
   * @param to index after its last
   * @return whether there was anything better, or somebody else has found it
   */
  synchronized boolean adapt(FilterPasses before, boolean[] hot, byte[] sample, int from, int to) {
    if (passes != before) {
      return true;
    }
    byte[] bytes = Arrays.copyOfRange(sample, Math.max(from, to - MOST_SAMPLED), to);
    ByteModel sampled = model.withSample(ByteSample.of(bytes));
    WindowChooser chooser = new WindowChooser(links.factors(), sampled);
    Optional<FilterPasses> better = better(before, chooser, hot, sampled);
    better.ifPresent(made -> passes = made);
    BitSet tried = better.isPresent() ? new BitSet() : (BitSet) inVain.clone();
    for (int f = 0; f < hot.length && better.isEmpty(); f++) {
      tried.set(f, tried.get(f) || hot[f]);
    }
    inVain = tried;
    return better.isPresent();
  }

  private Optional<FilterPasses> better(
      FilterPasses before, WindowChooser chooser, boolean[] hot, ByteModel sampled) {
    try {
      return chooser
          .chooseAgain(before.groups(), hot)
          .map(groups -> new FilterPasses(groups, links.factors(), sampled, Optional.of(before)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // Other windows would need too much memory.
    }
  }

  /** The factors for which no better windows than those of {@link #passes} were found. */
  BitSet inVain() {
    return inVain;
  }

  @Override
  public String name() {
    return byClasses ? BY_CLASSES : BY_WINDOWS;
  }

  @Override
  public int historyBytes() {
    return history;
  }

  @Override
  public boolean reportsBack() {
    return reportsBack;
  }

  @Override
  public BlockSession newSession() {
    Fallback<ChainUnion> fallback = automata.fallback();
    Optional<ChainUnion> union = fallback.get();
    TechniqueChoice choice = union.isPresent() ? new MeasuredChoice(fallback) : new SearchOnly();
    return new FilterSession(this, choice, union);
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(byClasses ? 1 : 0);
    NfaCodec.writeSet(model.alphabet(), out);
    ChainCodec.write(chains, out);
    GroupCodec.write(planned, out);
  }
}
