package io.fsmrun.cpu.shift;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.BlockSwitch;
import io.fsmrun.cpu.choice.StateRunner;
import io.fsmrun.cpu.choice.TechniqueChoice;
import io.fsmrun.cpu.vector.VectorTrial;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Which elements are active in a stream. Blocks in which an automaton of all chains is faster are
 * run by that ({@link BlockSwitch}). Mutable, for one thread at a time.
 */
final class ShiftSession implements BlockSession, BlockSwitch.Techniques {

  private final ShiftEngine engine;
  private final ShiftLayout layout;
  private final long[] active;

  /** By group of the kernel that ran last, and how many groups it has, of how many words. */
  private final ShiftHits[] hits;

  private int groups;
  private int lanes;

  /** A bit for each byte of a piece that some chain ends at. */
  private final long[] marks = new long[ShiftHits.PIECE / Long.SIZE];

  /** A bit for each rule that ends at a place. */
  private final long[] due;

  private final Optional<ShiftUnion> union;
  private final BlockSwitch blocks;

  /** Runs the automaton; null before it is tried. */
  private StateRunner runner;

  ShiftSession(ShiftEngine engine, TechniqueChoice choice, Optional<ShiftUnion> union) {
    this.union = union;
    this.blocks = new BlockSwitch(choice, this);
    this.engine = engine;
    this.layout = engine.layout;
    this.active = new long[layout.words];
    this.hits = new ShiftHits[layout.filled];
    this.due = new long[(layout.rules.length + Long.SIZE - 1) / Long.SIZE];
  }

  @Override
  public void start() {
    Arrays.fill(active, 0);
    forgetRunner();
  }

  private void forgetRunner() {
    if (runner != null) {
      runner.forget();
    }
  }

  @Override
  public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    blocks.scan(input, from, to, position, reports);
  }

  @Override
  public boolean runAutomaton(
      byte[] input, int from, int to, long position, ReportBuffer reports, IntPredicate goesOn) {
    if (runner == null) {
      runner = new StateRunner(union.orElseThrow().automaton());
    }
    if (!runner.isAhead() && !runner.stands(position)) {
      union.orElseThrow().enter(active, runner.states());
    }
    return runner.scan(input, from, to, position, reports, goesOn);
  }

  @Override
  public boolean stands(long position) {
    return runner != null && runner.stands(position);
  }

  @Override
  public void follow(byte[] input, int from, int to, long position, BooleanSupplier goesOn) {
    runner.follow(input, from, to, position, goesOn);
  }

  @Override
  public boolean takeState() {
    if (runner == null || !runner.isAhead()) {
      return false;
    }
    runner.leave();
    union.orElseThrow().leave(runner.states(), active);
    return true;
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
    return false;
  }

  @Override
  public void search(byte[] input, int from, int to, long position, ReportBuffer reports) {
    VectorTrial trial = engine.vectors.isPresent() ? VectorShiftKernel.TRIAL : null;
    for (int at = from; at < to; at += ShiftHits.PIECE) {
      int end = Math.min(to, at + ShiftHits.PIECE);
      if (trial == null) {
        run(engine.scalar, input, at, end);
      } else if (trial.isOver()) {
        run(engine.vectors.get(), input, at, end);
      } else {
        boolean due = trial.isDue();
        long start = System.nanoTime();
        run(due ? engine.vectors.get() : engine.scalar, input, at, end);
        trial.add(due, (long) (end - at) * layout.words, System.nanoTime() - start);
      }
      report(at, position - from + 1, reports);
    }
  }

  /** Steps over a piece; {@link #marks} and {@link #hits} tell where chains end in it. */
  private void run(ShiftKernel kernel, byte[] input, int from, int to) {
    lanes = kernel.lanes;
    groups = kernel.groups();
    Arrays.fill(marks, 0);
    for (int group = 0; group < groups; group++) {
      if (hits[group] == null || hits[group].ends.length < ShiftHits.PIECE * lanes) {
        hits[group] = new ShiftHits(lanes);
      }
      ShiftHits found = hits[group];
      kernel.run(group, input, from, to, active, found);
      found.read = 0;
      for (int i = 0; i < found.count; i++) {
        int place = found.places[i] - from;
        marks[place / Long.SIZE] |= 1L << place;
      }
    }
  }

  /** Reports place by place, and in the order of rules there, so that nothing is to be sorted. */
  private void report(int from, long shift, ReportBuffer reports) {
    for (int word = 0; word < marks.length; word++) {
      for (long rest = marks[word]; rest != 0; rest &= rest - 1) {
        int place = from + word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        for (int group = 0; group < groups; group++) {
          ShiftHits found = hits[group];
          if (found.read < found.count && found.places[found.read] == place) {
            collect(found, group * lanes);
          }
        }
        addDue(place + shift, reports);
      }
    }
  }

  /** Marks the rules that end in a group's next hit. */
  private void collect(ShiftHits found, int firstWord) {
    int hit = found.read++;
    for (int filled = found.filled[hit]; filled != 0; filled &= filled - 1) {
      int lane = Integer.numberOfTrailingZeros(filled);
      int bits = (firstWord + lane) * Long.SIZE;
      long rest = found.ends[hit * lanes + lane];
      do {
        int rule = layout.ruleOf[bits + Long.numberOfTrailingZeros(rest)];
        due[rule / Long.SIZE] |= 1L << rule;
        rest &= rest - 1;
      } while (rest != 0);
    }
  }

  private void addDue(long end, ReportBuffer reports) {
    for (int word = 0; word < due.length; word++) {
      for (long rest = due[word]; rest != 0; rest &= rest - 1) {
        reports.add(layout.rules[word * Long.SIZE + Long.numberOfTrailingZeros(rest)], end);
      }
      due[word] = 0;
    }
  }

  @Override
  public void finish(byte[] input, int to, long position, ReportBuffer reports) {
    // All was reported where it ended.
  }

  @Override
  public void save(BinaryWriter state) {
    takeState();
    for (int word = 0; word < layout.filled; word++) {
      state.writeBits(active[word]);
    }
  }

  @Override
  public void restore(BinaryReader state, long position) {
    forgetRunner();
    for (int word = 0; word < layout.filled; word++) {
      active[word] = state.readBits();
      if ((active[word] & ~layout.used(word)) != 0) {
        throw state.damaged("an element that there is not");
      }
    }
  }
}
