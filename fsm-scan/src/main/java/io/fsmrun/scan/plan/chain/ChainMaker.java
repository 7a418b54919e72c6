package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.EdgeCondition;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.cpu.filter.Gap;
import io.fsmrun.cpu.filter.Head;
import io.fsmrun.regex.RegexNode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes a branch of a rule a chain: pieces that can be searched for, with gaps between them. */
final class ChainMaker {

  /** So many pieces are tried as the first that is searched for. */
  private static final int MAX_STARTS = 64;

  /**
   * A repetition of one symbol that varies by more than this is a gap rather than part of a piece.
   */
  private static final int WIDE = 16;

  /**
   * A repetition of one set is written out if it has at least so many, and the set so few bytes.
   */
  private static final int LONG = 16;

  private static final int LARGE_SET = 96;
  private static final int MOST_WRITTEN = 128;

  /** A chain that costs more, in nanoseconds per byte, may be made another way. */
  private static final double DEAR_NANOS = 0.05;

  /**
   * The {@linkplain RegexNode.Assertion.Kind#pairs pairs} at the start of the input: where all are
   * allowed and anything may follow, what comes then may lie anywhere.
   */
  private static final int AT_START = 0b11111;

  private static final RegexNode START_OF_LINE =
      new RegexNode.Assertion(RegexNode.Assertion.Kind.START_OF_LINE);

  private static final RegexNode AFTER_NEWLINE =
      new RegexNode.Alternate(
          List.of(
              new RegexNode.Assertion(RegexNode.Assertion.Kind.START_OF_INPUT),
              new RegexNode.Symbols(SymbolSet.of('\n'))));

  private final PieceMaker pieces;

  /**
   * A maker.
   *
   * @param pieces makes the pieces
   */
  ChainMaker(PieceMaker pieces) {
    this.pieces = pieces;
  }

  /**
   * A branch as a chain.
   *
   * @param rule index of the rule
   * @param branch its nodes, one after the other
   * @param fromStart whether it must be found by its first piece
   * @return the chain
   * @throws NotSearchableException if there is a part that cannot be searched for, with the reason
   */
  Chain chain(int rule, List<RegexNode> branch, boolean fromStart) throws NotSearchableException {
    int from = 0;
    int to = branch.size();
    int startCondition = EdgeCondition.ALWAYS;
    while (from < to && branch.get(from) instanceof RegexNode.Assertion assertion) {
      startCondition &= assertion.kind().pairs();
      from++;
    }
    int endCondition = EdgeCondition.ALWAYS;
    while (from < to && branch.get(to - 1) instanceof RegexNode.Assertion assertion) {
      endCondition &= assertion.kind().pairs();
      to--;
    }
    if (asksForTheEnd(startCondition)) {
      throw new NotSearchableException("its start depends on where the input ends");
    }
    List<RegexNode> nodes = new ArrayList<>(branch.subList(from, to));
    if ((startCondition & AT_START) == AT_START && isAnything(nodes, 0)) {
      startCondition = EdgeCondition.ALWAYS;
      branch = branch.subList(from, branch.size());
      to -= from;
      from = 0;
    }
    if (startCondition == EdgeCondition.ALWAYS) {
      dropOptionalStart(nodes);
    }
    List<RegexNode> before = branch.subList(0, from);
    List<RegexNode> after = branch.subList(to, branch.size());
    Ends ends = new Ends(startCondition, before, after, endCondition);
    Costed best = null;
    NotSearchableException failure = null;
    for (int wide : new int[] {Integer.MAX_VALUE, WIDE}) {
      try {
        Costed chain = cheapest(rule, ends, nodes, wide, fromStart);
        if (best == null || chain.isBetter(best)) {
          best = chain;
        }
      } catch (NotSearchableException e) {
        failure = e;
      }
    }
    List<RegexNode> written = writeOut(nodes);
    if (best == null && written.size() > nodes.size()) {
      return cheapest(rule, ends, written, Integer.MAX_VALUE, fromStart).chain();
    }
    if (best == null) {
      throw failure;
    }
    return best.chain();
  }

  /** A chain, and what it costs with its tail, in nanoseconds per byte. */
  private record Costed(Chain chain, double nanos) {

