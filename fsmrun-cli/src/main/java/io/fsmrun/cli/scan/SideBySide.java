package io.fsmrun.cli.scan;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Searches files on the CPU, several at once. One thread hands them out, in the order in which
 * their output is to come. For one search.
 */
final class SideBySide implements AutoCloseable {

  /** How many files are begun or waiting, for each thread: small ones must not let it idle. */
  private static final int AHEAD = 16;

  /** A file takes the places of as many as it has so many bytes. */
  private static final long PLACE_BYTES = 1 << 20;

  private final SearchRules rules;
  private final Search.Options options;
  private final ScanEvents events;
  private final OrderedOutput output;
  private final Semaphore places;
  private final ExecutorService pool;
  private final ConcurrentLinkedQueue<FileSearch> idle = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean found;

  SideBySide(SearchRules rules, Search.Options options, ScanEvents events, OrderedOutput output) {
    this.rules = rules;
    this.options = options;
    this.events = events;
    this.output = output;
    places = new Semaphore(options.threads() * AHEAD);
    pool = Executors.newFixedThreadPool(options.threads());
  }

  /**
   * Has a file searched; waits as long as enough others wait.
   *
   * @param size its bytes, if it is a file
   */
  void add(Target target, long size) throws InterruptedException {
    int own = Math.clamp(size / PLACE_BYTES, 1, AHEAD);
    places.acquire(own);
    OrderedOutput.Slot slot = output.next();
    pool.execute(
        () -> {
          search(target, slot);
          places.release(own);
        });
  }

  private void search(Target target, OrderedOutput.Slot slot) {
    try {
      if (isOver()) {
        slot.finish();
        return;
      }
      FileSearch search = idle.poll();
      if (search == null) {
        search = new FileSearch(rules, options, events);
      }
      if (search.search(target, slot)) {
        found = true;
      }
      idle.add(search);
      slot.finish();
      if (isOver()) {
        output.close();
      }
    } catch (Throwable e) {
      if (!isOver()) {
        failure.compareAndSet(null, e);
      }
      output.close();
    }
  }

  /** Nobody wants to know more. */
  boolean isOver() {
    return failure.get() != null || options.isEnough(found);
  }

  /**
   * Waits for all of them.
   *
   * @return whether there was a match
   */
  boolean finish() throws InterruptedException {
    pool.shutdown();
    if (!pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
      throw new IllegalStateException("the search has not ended");
    }
    rethrow(failure.get());
    return found;
  }

  private static void rethrow(Throwable failure) throws InterruptedException {
    switch (failure) {
      case null -> {}
      case InterruptedException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  /** Ends the threads, whatever they are at. */
  @Override
  public void close() {
    pool.shutdownNow();
  }
}
