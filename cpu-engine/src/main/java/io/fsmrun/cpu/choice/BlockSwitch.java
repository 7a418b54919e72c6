package io.fsmrun.cpu.choice;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Scans blocks by one of two techniques, as a {@link TechniqueChoice} says, and tells it what that
 * costs. Mutable, for one thread.
 *
 * <p>Looking at the clock costs as much as scanning some dozens of bytes. So of short blocks one is
 * measured now and then, and stands for those since the last that was; which one, is random.
 */
public final class BlockSwitch {

  /**
   * Of what takes so many nanoseconds a fortieth is looking at the clock. A block that should take
   * as long is always measured, within bounds; a shorter one stands for as many bytes, or for less
   * than twice as many.
   */
  private static final long MEASURED_NANOS = 2_000;

  private static final int LEAST_MEASURED = 1 << 9;
  private static final int MOST_MEASURED = 1 << 11;

  private final TechniqueChoice choice;
  private final Techniques techniques;

  /** Whether the last block that was measured was run by the automaton. */
  private boolean automaton;

  /** A block of at least so many bytes is measured. */
  private int longBytes = LEAST_MEASURED;

  /** Bytes since the last block that was measured, and how many make the next one be. */
  private int unmeasured;

  private int mostUnmeasured;

  /** When the last part ended that was measured; 0 before. */
  private long lastEnd;

  private int seed = 1;

  /** What was searched while that mattered; null before. */
  private Recurrence recurrence;

  /** The two ways in which a session scans. */
  public interface Techniques {

    /**
     * Runs a block by the automaton, which takes the state over first if it is elsewhere.
     *
     * @param input holds the block
     * @param from index of its first byte
     * @param to index after its last
     * @param position the stream's position at {@code from}
     * @param out takes reports
     * @param goesOn asked now and then with the number of bytes done; false gives the block up
     * @return whether the block was run; if not, some of its reports were made, and the state at
     *     its start is where it was
     */
    boolean runAutomaton(
        byte[] input, int from, int to, long position, ReportBuffer out, IntPredicate goesOn);

    /**
     * Whether the automaton stands at a position without having the state: it has handed it over
     * there, or {@linkplain #follow followed} since. It need not take it over then.
     *
     * @param position of the stream
     * @return false if it has the state
     */
    boolean stands(long position);

    /**
     * Runs the automaton over bytes that were searched, from where it {@linkplain #stands stands};
     * what it finds is dropped.
     *
     * @param input holds the bytes
     * @param from index of the first
     * @param to index after the last
     * @param position the stream's position at {@code from}
     * @param goesOn asked now and then; after false the automaton stands nowhere
     */
    void follow(byte[] input, int from, int to, long position, BooleanSupplier goesOn);

    /**
     * Has the state handed over by the automaton, if it is there.
     *
     * @return whether it was there
     */
    boolean takeState();

    /**
     * Searches a block, with the state that was taken.
     *
     * @param input holds the block
     * @param from index of its first byte
     * @param to index after its last
     * @param position the stream's position at {@code from}
     * @param out takes reports
     */
    void search(byte[] input, int from, int to, long position, ReportBuffer out);

    /**
     * What the search has put off: it, or handing the state over to the automaton, will take so
     * much longer some time.
     *
     * @return nanoseconds, as far as known
     */
    long owedNanos();

    /**
     * What the last block has cost that other blocks had to pay for, less what it has paid for
     * others: some search a few short blocks together.
     *
     * @return nanoseconds to be added to what searching it took
     */
    default long sharedNanos() {
      return 0;
    }

    /** Does what the search has put off. */
    void settle();

    /**
     * Whether much of what was searched last was new to the search, which remembers it: the same
     * takes less time when it comes again.
     *
     * @return false if the search remembers nothing
     */
    boolean isLearning();
  }

  /**
   * A switch.
   *
   * @param choice decides
   * @param techniques scan
   */
  public BlockSwitch(TechniqueChoice choice, Techniques techniques) {
    this.choice = choice;
    this.techniques = techniques;
  }

  /**
   * Scans a block.
   *
   * @param input holds it
   * @param from index of its first byte
   * @param to index after its last
   * @param position the stream's position at {@code from}
   * @param out takes reports
   */
  public void scan(byte[] input, int from, int to, long position, ReportBuffer out) {
    int bytes = to - from;
    if (bytes == 0) {
      // All that it says is where the stream stands.
      techniques.takeState();
      techniques.search(input, from, to, position, out);
      return;
    }
    unmeasured += bytes;
    if (bytes < longBytes && unmeasured < mostUnmeasured && !choice.isTrying()) {
      scanUnmeasured(input, from, to, position, out);
      return;
    }
    int stoodFor = Math.max(unmeasured, bytes);
    unmeasured = 0;
    // As far as the automaton has come, where it may go on behind a probe.
    int followed = from;
    int at = from;
    while (at < to) {
      at = scanPart(input, at, to, position + (at - from), out, stoodFor - (at - from));
      if (automaton || !choice.isTrying()) {
        followed = at;
      } else if (at == to || !choice.isProbing()) {
        follow(input, followed, at, position + (followed - from));
        followed = at;
      }
    }
    seed = seed * 0x41C64E6D + 0x3039;
    mostUnmeasured = longBytes + (seed >>> 16) % longBytes;
  }