    /** Whether it does without a tail that the other has, or costs much less than that. */
    private boolean isBetter(Costed other) {
      return other.chain.tail().isPresent()
          && (chain.tail().isEmpty() || other.nanos > DEAR_NANOS && nanos < other.nanos / 2);
    }
  }

  /**
   * The windows by which the pieces of a branch would be found.
   *
   * @param branch its nodes, one after the other
   * @return a number for each
   */
  IntSet windows(List<RegexNode> branch) {
    IntSet windows = new IntOpenHashSet();
    for (int at = 0; at < branch.size(); ) {
      int end = pieceEnd(branch, at, WIDE);
      windows.addAll(pieces.windows(branch.subList(at, end)));
      at = end + 1;
    }
    return windows;
  }

  /** The least number of a long repetition written out, so that it can be searched for. */
  private static List<RegexNode> writeOut(List<RegexNode> nodes) {
    List<RegexNode> written = new ArrayList<>();
    for (RegexNode node : nodes) {
      if (node instanceof RegexNode.Repeat repeat
          && repeat.body() instanceof RegexNode.Symbols symbols
          && symbols.set().size() <= LARGE_SET
          && repeat.min() >= LONG
          && repeat.min() <= MOST_WRITTEN
          && repeat.max() != repeat.min()) {
        for (int i = 0; i < repeat.min(); i++) {
          written.add(symbols);
        }
        boolean bounded = repeat.max() != RegexNode.Repeat.UNBOUNDED;
        int more = bounded ? repeat.max() - repeat.min() : repeat.max();
        written.add(new RegexNode.Repeat(symbols, 0, more));
      } else {
        written.add(node);
      }
    }
    return written;
  }

  /** The assertions at both ends of a branch. */
  private record Ends(
      int startCondition, List<RegexNode> before, List<RegexNode> after, int endCondition) {}

