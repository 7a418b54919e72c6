package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/**
 * The graphs of the sequences that a queue runs. A graph is told only of the steps that differ from
 * the last time; it is made anew where other kernels follow each other. Of more sequences than
 * {@link #MOST} those that were not run for longest are forgotten. For one thread.
 *
 * <p>What cannot be made into a graph once is not tried again: its steps are done one by one.
 */
final class GraphCache implements AutoCloseable {

  /** Graphs at a time; a scanner has a sequence for each of two pieces, and one for more rounds. */
  static final int MOST = 8;

  /** Steps that the driver can start with one call. */
  interface Graph extends AutoCloseable {

    /**
     * Changes a step.
     *
     * @param index its number
     * @param step what is done instead, alike
     * @throws DeviceException if the driver refuses
     */
    void set(int index, Sequence.Step step);

    /**
     * Starts all steps.
     *
     * @throws DeviceException if the device fails
     */
    void launch();

    @Override
    void close();
  }

  /** A sequence as it was run last. */
  record Entry(List<Sequence.Step> steps, Graph graph) {

    boolean isAlike(List<Sequence.Step> others) {
      if (steps.size() != others.size()) {
        return false;
      }
      for (int i = 0; i < steps.size(); i++) {
        if (!steps.get(i).isAlike(others.get(i))) {
          return false;
        }
      }
      return true;
    }

    Entry changedTo(List<Sequence.Step> others) {
      for (int i = 0; i < steps.size(); i++) {
        if (!steps.get(i).equals(others.get(i))) {
          graph.set(i, others.get(i));
        }
      }
      return new Entry(others, graph);
    }
  }

  private final Function<List<Sequence.Step>, Graph> maker;

  /** In the order of their use, the latest last: one is taken out and put in again. */
  private final LinkedHashMap<Sequence, Entry> entries = new LinkedHashMap<>();

  private boolean isRefused;

  /**
   * No graphs yet.
   *
   * @param maker makes a graph of steps, of which there is one at least, or throws a {@link
   *     DeviceException}
   */
  GraphCache(Function<List<Sequence.Step>, Graph> maker) {
    this.maker = maker;
  }

  /**
   * Starts a sequence as a graph; false if it cannot be one, and nothing was started.
   *
   * @throws DeviceException if the device fails
   */
  boolean run(Sequence sequence) {
    if (sequence.isEmpty()) {
      return true;
    }
    Entry entry = prepare(sequence);
    if (entry == null) {
      return false;
    }
    entry.graph().launch();
    return true;
  }

  /** Has the graph of a sequence that will be run; null if it cannot be one. */
  Entry prepare(Sequence sequence) {
    if (isRefused || sequence.isEmpty()) {
      return null;
    }
    try {
      return entryOf(sequence, sequence.steps());
    } catch (DeviceException e) {
      // If the device is lost, whoever does the steps one by one is told so.
      isRefused = true;
      return null;
    }
  }

  private Entry entryOf(Sequence sequence, List<Sequence.Step> steps) {
    Entry entry = entries.remove(sequence);
    if (entry != null) {
      Entry changed = changed(entry, steps);
      if (changed != null) {
        entries.put(sequence, changed);
        return changed;
      }
    }
    if (entries.size() == MOST) {
      entries.pollFirstEntry().getValue().graph().close();
    }
    Entry made = new Entry(steps, maker.apply(steps));
    entries.put(sequence, made);
    return made;
  }

  /** The same graph with other steps; null, and it is closed, if they do not fit it. */
  private static Entry changed(Entry entry, List<Sequence.Step> steps) {
    try {
      if (entry.isAlike(steps)) {
        return entry.changedTo(steps);
      }
    } catch (DeviceException e) {
      // A graph that is made of these steps may do.
    }
    entry.graph().close();
    return null;
  }

  @Override
  public void close() {
    entries.values().forEach(entry -> entry.graph().close());
    entries.clear();
  }
}
