package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.CallerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gathers calls of many threads, and has one thread of its own advance them.
 *
 * <p>A launch starts when as many calls wait as there are callers announced: then nobody is left
 * who could add to it. It starts without them if they take long, so that no caller that waits for
 * something else can hold up the others for ever. Calls of threads that were not announced wait
 * like the others; without any announced, each is run at once.
 *
 * <p>The thread ends when it has nothing to do for a second. Safe for use by several threads.
 */
final class Gatherer {

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Rounds rounds;
  private final Inputs inputs;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ThreadPoolExecutor driver;
  private List<Call> arrived = new ArrayList<>();

  /** Calls that are not over. */
  private int waiting;

  /** Callers that were announced and have not left. */
  private int announced;

  private boolean driving;

  Gatherer(Rounds rounds, Inputs inputs) {
    this.rounds = rounds;
    this.inputs = inputs;
    this.driver =
        new ThreadPoolExecutor(
            0,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().name("fsmrun-gpu").daemon().factory());
  }

  CallerGroup announce(byte[] input, int callers) {
    inputs.announce(input);
    addCallers(callers);
    return new Group(input, callers);
  }

  /** Runs a call; returns when it is over. */
  void run(Call call) {
    lock.lock();
    try {
      arrived.add(call);
      waiting++;
      if (!driving) {
        driving = true;
        driver.execute(this::drive);
      } else if (waiting >= announced) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
    call.await();
  }

  private void addCallers(int count) {
    lock.lock();
    try {
      announced += count;
      if (waiting >= announced) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void drive() {
    List<Call> active = new ArrayList<>();
    while (gather(active)) {
      List<Call> over = rounds.advance(active);
      addWaiting(-over.size());
      over.forEach(Call::release);
    }
  }

  private void addWaiting(int count) {
    lock.lock();
    try {
      waiting += count;
    } finally {
      lock.unlock();
    }
  }

  /** Adds what has arrived, once all callers wait or some have waited long enough. */
  private boolean gather(List<Call> active) {
    lock.lock();
    try {
      if (waiting == 0) {
        driving = false;
        return false;
      }
      long patience = PATIENCE_NANOS;
      while (waiting < announced && patience > 0) {
        patience = changed.awaitNanos(patience);
      }
      takeArrived(active);
      return true;
    } catch (InterruptedException e) {
      // Nobody interrupts this thread; if someone did, it would just not wait.
      takeArrived(active);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void takeArrived(List<Call> active) {
    active.addAll(arrived);
    arrived = new ArrayList<>();
  }

  /** Some callers and the array that they read. */
  private final class Group implements CallerGroup {

    private final byte[] input;
    private final AtomicInteger here;

    Group(byte[] input, int callers) {
      this.input = input;
      this.here = new AtomicInteger(callers);
    }

    @Override
    public void leave() {
      if (here.getAndDecrement() <= 0) {
        throw new IllegalStateException("more callers left than were announced");
      }
      addCallers(-1);
    }

    /** Whoever has not left does so now. */
    @Override
    public void close() {
      addCallers(-here.getAndSet(0));
      inputs.forget(input);
    }
  }
}
