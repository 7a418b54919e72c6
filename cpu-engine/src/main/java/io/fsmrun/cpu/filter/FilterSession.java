package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.BlockSwitch;
import io.fsmrun.cpu.choice.TechniqueChoice;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Finds windows, checks the factors around them, and joins pieces to chains.
 *
 * <p>Blocks that are slow to search are run by an automaton instead ({@link ChainRunner}), where
 * that is faster ({@link BlockSwitch}).
 *
 * <p>A block's windows are looked for from some bytes before it on, as far as a match that ends in
 * the block may reach back from it; so no match in progress has to be remembered from block to
 * block. What ends before the block was said before. All that is remembered is whether anything may
 * be in progress at all ({@link PassSearch#leaveOpen}): mostly nothing is, and a few bytes will do.
 */
final class FilterSession implements BlockSession, BlockSwitch.Techniques {

  private final FilterEngine engine;
  private final LinkTable links;
  private final FactorTable factors;
  private final LinkEnds ends;
  private final PassSearch search;

  /** Runs what follows the pieces found, or null. */
  private final Tails tails;

  /** Looks for pieces that are not searched for, or null. */
  private final DemandSearch demands;

  /** Finds what comes before the pieces that are searched for, or null. */
  private final HeadSearch heads;

  private byte[] input = ByteArrays.EMPTY_ARRAY;
  private int to;
  private int lowest;

  /** The stream's position at index 0 of the input. */
  private long origin;

  /** Ends are told in {@code (after, until]}, or one earlier if the byte behind matters. */
  private long after;

  private long until;
  private boolean atEnd;

  /** The index where a whole input ends, behind which no block follows; else negative. */
  private int wholeEnd = -1;

  private ReportBuffer reports;

  /** Runs the automaton of all chains; null before it is tried. */
  private ChainRunner chains;

  private final Optional<ChainUnion> union;
  private final BlockSwitch blocks;

  /**
   * A session at the start of a stream.
   *
   * @param choice decides how blocks are scanned
   * @param union the automaton of all chains; without one the choice must always search
   */
  FilterSession(FilterEngine engine, TechniqueChoice choice, Optional<ChainUnion> union) {
    this.union = union;
    this.blocks = new BlockSwitch(choice, this);
    this.engine = engine;
    this.links = engine.links();
    this.factors = engine.factors();
    this.ends = new LinkEnds(links, engine.reach());
    this.search = new PassSearch(engine);
    ChainAutomata automata = engine.automata();
    this.tails = automata.tails().isEmpty() ? null : new Tails(automata.tails());
    this.demands =
        engine.demands().count() == 0 ? null : new DemandSearch(engine.demands(), links, ends);
    this.heads =
        automata
            .heads()
            .map(made -> new HeadSearch(made, engine.reversedHeads(), ends))
            .orElse(null);
    start();
  }

  @Override
  public void start() {
    search.start();
    ends.clear();
    if (heads != null) {
      heads.start();
    }
    if (tails != null) {
      tails.clear();
    }
    if (chains != null) {
      chains.leave();
    }
  }

  @Override
  public void scan(byte[] bytes, int from, int end, long position, ReportBuffer buffer) {
    blocks.scan(bytes, from, end, position, buffer);
  }

  @Override
  public void scanWhole(byte[] bytes, int from, int end, ReportBuffer buffer) {
    wholeEnd = end;
    try {
      BlockSession.super.scanWhole(bytes, from, end, buffer);
    } finally {
      wholeEnd = -1;
    }
  }

  @Override
  public void lend(byte[] bytes) {
    if (heads != null) {
      heads.lend(bytes);
    }
  }

  @Override
  public void lendStreams(byte[] bytes, int end) {
    lend(bytes);
    search.lendStreams(bytes, end);
  }

  @Override
  public void takeBack() {
    search.takeBack();
    if (heads != null) {
      heads.takeBack();
    }
    if (demands != null) {
      demands.forget();
    }
    ends.forget();
    input = ByteArrays.EMPTY_ARRAY;
  }

  @Override
  public boolean runAutomaton(
      byte[] bytes, int from, int end, long position, ReportBuffer buffer, IntPredicate goesOn) {
    if (chains == null) {
      chains = new ChainRunner(union.orElseThrow(), ends, engine.reach());
    }
    if (!stands(position)) {
      settle();
    }
    boolean whole = chains.scan(bytes, from, end, position, headRunner(), tails, buffer, goesOn);
    if (whole) {
      until = position + (end - from);
    }
    return whole;
  }

  @Override
  public boolean stands(long position) {
    return chains != null && chains.stands(position);
  }

  @Override
  public void follow(byte[] bytes, int from, int end, long position, BooleanSupplier goesOn) {
    chains.follow(bytes, from, end, position, goesOn);
  }

  private SetRunner headRunner() {
    return heads == null ? null : heads.runner();
  }

  @Override
  public boolean takeState() {
    if (chains == null || !chains.isAhead()) {
      return false;
    }
    if (chains.handOver(headRunner(), tails, this::search) && heads != null) {
      heads.resume();
    }
    return true;
  }

  @Override
  public void search(byte[] bytes, int from, int end, long position, ReportBuffer buffer) {
    int at = from;
    do {
      int stop = Math.min(end, at + search.slice());
      searchSlice(bytes, at, stop, position + (at - from), buffer);
      at = stop;
    } while (at < end);
  }

  @Override
  public long sharedNanos() {
    return search.sharedNanos();
  }

  @Override
  public long owedNanos() {
    return heads == null ? 0 : heads.owedNanos();
  }

  @Override
  public void settle() {
    if (heads != null) {
      heads.catchUp();
    }
  }

  @Override
  public boolean isLearning() {
    return false;
  }

  private void searchSlice(byte[] bytes, int from, int end, long position, ReportBuffer buffer) {
    run(bytes, from, end, position, buffer, false);
    if (tails != null) {
      tails.run(input, from, to, origin, reports);
    }
    if (end == wholeEnd) {
      return;
    }
    if (heads != null) {
      heads.endBlock();
    }
    if (demands != null) {
      demands.endBlock();
    }
    if (heads != null || !ends.isEmpty()) {
      ends.endBlock(until);
    }
  }

  @Override
  public void finish(byte[] bytes, int end, long position, ReportBuffer buffer) {
    if (chains != null && chains.isAhead()) {
      chains.finish(position, buffer);
    } else {
      if (engine.endsLookAhead() && search.isOpen(position)) {
        run(bytes, end, end, position, buffer, true);
      }
      if (tails != null) {
        tails.finish(position, buffer);
      }
    }
    if (heads != null) {
      heads.finish();
    }
  }

  private void run(
      byte[] bytes, int from, int end, long position, ReportBuffer buffer, boolean last) {
    input = bytes;
    to = end;
    origin = position - from;
    lowest = from - (int) Math.min(position, engine.historyBytes());
    after = position;
    until = position + (end - from);
    atEnd = last;
    reports = buffer;
    ends.read(bytes, origin, after, until);
    if (heads != null) {
      heads.read(bytes, lowest, origin, position, end - from);
    }
    if (demands != null) {
      demands.read(bytes, lowest, from, end, origin, buffer);
    }
    search.find(bytes, lowest, from, end, origin);
    while (search.next()) {
      check(search.place(), search.entry());
    }
  }

  private void check(int place, int entry) {
    int factor = FoundEntry.factor(entry);
    int start = place - FoundEntry.offset(entry);
    int end = start + factors.length(factor);
    int sole = links.soleRule(factor);
    if (sole >= 0) {
      if (origin + end > after) {
        reports.add(sole, origin + end);
      }
      return;
    }
    // If all that it can end at was told before, nothing is left to say.
    if (origin + end + factors.maxAfter(factor) + (atEnd ? 1 : 0) < after) {
      return;
    }
    for (int i = links.ownerStart(factor); i < links.ownerStart(factor + 1); i++) {
      int link = links.owner(i);
      if (mayMatter(link, start, place) && starts(factor, link, start, place)) {
        tellEnds(factor, link, end, place);
      }
    }
  }

  /** Whether a match of a link would tell anything new. */
  private boolean mayMatter(int link, int start, int place) {
    int previous = links.previous(link);
    if (previous >= 0) {
      if (links.isHead(previous) && !heads.knows(previous, origin + start)) {
        heads.reach(origin + start);
      }
      if (!ends.isLive(previous) && !isToldLater(previous, start)) {
        return false;
      }
    }
    return !ends.isSettledBefore(link, origin + place);
  }

  /** Whether a link's ends are perhaps not told up to a place yet. */
  private boolean isToldLater(int link, int index) {
    return links.isHead(link)
        ? heads.isAhead(origin + index)
        : demands != null && demands.isToldLater(link);
  }

  private void tellEnds(int factor, int link, int end, int place) {
    BitNfa behind = factors.after(factor);
    if (behind == null || behind.acceptsNothing()) {
      tell(link, end, place);
    }
    if (behind == null) {
      return;
    }
    if (end == to) {
      search.leaveOpen();
      return;
    }
    long active = behind.start(input[end] & 0xff);
    for (int i = end + 1; active != 0; i++) {
      if (behind.accepts(active)) {
        tell(link, i, place);
      }
      if (i == to) {
        search.leaveOpen();
        return;
      }
      active = behind.step(active, input[i] & 0xff);
    }
  }

  /** Whether a match may start such that the string does at an index. */
  private boolean starts(int factor, int link, int index, int place) {
    BitNfa ahead = factors.before(factor);
    if (ahead == null) {
      return mayStart(link, index, place);
    }
    if (ahead.acceptsNothing() && mayStart(link, index, place)) {
      return true;
    }
    if (index == lowest) {
      return false;
    }
    long active = ahead.start(input[index - 1] & 0xff);
    for (int i = index - 1; active != 0; i--) {
      if (ahead.accepts(active) && mayStart(link, i, place)) {
        return true;
      }
      active = i > lowest ? ahead.step(active, input[i - 1] & 0xff) : 0;
    }
    return false;
  }

  private boolean mayStart(int link, int index, int place) {
    int previous = links.previous(link);
    if (previous >= 0) {
      if (links.isHead(previous)) {
        return heads.precedes(previous, origin + index, origin + place);
      }
      if (demands != null) {
        demands.reach(previous, index, place);
      }
      return ends.reaches(previous, origin + index, origin + place);
    }
    int condition = links.startCondition(link);
    if (condition == EdgeCondition.ALWAYS) {
      return true;
    }
    return EdgeCondition.allows(
        condition,
        EdgeCondition.before(input, index, origin + index),
        EdgeCondition.after(input, index));
  }

  private void tell(int link, int index, int place) {
    long end = origin + index;
    int condition = links.endCondition(link);
    if (condition != EdgeCondition.ALWAYS) {
      if (end >= until - 1) {
        search.leaveOpen();
      }
      if (mayEnd(condition, index, end)) {
        reports.add(links.rule(link), end);
      }
    } else if (end > after && end <= until) {
      int tail = links.tail(link);
      if (tail >= 0) {
        tails.begin(tail, input, index - 1, to, origin);
      } else if (links.isLast(link)) {
        reports.add(links.rule(link), end);
      } else {
        ends.add(link, end, origin + place);
        if (demands != null) {
          demands.follow(link, index);
        }
      }
    }
  }

  /** Whether a condition on the next byte holds, and was not known to before this block. */
  private boolean mayEnd(int condition, int index, long end) {
    int before = EdgeCondition.before(input, index, end);
    if (atEnd) {
      if (end == until) {
        return EdgeCondition.allows(condition, before, EdgeCondition.AFTER_END);
      }
      return end == until - 1
          && input[index] == '\n'
          && EdgeCondition.allows(condition, before, EdgeCondition.AFTER_LAST_NEWLINE)
          && !EdgeCondition.allows(condition, before, EdgeCondition.AFTER_NEWLINE);
    }
    return end >= after
        && end < until
        && EdgeCondition.allows(condition, before, EdgeCondition.after(input, index));
  }

  @Override
  public void save(BinaryWriter state) {
    takeState();
    settle();
    ends.save(state, until);
    if (heads != null) {
      heads.save(state);
    }
    if (tails != null) {
      tails.save(state, until);
    }
  }

  @Override
  public void restore(BinaryReader state, long position) {
    search.start();
    if (chains != null) {
      chains.leave();
    }
    ends.restore(state, position);
    if (heads != null) {
      heads.restore(state);
    }
    if (tails != null) {
      tails.restore(state, position);
    }
    until = position;
  }

  @Override
  public void saveProgress(BinaryWriter out) {
    search.save(out, until);
  }

  @Override
  public void restoreProgress(BinaryReader in) {
    search.restore(in, until);
  }
}