  /** Has the automaton run over what was searched, if it stands before that. */
  private void follow(byte[] input, int from, int to, long position) {
    if (!techniques.stands(position)) {
      return;
    }
    long start = System.nanoTime();
    techniques.follow(input, from, to, position, () -> choice.goesOn(0, System.nanoTime() - start));
    lastEnd = System.nanoTime();
    choice.followed(lastEnd - start);
  }

  /** Runs all of a block, or searches some of it; returns where that ends. */
  private int scanPart(
      byte[] input, int from, int to, long position, ReportBuffer out, int stoodFor) {
    // Where the automaton stands it needs nothing of what was put off.
    automaton = choice.prefersAutomaton() && (techniques.stands(position) || settle());
    if (automaton && run(input, from, to, position, out, stoodFor)) {
      return to;
    }
    int part = choice.partBytes();
    // What is left over must not be much shorter than a part.
    boolean all = part >= to - from - part / 2;
    int end = all ? to : from + part;
    search(input, from, end, position, out, all ? stoodFor : part);
    if (choice.asksWhetherInputRepeats() && Repetition.isNext(input, from, end, to)) {
      choice.inputRepeats();
    }
    if (choice.asksWhetherInputRecurs()) {
      lookWhetherInputRecurs(input, from, end, position);
    }
    return end;
  }

  private void lookWhetherInputRecurs(byte[] input, int from, int to, long position) {
    if (recurrence == null) {
      recurrence = new Recurrence();
    }
    recurrence.add(input, from, to, position);
    if (recurrence.period() > 0) {
      choice.inputRecurs(recurrence.period());
    }
  }

  /** Does what was put off, a cost of searching; returns whether the automaton is still to run. */
  private boolean settle() {
    long owed = techniques.owedNanos();
    if (owed == 0) {
      // Nothing, or nobody knows how much: still no cost of the automaton.
      techniques.settle();
      return true;
    }
    long start = begin();
    techniques.settle();
    lastEnd = System.nanoTime();
    return choice.settled(owed, lastEnd - start);
  }

  private void scanUnmeasured(byte[] input, int from, int to, long position, ReportBuffer out) {
    if (!automaton
        || !techniques.runAutomaton(input, from, to, position, out, BlockSwitch::always)) {
      techniques.takeState();
      techniques.search(input, from, to, position, out);
    }
  }

  private static boolean always(int done) {
    return true;
  }

  private boolean run(
      byte[] input, int from, int to, long position, ReportBuffer out, int stoodFor) {
    long start = begin();
    automaton =
        techniques.runAutomaton(
            input, from, to, position, out, done -> choice.goesOn(done, System.nanoTime() - start));
    lastEnd = System.nanoTime();
    long nanos = took(to - from, lastEnd - start);
    if (automaton && !choice.isTrying()) {
      choice.ran(stoodFor, scaled(nanos, stoodFor, to - from), true);
    } else {
      choice.ran(to - from, nanos, automaton);
    }
    return automaton;
  }

  private void search(
      byte[] input, int from, int to, long position, ReportBuffer out, int stoodFor) {
    long start = begin();
    if (techniques.takeState()) {
      long taken = System.nanoTime();
      choice.handedOver(taken - start);
      start = taken;
    }
    long owed = techniques.owedNanos();
    techniques.search(input, from, to, position, out);
    lastEnd = System.nanoTime();
    long owedNow = techniques.owedNanos();
    long nanos = took(to - from, lastEnd - start) + owedNow - owed + techniques.sharedNanos();
    nanos = Math.max(1, nanos);
    choice.searched(stoodFor, scaled(nanos, stoodFor, to - from), techniques.isLearning());
    choice.putOff(owedNow);
  }

  /** Takes note of how long some bytes took. */
  private long took(int bytes, long nanos) {
    long inTime = bytes * MEASURED_NANOS / Math.max(1, nanos);
    longBytes = Math.clamp(inTime, LEAST_MEASURED, MOST_MEASURED);
    return nanos;
  }

  private long begin() {
    long start = System.nanoTime();
    if (lastEnd != 0) {
      choice.idle(start - lastEnd);
    }
    return start;
  }

  private static long scaled(long nanos, int stoodFor, int bytes) {
    return nanos * stoodFor / bytes;
  }
}
