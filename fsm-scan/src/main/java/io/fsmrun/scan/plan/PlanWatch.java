package io.fsmrun.scan.plan;

import io.fsmrun.core.engine.Checkpoint;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Watches one run of the planner. An interrupt of the thread that made the watch ends the run where
 * it next passes, whichever thread that is, and also what goes on in the background until then.
 * Somebody hears how it comes along.
 *
 * <p>For one run; any of its threads may pass.
 */
public final class PlanWatch implements Checkpoint {

  /** Hears of the steps by which engines are put together. */
  @FunctionalInterface
  public interface Steps {

    /** Hears nothing. */
    Steps NONE = (engine, done, total) -> {};

    /**
     * A step is done.
     *
     * @param engine the engine's name
     * @param done how many steps are, from 0
     * @param total how many there are; they take different times
     */
    void reached(String engine, int done, int total);
  }

  /**
   * What is done in a run.
   *
   * @param <T> what comes of it
   */
  @FunctionalInterface
  public interface Work<T> {

    /**
     * Does it.
     *
     * @return what comes of it
     * @throws InterruptedException if the thread is interrupted
     */
    T run() throws InterruptedException;
  }

  private enum State {
    RUNNING,
    CANCELLED,
    OVER
  }

  /** Whose interrupt counts, and who listens. */
  private record Run(Thread caller, IntConsumer rules, Steps steps) {}

  private final Checkpoint first;
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

  /** Null when the run is over: engines that have a watch must not hold a thread. */
  private volatile Run run;

  /**
   * A watch of a run of the calling thread.
   *
   * @param rules hears how many rules are done; called by any thread
   * @param steps hears how far engines are; called by the thread that made the watch
   */
  public PlanWatch(IntConsumer rules, Steps steps) {
    this(rules, steps, NONE);
  }

  /**
   * The same with one more reason to end.
   *
   * @param rules hears how many rules are done; called by any thread
   * @param steps hears how far engines are
   * @param first passed whenever this watch is
   */
  public PlanWatch(IntConsumer rules, Steps steps, Checkpoint first) {
    this.first = first;
    run = new Run(Thread.currentThread(), rules, steps);
  }

  /**
   * Does the work, once.
   *
   * @param <T> what comes of it
   * @param work passes this watch
   * @return what came of it
   * @throws InterruptedException if the thread was interrupted before the work was done
   */
  public <T> T run(Work<T> work) throws InterruptedException {
    try {
      T made = work.run();
      pass();
      if (state.compareAndSet(State.RUNNING, State.OVER)) {
        return made;
      }
      throw new CancellationException();
    } catch (CancellationException e) {
      if (state.get() != State.CANCELLED) {
        throw e; // A listener's own.
      }
      Thread.interrupted();
      InterruptedException interrupted = new InterruptedException("interrupted while compiling");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      // Without a result nobody wants what is still made in the background.
      cancel();
      run = null;
    }
  }

  @Override
  public void pass() {
    first.pass();
    Run now = run;
    if (now != null && now.caller().isInterrupted()) {
      cancel();
    }
    if (state.get() == State.CANCELLED) {
      throw new CancellationException("compiling was interrupted");
    }
  }

  /** Ends the run where it next passes, as an interrupt does. */
  public void cancel() {
    state.compareAndSet(State.RUNNING, State.CANCELLED);
  }

  /**
   * Says that rules are done.
   *
   * @param done how many
   */
  public void rulesDone(int done) {
    Run now = run;
    if (now != null) {
      now.rules().accept(done);
    }
  }

  /**
   * The same watch for those who put an engine together.
   *
   * @param engine the engine's name
   * @return a checkpoint whose steps are that engine's
   */
  public Checkpoint building(String engine) {
    return new Checkpoint() {
      @Override
      public void pass() {
        PlanWatch.this.pass();
      }

      @Override
      public void reached(int done, int total) {
        pass();
        Run now = run;
        if (now != null) {
          now.steps().reached(engine, done, total);
        }
      }
    };
  }
}
