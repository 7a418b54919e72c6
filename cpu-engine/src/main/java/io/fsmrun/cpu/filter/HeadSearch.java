package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;

/**
 * Finds the ends of heads, on demand: where a piece was found that needs to know them, and at the
 * end of a block. All heads are one lazily determinised automaton. It need not run over what lies
 * before the last byte that breaks all gaps: behind that, only ends matter that are found by
 * looking from a little before it on, if the automaton's state can be told there ({@link
 * SetRunner#converge}). So in lines of text little is run; in the worst case, all of it, once. A
 * single head that a piece needs is mostly told by reading backwards ({@link HeadLookBack}), and
 * nothing is run. Mutable, for one thread.
 */
final class HeadSearch {

  /** How far before the first end that matters the state is looked for. */
  private static final int LOOK_BACK = 64;

  private static final int FARTHER = 8;
  private static final int MOST_LOOK_BACK = 1 << 12;

  /** Less than this is run rather than jumped over. */
  private static final int LEAST_JUMP = 512;

  /** After looking for the state in vain, so many bytes are run, then twice as many, and so on. */
  private static final int LEAST_WAIT = 1 << 12;

  private static final int MOST_WAIT = 1 << 19;

  /** A set that was not met before costs as much as running over so many bytes. */
  private static final int SET_BYTES = 512;

  private final SetRunner runner;
  private final HeadLookBack lookBehind;
  private final LinkEnds ends;
  private final ReportBuffer found = new ReportBuffer();
  private byte[] input;
  private long origin;

  /** Up to this position all ends that matter are told. */
  private long known;

  private long wait;
  private int nextWait = LEAST_WAIT;
  private int lookBack = LOOK_BACK;

  HeadSearch(SetAutomaton heads, ReversedHeads reversed, LinkEnds ends) {
    this.lookBehind = new HeadLookBack(reversed);
    this.runner = new SetRunner(heads, LazyOptions.defaults());
    this.ends = ends;
  }

  /** Where the states are that heads are in, at the ends of blocks. */
  SetRunner runner() {
    return runner;
  }

  /** Goes on in a state that the runner was given: where it cannot be told is tried anew. */
  void resume() {
    wait = 0;
    nextWait = LEAST_WAIT;
    lookBack = LOOK_BACK;
  }

  /** Stands before a stream. */
  void start() {
    runner.start();
  }

  /**
   * Says where the bytes of a block are. The runner's state is that at its start, wherever it was
   * restored.
   *
   * @param bytes an array
   * @param first index of the first byte in it that may be read
   * @param start the stream's position at its index 0
   * @param position where the block starts
   * @param count bytes of the block
   */
  void read(byte[] bytes, int first, long start, long position, int count) {
    input = bytes;
    origin = start;
    known = position;
    lookBehind.read(bytes, first, start, count);
    if (position == 0) {
      // A head that may be empty ends where the stream starts, before any byte was run over.
      found.startBlock(0);
      runner.report(0, found);
      tell();
    }
  }

  /** Whether a head may be told to end before a place without {@link #reach}. */
  boolean knows(int head, long position) {
    return position <= known || lookBehind.knows(head);
  }

  /** Whether ends up to a position are not told yet. */
  boolean isAhead(long position) {
    return position > known;
  }

  /**
   * Whether a piece may start at a position, as far as a head before it is concerned.
   *
   * @param place as for {@link LinkEnds#add}
   */
  boolean precedes(int head, long position, long place) {
    if (position > known) {
      HeadLookBack.Answer answer = lookBehind.ask(head, (int) (position - origin));
      if (answer != HeadLookBack.Answer.UNKNOWN) {
        return answer == HeadLookBack.Answer.YES;
      }
      reach(position);
    }
    return ends.reaches(head, position, place);
  }

  /** Tells all ends up to a position that a piece which starts there or later may go on from. */
  void reach(long position) {
    if (position <= known) {
      return;
    }
    if (position - known - LEAST_JUMP >= wait) {
      if (wait > 0) {
        runTo(known + wait);
      }
      jump(position);
    }
    runTo(position);
  }

  /** Runs from where all is known. */
  private void runTo(long position) {
    int from = (int) (known - origin);
    int to = (int) (position - origin);
    found.startBlock(known);
    runner.report(known, found);
    runner.run(input, from, to, known, found);
    wait = Math.max(0, wait - (to - from));
    known = position;
    found.sort();
    tell();
  }

  /** Takes the runner to where the first end that matters may be, or leaves it where it is. */
  private void jump(long position) {
    int from = (int) (known - origin);
    long needed = ends.neededFrom(position);
    int first = (int) (Math.clamp(needed, known, position) - origin);
    if (first - lookBack - from < LEAST_JUMP / 2) {
      return;
    }
    long madeBefore = runner.setsMade();
    int at = -1;
    for (int back = lookBack;
        at < 0 && back <= MOST_LOOK_BACK && first - back - from >= LEAST_JUMP / 2;
        back *= FARTHER) {
      at = runner.converge(input, first - back, first);
      if (at >= 0) {
        int took = at - (first - back);
        lookBack = Math.clamp(took + took / 2, LOOK_BACK, MOST_LOOK_BACK);
      }
    }
    // It may have been told, and yet running would have been cheaper.
    int gained = at < 0 ? 0 : at - from;
    if ((runner.setsMade() - madeBefore) * SET_BYTES > gained || at < 0) {
      wait = nextWait;
      nextWait = Math.min(2 * nextWait, MOST_WAIT);
    } else {
      nextWait = LEAST_WAIT;
    }
    known = at < 0 ? known : origin + at;
  }

  private void tell() {
    for (int i = 0; i < found.size(); i++) {
      ends.add(found.rule(i), found.end(i), found.end(i));
    }
  }

  void save(BinaryWriter out) {
    runner.save(out);
  }

  void restore(BinaryReader in) {
    runner.restore(in);
  }
}
