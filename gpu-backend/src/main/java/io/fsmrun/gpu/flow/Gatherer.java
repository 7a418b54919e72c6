package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.CallerGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Gathers calls of many threads, and has one thread of its own advance them.
 *
 * <p>A launch starts when as many callers wait as were announced: then nobody is left who could add
 * to it. It starts without them if they take long, so that no caller that waits for something else
 * can hold up the others for ever. Calls of threads that were not announced wait like the others;
 * without any announced, each is run at once.
 *
 * <p>The thread ends when it has nothing to do for a second. Safe for use by several threads, which
 * meet in counters and a queue only: thousands of them come at the same time.
 */
final class Gatherer {

  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Rounds rounds;
  private final Inputs inputs;
  private final ThreadPoolExecutor driver;
  private final Queue<Call> arrived = new ConcurrentLinkedQueue<>();

  /** Callers that wait for a call. */
  private final AtomicInteger waiting = new AtomicInteger();

  /** Callers that were announced and have not left. */
  private final AtomicInteger announced = new AtomicInteger();

  /** Whether the thread has work, or is about to look for it. */
  private final AtomicBoolean driving = new AtomicBoolean();

  private volatile Thread driverThread;

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
    announced.addAndGet(callers);
    return new Group(input, callers);
  }

  /** Takes a call, which runs when its caller, or enough others, wait. */
  void submit(Call call) {
    arrived.add(call);
  }

  /** Waits until a call that was submitted is over. */
  void await(Call call) {
    if (call.startWaiting()) {
      int now = waiting.incrementAndGet();
      if (!driving.get() && driving.compareAndSet(false, true)) {
        driver.execute(this::drive);
      } else if (now >= announced.get()) {
        LockSupport.unpark(driverThread);
      }
    }
    call.await();
  }

  private void drive() {
    driverThread = Thread.currentThread();
    List<Call> active = new ArrayList<>();
    do {
      gather(active);
      List<Call> over = rounds.advance(active);
      int released = 0;
      for (Call call : over) {
        released += call.isWaitedFor() ? 1 : 0;
      }
      // Before any goes on, so that nobody counts twice.
      waiting.addAndGet(-released);
      over.forEach(Call::release);
    } while (hasWork(active));
  }

  private boolean hasWork(List<Call> active) {
    if (!active.isEmpty() || !arrived.isEmpty()) {
      return true;
    }
    driving.set(false);
    // Whoever came in between may have seen the thread at work.
    return !arrived.isEmpty() && driving.compareAndSet(false, true);
  }

  /** Adds what has arrived, once all callers wait or some have waited long enough. */
  private void gather(List<Call> active) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long patience = PATIENCE_NANOS;
    while (waiting.get() < announced.get() && patience > 0) {
      LockSupport.parkNanos(this, patience);
      patience = end - System.nanoTime();
    }
    for (Call call = arrived.poll(); call != null; call = arrived.poll()) {
      active.add(call);
    }
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
      leave(1);
    }

    private void leave(int callers) {
      int left = announced.addAndGet(-callers);
      Thread thread = driverThread;
      if (waiting.get() >= left && thread != null) {
        LockSupport.unpark(thread);
      }
    }

    /** Whoever has not left does so now. */
    @Override
    public void close() {
      leave(here.getAndSet(0));
      inputs.forget(input);
    }
  }
}
