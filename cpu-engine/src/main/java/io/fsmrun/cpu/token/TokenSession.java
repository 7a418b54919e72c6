package io.fsmrun.cpu.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.BlockSwitch;
import io.fsmrun.cpu.choice.StateRunner;
import io.fsmrun.cpu.choice.TechniqueChoice;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Scans with a {@link TokenEngine}. Between two bytes it stands in a token, in a state of the
 * cache, or after a number of delimiters. While the cache is of no use, tokens are walked without
 * it.
 *
 * <p>Blocks that are slow to scan so are run by an automaton of the whole program instead, where
 * that is faster ({@link BlockSwitch}).
 */
final class TokenSession implements BlockSession, BlockSwitch.Techniques {

  /** A cache that is forgotten after fewer bytes for each of its states is of no use. */
  private static final int LEAST_BYTES_PER_STATE = 16;

  /** How many bytes are walked without the cache, the first time; twice as many each time. */
  private static final long FIRST_BYPASS_BYTES = 1 << 16;

  private static final long LONGEST_BYPASS_BYTES = 1 << 26;

  /** While fewer bytes, on average, need something new, the cache fills. */
  private static final int LEAST_BYTES_PER_NEWS = 64;

  /** After so many bytes that are the same the state is expected to be, too. */
  private static final int ONE_BYTE_STEPS = 64;

  private final PredicateAutomaton automaton;
  private final ChainLayout layout;
  private final TokenCache cache;
  private final ChainRunner chains;
  private final TokenLanes lanes = new TokenLanes();
  private final byte[] classOf;
  private final int mostRun;

  /** Delimiters since the last token, or before this one; the largest number means more, too. */
  private int run;

  /** In the cache; void while it is bypassed. */
  private int state;

  /** How often the last block that was searched needed what the cache did not know. */
  private int news;

  private int lastBytes;
  private long bypassBytes;
  private long nextBypass = FIRST_BYPASS_BYTES;

  /** Bytes of all streams before the block, and at the last flush. */
  private long scannedBytes;

  private long flushedAt;
  private long clockShift;

  private final long[] seen;
  private final TokenRows bypassRow;
  private int[] set;
  private int[] nextSet;
  private int setSize;

  private final Optional<TokenUnion> automatonOfAll;
  private final BlockSwitch blocks;

  /** Null before the automaton of the whole program is tried. */
  private StateRunner union;

  /**
   * A session at the start of a stream.
   *
   * @param choice decides how blocks are scanned
   * @param automatonOfAll the automaton of the whole program; without one the choice must always
   *     search
   */
  TokenSession(
      PredicateAutomaton automaton,
      ChainLayout layout,
      TokenOptions options,
      TechniqueChoice choice,
      Optional<TokenUnion> automatonOfAll) {
    this.automatonOfAll = automatonOfAll;
    this.blocks = new BlockSwitch(choice, this);
    this.automaton = automaton;
    this.layout = layout;
    cache = new TokenCache(automaton, layout, options.cacheBytes());
    chains = new ChainRunner(layout, StepKernel.choose(options.vectors()));
    classOf = automaton.classOf();
    mostRun = layout.runKinds - 1;
    seen = new long[(automaton.stateCount() + Long.SIZE - 1) / Long.SIZE];
    bypassRow = new TokenRows(layout);
    set = new int[automaton.stateCount()];
    nextSet = new int[automaton.stateCount()];
    start();
  }

  @Override
  public void start() {
    if (union != null) {
      union.forget();
    }
    chains.start();
    run = 0;
    state = TokenCache.BEFORE_TOKEN;
    setSize = 1;
    set[0] = 0;
  }

