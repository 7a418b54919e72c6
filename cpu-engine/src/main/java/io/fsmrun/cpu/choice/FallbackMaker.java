package io.fsmrun.cpu.choice;

import io.fsmrun.cpu.lazy.LazyOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * What all sessions of an engine know of how fast it searches, and the automaton that they may run
 * instead, which is made once: in the background, when there was much slow searching. For many
 * threads.
 *
 * @param <T> what sessions need to run the automaton
 */
public final class FallbackMaker<T> implements MeasuredChoice.Ledger {

  /** So many bytes are searched before it counts how fast that is. */
  private static final long NEW_BYTES = 1 << 23;

  /** So long the automaton runs before it counts how fast that is. */
  private static final long NEW_NANOS = 30_000_000;

  /** Searching that costs so much more is another kind of input. */
  private static final double ALIKE = 1.5;

  private final Supplier<Optional<T>> maker;
  private final long slowNanosBefore;
  private final LongAdder searchedBytes = new LongAdder();
  private final LongAdder slowNanos = new LongAdder();
  private final LongAdder runNanos = new LongAdder();

  /** What searching cost where the automaton was tried in vain last; 0 if nowhere. */
  private volatile double inVainNanos;

  /** Null until searching was slow. */
  private volatile CompletableFuture<Optional<T>> making;

  /** Null until it is made. */
  private Optional<T> made;

  /**
   * Nothing is made yet.
   *
   * @param maker makes what is needed, or nothing if that would be too large; called once at most
   * @param slowNanosBefore so much slow searching, in nanoseconds, is worth making it
   */
  public FallbackMaker(Supplier<Optional<T>> maker, long slowNanosBefore) {
    this.maker = maker;
    this.slowNanosBefore = slowNanosBefore;
  }

  /**
   * What is needed to run the automaton, made now if it was not yet.
   *
   * @return the same always; nothing if it would be too large
   */
  public synchronized Optional<T> make() {
    if (made == null) {
      made = maker.get();
    }
    return made;
  }

  /**
   * The same if it was made in the background.
   *
   * @return nothing, too, if it is not there yet. Does not wait
   */
  public Optional<T> ready() {
    CompletableFuture<Optional<T>> present = making;
    return present == null || !present.isDone() || present.isCompletedExceptionally()
        ? Optional.empty()
        : present.join();
  }

  /**
   * How sessions run the automaton: as ever, with half as much memory again, since taking over
   * leads to sets of states that would not be met otherwise.
   *
   * @return options
   */
  public static LazyOptions runnerOptions() {
    LazyOptions options = LazyOptions.defaults();
    return options.withCacheBytes(options.cacheBytes() / 2 * 3);
  }

  @Override
  public void add(long bytes, long nanos) {
    searchedBytes.add(bytes);
    slowNanos.add(nanos);
    if (making == null && slowNanos.sum() > slowNanosBefore) {
      synchronized (slowNanos) {
        if (making == null) {
          making = CompletableFuture.supplyAsync(this::make);
        }
      }
    }
  }

  @Override
  public boolean isNew() {
    return searchedBytes.sum() < NEW_BYTES;
  }

  @Override
  public void addRun(long nanos) {
    runNanos.add(nanos);
  }

  @Override
  public boolean isAutomatonNew() {
    return runNanos.sum() < NEW_NANOS;
  }

  @Override
  public void triedInVain(double searchNanos) {
    inVainNanos = searchNanos;
  }

  @Override
  public boolean wasTriedInVain(double searchNanos) {
    return searchNanos <= ALIKE * inVainNanos;
  }
}