  /**
   * The chain that is searched for by its first piece, or by a later one that is so much rarer that
   * it pays to look for what comes before on demand.
   */
  private Costed cheapest(int rule, Ends ends, List<RegexNode> nodes, int wide, boolean fromStart)
      throws NotSearchableException {
    NotSearchableException failure = null;
    for (Start start : starts(ends, nodes, wide)) {
      if (start.at() > 0 && fromStart) {
        continue;
      }
      if (start.at() > 0 && GapCosts.isAsDearAsAnAutomaton(start.nanos())) {
        break;
      }
      try {
        Chain chain = chain(rule, ends, nodes, start.at(), wide);
        return new Costed(chain, start.found() + tailCost(chain));
      } catch (NotSearchableException e) {
        failure = failure == null || start.at() == 0 ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    throw new NotSearchableException(
        nodes.isEmpty()
            ? "it matches nothing but places"
            : "what comes before its rare parts would be run over all input");
  }

  /** A piece that may be searched for first, and what that costs: to find it, and in all. */
  private record Start(int at, double found, double nanos) {}

  /** The pieces that may be searched for first, the cheapest in front. */
  private List<Start> starts(Ends ends, List<RegexNode> nodes, int wide) {
    List<Start> starts = new ArrayList<>();
    double first = Double.POSITIVE_INFINITY;
    double inside = 0;
    for (int at = 0; at < nodes.size() && starts.size() < MAX_STARTS; ) {
      int end = pieceEnd(nodes, at, wide);
      double search = pieces.searchCost(nodes.subList(at, end));
      if (at == 0 && ends.startCondition() == EdgeCondition.ALWAYS && isAnything(nodes, end)) {
        search = Math.min(search, pieces.demandCost(nodes.subList(at, end)));
      }
      double head = 0;
      if (at > 0) {
        Gap gap = gap(nodes.get(at - 1), wide);
        head = pieces.gapCosts().headCost(gap) + inside;
        // How seldom several pieces come one after the other is not known: more so than each.
        inside += pieces.gapCosts().gapCost(gap, starts.size() == 1 ? first : 0);
      }
      double found = search + head;
      starts.add(new Start(at, found, found + tailCost(nodes, at, end, wide)));
      first = at == 0 ? pieces.findCost(nodes.subList(at, end)) : first;
      at = end + 1;
    }
    starts.sort(Comparator.comparingDouble(Start::nanos));
    return starts;
  }

  /**
   * What the tail costs that is entered behind a piece, if the next one is left to it: it runs
   * until a byte breaks the gap.
   */
  private double tailCost(List<RegexNode> nodes, int at, int end, int wide) {
    Gap gap = end < nodes.size() ? gap(nodes.get(end), wide) : null;
    if (gap == null || gap.isAnything()) {
      return 0;
    }
    List<RegexNode> piece = nodes.subList(at, end);
    List<RegexNode> rest = nodes.subList(end + 1, nodes.size());
    PieceMaker.Role role = role(pieces.findCost(piece), gap, rest, wide);
    return pieces.isSearchedFor(rest.subList(0, pieceEnd(rest, 0, wide)), role)
        ? 0
        : pieces.gapCosts().tailCost(gap, pieces.foundPart(piece));
  }

  /** What the tail of a chain costs that is entered behind its only piece. */
  private double tailCost(Chain chain) {
    boolean entered =
        chain.tail().isPresent() && !chain.isTailSeldom() && chain.pieces().size() == 1;
    return entered
        ? pieces
            .gapCosts()
            .tailCost(chain.tail().get(), pieces.mostFoundPartOf(chain.pieces().get(0)))
        : 0;
  }

  /** Whether a piece that ends at a node is followed by a gap that allows anything. */
  private static boolean isAnything(List<RegexNode> nodes, int end) {
    Gap gap = end < nodes.size() ? gap(nodes.get(end), Integer.MAX_VALUE) : null;
    return gap != null && gap.isAnything();
  }

  private static int pieceEnd(List<RegexNode> nodes, int from, int wide) {
    int end = from;
    while (end < nodes.size() && gap(nodes.get(end), wide) == null) {
      end++;
    }
    return end;
  }

  /** Whether a condition tells a newline at the very end from another. */
  private static boolean asksForTheEnd(int condition) {
    for (int before = 0; before < 4; before++) {
      int after = condition >>> 5 * before;
      if ((after >>> 1 & 1) != (after >>> 2 & 1)) {
        return true;
      }
    }
    return false;
  }

  /** After "anything", what may come first any number of times might as well come least often. */
  private static void dropOptionalStart(List<RegexNode> nodes) {
    while (!nodes.isEmpty() && nodes.get(0) instanceof RegexNode.Repeat repeat) {
      nodes.remove(0);
      List<RegexNode> fewest = new ArrayList<>();
      for (int i = 0; i < repeat.min(); i++) {
        fewest.addAll(Nodes.flatten(repeat.body()));
      }
      nodes.addAll(0, fewest);
      if (repeat.min() > 0) {
        return;
      }
    }
    dropRepeatedStart(nodes);
  }

  /** The same where the least number is written out before the repetition. */
  private static void dropRepeatedStart(List<RegexNode> nodes) {
    int same = 1;
    while (same < nodes.size() && nodes.get(same).equals(nodes.get(0))) {
      same++;
    }
    while (same < nodes.size()
        && nodes.get(same) instanceof RegexNode.Repeat repeat
        && repeat.min() == 0
        && repeat.body().equals(nodes.get(0))) {
      nodes.remove(same);
    }
  }

  /** Pieces from a node on, as long as they can be searched for; the rest is the tail. */
  private Chain chain(int rule, Ends ends, List<RegexNode> nodes, int from, int wide)
      throws NotSearchableException {
    List<List<Factor>> made = new ArrayList<>();
    List<Gap> gaps = new ArrayList<>();
    IntArrayList ended = new IntArrayList();
    Gap gap = null;
    PieceMaker.Role role = PieceMaker.Role.FIRST;
    for (int at = from; at < nodes.size(); ) {
      int end = pieceEnd(nodes, at, wide);
      if (made.isEmpty() || gap.isAnything() || !made.getLast().get(0).onDemand()) {
        // Without what is looked back for from a piece, the tail would begin there.
        role = role(made, gap, nodes.subList(at, nodes.size()), wide);
      }
      boolean onDemand =
          (made.isEmpty()
                  ? from == 0 && ends.startCondition() == EdgeCondition.ALWAYS
                  : gap.isAnything())
              && (end < nodes.size()
                  ? !made.isEmpty() || isAnything(nodes, end)
                  : !made.isEmpty() && ends.endCondition() == EdgeCondition.ALWAYS);
      double first = made.isEmpty() ? 0 : pieces.findingCost(made.get(0));
      Optional<PieceMaker.Piece> piece =
          pieces.piece(nodes.subList(at, end), role, onDemand, first);
      if (piece.isEmpty()) {
        break;
      }
      if (gap != null) {
        gaps.add(gap);
      }
      made.add(piece.get().factors());
      int done = at + piece.get().length();
      ended.add(done);
      if (done == end && end < nodes.size()) {
        gap = gap(nodes.get(end), wide);
        at = end + 1;
      } else {
        break;
      }
    }
    Optional<Head> head = from == 0 ? Optional.empty() : Optional.of(head(ends, nodes, from, wide));
    int start = from == 0 ? ends.startCondition() : EdgeCondition.ALWAYS;
    if (ended.topInt() < nodes.size()) {
      // A tail would have to be entered behind each place of a piece that is looked for on demand.
      while (made.getLast().get(0).onDemand()) {
        if (made.size() == 1) {
          throw new NotSearchableException("no window");
        }
        made.removeLast();
        gaps.removeLast();
        ended.popInt();
      }
    }
    int done = ended.topInt();
    if (done == nodes.size()) {
      return new Chain(rule, start, head, made, gaps, Optional.empty(), ends.endCondition());
    }
    List<RegexNode> rest = new ArrayList<>(nodes.subList(done, nodes.size()));
    rest.addAll(ends.after());
    Optional<Nfa> tail = Optional.of(pieces.tail(rest));
    return new Chain(rule, start, head, made, gaps, tail, EdgeCondition.ALWAYS);
  }

  /** What a piece behind a gap is to its chain, if so much of the rule is left. */
  private PieceMaker.Role role(List<List<Factor>> before, Gap gap, List<RegexNode> rest, int wide) {
    return before.isEmpty()
        ? PieceMaker.Role.FIRST
        : role(pieces.findingCost(before.get(0)), gap, rest, wide);
  }

  /** The same behind a first piece that costs so much for being found. */
  private PieceMaker.Role role(double first, Gap gap, List<RegexNode> rest, int wide) {
    if (pieces.gapCosts().isLasting(gap, first)) {
      return PieceMaker.Role.AFTER_ANYTHING;
    }
    boolean endless = pieces.gapCosts().isEndless(gap);
    for (int i = 0; i < rest.size() && !endless; i++) {
      Gap later = gap(rest.get(i), wide);
      endless = later != null && pieces.gapCosts().isEndless(later);
    }
    return endless ? PieceMaker.Role.BEFORE_ENDLESS : PieceMaker.Role.LATER;
  }

  /** What comes before a piece that is not the first: up to the gap before it, and that. */
  private Head head(Ends ends, List<RegexNode> nodes, int from, int wide)
      throws NotSearchableException {
    List<RegexNode> before = new ArrayList<>(ends.before());
    if (before.removeIf(START_OF_LINE::equals)) {
      // A piece is behind it, so a line that starts there is not the end of the input.
      before.add(0, AFTER_NEWLINE);
    }
    before.addAll(nodes.subList(0, from - 1));
    return new Head(pieces.head(before), gap(nodes.get(from - 1), wide));
  }

  private static Gap gap(RegexNode node, int wide) {
    if (!(node instanceof RegexNode.Repeat repeat)
        || !(repeat.body() instanceof RegexNode.Symbols symbols)) {
      return null;
    }
    SymbolSet set = symbols.set();
    if (repeat.max() == RegexNode.Repeat.UNBOUNDED) {
      return repeat.min() > Gap.MAX_LENGTH ? null : new Gap(set, repeat.min(), Gap.UNBOUNDED);
    }
    return repeat.max() > wide && repeat.max() <= Gap.MAX_LENGTH
        ? new Gap(set, repeat.min(), repeat.max())
        : null;
  }
}