  @Override
  public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    blocks.scan(input, from, to, position, reports);
  }

  @Override
  public boolean runAutomaton(
      byte[] input, int from, int to, long position, ReportBuffer reports, IntPredicate goesOn) {
    if (union == null) {
      union = new StateRunner(automatonOfAll.orElseThrow().automaton());
    }
    if (!union.isAhead() && !union.stands(position)) {
      giveState();
    }
    return union.scan(input, from, to, position, reports, goesOn);
  }

  @Override
  public boolean stands(long position) {
    return union != null && union.stands(position);
  }

  @Override
  public void follow(byte[] input, int from, int to, long position, BooleanSupplier goesOn) {
    union.follow(input, from, to, position, goesOn);
  }

  private void giveState() {
    if (bypassBytes == 0) {
      leaveCache(state);
    }
    union.states().clear();
    boolean inToken = !beforeToken();
    if (inToken || run > 0) {
      for (int i = 0; i < setSize; i++) {
        seen[set[i] >> 6] |= 1L << set[i];
      }
      automatonOfAll.orElseThrow().enter(inToken, run, seen, chains, union.states());
      Arrays.fill(seen, 0);
    }
  }

  @Override
  public boolean takeState() {
    if (union == null || !union.isAhead()) {
      return false;
    }
    union.leave();
    TokenUnion states = automatonOfAll.orElseThrow();
    int place = states.leave(union.states(), chains, seen);
    run = states.run(place);
    standBeforeToken();
    if (states.inToken(place)) {
      setSize = 0;
      for (int state = 0; state < automaton.stateCount(); state++) {
        if ((seen[state >> 6] >>> state & 1) != 0) {
          set[setSize++] = state;
        }
      }
    }
    Arrays.fill(seen, 0);
    if (bypassBytes == 0) {
      state = cache.stateFor(set, setSize);
    }
    return true;
  }

  @Override
  public void search(byte[] input, int from, int to, long position, ReportBuffer reports) {
    long shift = position - from;
    clockShift = scannedBytes - from;
    news = 0;
    lastBytes = to - from;
    int i = from;
    while (i < to) {
      i =
          bypassBytes > 0
              ? scanBypassing(input, i, to, shift, reports)
              : scanKnown(input, i, to, shift, reports);
    }
    scannedBytes += to - from;
  }

  @Override
  public long owedNanos() {
    return 0;
  }

  @Override
  public void settle() {
    // Nothing is put off.
  }

  @Override
  public boolean isLearning() {
    return news > lastBytes / LEAST_BYTES_PER_NEWS;
  }

  /** Chunks that the cache knows, side by side; what it does not know, byte by byte. */
  private int scanKnown(byte[] input, int from, int to, long shift, ReportBuffer reports) {
    int i = from;
    while (to - i >= TokenLanes.CHUNK && bypassBytes == 0) {
      int end = i + TokenLanes.CHUNK;
      int same = scanOneByte(input, i, end, shift, reports);
      if (same > i || !lanes.walk(cache, classOf, automaton.delimiterClass(), input, i, state)) {
        i = bypassBytes == 0 ? scanCached(input, same, end, shift, reports) : same;
        continue;
      }
      for (int lane = 0; lane < TokenLanes.LANES; lane++) {
        takeEvents(lane * TokenLanes.STRIDE, lanes.counts[lane], shift, reports);
      }
      state = lanes.lastState;
      i = end;
    }
    return bypassBytes == 0 ? scanCached(input, i, to, shift, reports) : i;
  }

  /**
   * Bytes that are all the same soon change nothing any more, mostly.
   *
   * @return how far was scanned: to the end, or to where the rest has to be, or not at all
   */
  private int scanOneByte(byte[] input, int from, int to, long shift, ReportBuffer reports) {
    if (Arrays.mismatch(input, from, to - 1, input, from + 1, to) >= 0) {
      return from;
    }
    int symbolClass = classOf[input[from] & 0xff] & 0xff;
    int i = from;
    while (i < from + ONE_BYTE_STEPS && bypassBytes == 0) {
      if (isStill(symbolClass)) {
        return to;
      }
      i = scanCached(input, i, i + 1, shift, reports);
    }
    return i;
  }

  /** Whether a byte would change nothing and report nothing. */
  private boolean isStill(int symbolClass) {
    return symbolClass == automaton.delimiterClass()
        ? state == TokenCache.BEFORE_TOKEN && run == mostRun && !chains.reportsAt(run)
        : cache.next[state + symbolClass] == state;
  }

  private void takeEvents(int first, int count, long shift, ReportBuffer reports) {
    for (int event = first; event < first + count; event++) {
      int entry = lanes.entries[event];
      long end = lanes.ends[event] + shift;
      if (entry == ~TokenCache.NO_TOKEN) {
        furtherDelimiter(end, reports);
      } else {
        chains.token(cache.rows, cache.row(~entry, run), run, end, reports);
        run = 1;
      }
    }
  }

  /** Ends early if the cache turns out to be of no use. */
  private int scanCached(byte[] input, int from, int to, long shift, ReportBuffer reports) {
    byte[] classes = classOf;
    int[] next = cache.next;
    int now = state;
    int i = from;
    while (i < to) {
      int entry = next[now + (classes[input[i++] & 0xff] & 0xff)];
      if (entry >= 0) {
        now = entry;
        continue;
      }
      if (entry == TokenCache.UNKNOWN) {
        entry = resolve(now, input[i - 1], i + clockShift);
        next = cache.next;
      }
      now = Math.max(entry, TokenCache.BEFORE_TOKEN);
      if (entry == ~TokenCache.NO_TOKEN) {
        furtherDelimiter(i + shift, reports);
      } else if (entry < 0) {
        chains.token(cache.rows, cache.row(~entry, run), run, i + shift, reports);
        run = 1;
      }
      if (bypassBytes > 0) {
        leaveCache(now);
        break;
      }
    }
    state = now;
    return i;
  }

  /** Extends the cache. If that made it forget too soon, the next bytes will bypass it. */
  private int resolve(int now, byte symbol, long clock) {
    long flushes = cache.flushes();
    int states = cache.stateCount();
    news++;
    int entry = cache.resolve(now, classOf[symbol & 0xff] & 0xff);
    if (cache.flushes() != flushes) {
      if (clock - flushedAt < (long) states * LEAST_BYTES_PER_STATE) {
        bypassBytes = nextBypass;
        nextBypass = Math.min(2 * nextBypass, LONGEST_BYPASS_BYTES);
      } else {
        nextBypass = FIRST_BYPASS_BYTES;
      }
    }
    return entry;
  }

  private void leaveCache(int now) {
    int[] states = cache.set(now);
    setSize = states.length;
    System.arraycopy(states, 0, set, 0, setSize);
  }

  private boolean beforeToken() {
    return setSize == 1 && set[0] == 0;
  }

  private void standBeforeToken() {
    setSize = 1;
    set[0] = 0;
  }

  /** O(edges of predicates) a byte. Ends early when it is time to try the cache again. */
  private int scanBypassing(byte[] input, int from, int to, long shift, ReportBuffer reports) {
    int end = (int) Math.min(to, from + bypassBytes);
    for (int i = from; i < end; i++) {
      int symbolClass = classOf[input[i] & 0xff] & 0xff;
      if (symbolClass != automaton.delimiterClass()) {
        setSize = automaton.step(set, setSize, symbolClass, seen, nextSet);
        int[] swapped = set;
        set = nextSet;
        nextSet = swapped;
      } else if (beforeToken()) {
        furtherDelimiter(i + 1 + shift, reports);
      } else {
        bypassRow.clear();
        int row = bypassRow.add(automaton.accepted(set, setSize), run);
        chains.token(bypassRow, row, run, i + 1 + shift, reports);
        run = 1;
        standBeforeToken();
      }
    }
    bypassBytes -= end - from;
    if (bypassBytes == 0) {
      state = cache.stateFor(set, setSize);
      flushedAt = end + clockShift;
    }
    return end;
  }

  private void furtherDelimiter(long end, ReportBuffer reports) {
    run = Math.min(run + 1, mostRun);
    chains.delimiter(run, end, reports);
  }

  @Override
  public void finish(byte[] input, int to, long position, ReportBuffer reports) {
    // All matches end with a delimiter, so none depends on the end of the stream.
  }

  @Override
  public void save(BinaryWriter out) {
    takeState();
    if (bypassBytes == 0) {
      leaveCache(state);
    }
    out.writeInt(run);
    out.writeInt(setSize);
    int previous = 0;
    for (int i = 0; i < setSize; i++) {
      out.writeInt(set[i] - previous);
      previous = set[i];
    }
    chains.save(out);
  }

  @Override
  public void restore(BinaryReader in, long position) {
    if (union != null) {
      union.forget();
    }
    run = in.readInt(layout.runKinds, "delimiters");
    setSize = in.readInt(automaton.stateCount() + 1L, "states");
    int previous = 0;
    for (int i = 0; i < setSize; i++) {
      previous += in.readInt(automaton.stateCount() - (long) previous, "a state");
      if (i > 0 && previous <= set[i - 1]) {
        throw in.damaged("states out of order");
      }
      set[i] = previous;
    }
    if (setSize > 1 && set[0] == 0) {
      throw in.damaged("inside a token and before it");
    }
    chains.restore(in);
    if (bypassBytes == 0) {
      state = cache.stateFor(set, setSize);
    }
  }
}
