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
public final class FallbackMaker<T> implements Ledger {

  /** While the automaton runs, searching is tried for this part of the time, once that is known. */
  private static final int PROBES_PART = 32;

  /**
   * Compiled code that takes so many nanoseconds per byte meets what rules are not meant for; that
   * counts so many times.
   */
  private static final double VERY_SLOW_NANOS = 100;

  private static final int VERY_SLOW_WEIGHT = 10;

  /** All automata are run by the same code. */
  private static final CodeAge AUTOMATON_AGE = new CodeAge();

  /** Searching that costs so much more is another kind of input. */
  private static final double ALIKE = 1.5;

  private final Supplier<Optional<T>> maker;
  private final long slowNanosBefore;
  private final CodeAge searchAge;
  private final LongAdder slowNanos = new LongAdder();

  /** What searching cost where the automaton was tried in vain last; 0 if nowhere. */
  private volatile double inVainNanos;

  /** How seldom searching is tried; wrong by a step if two sessions say something at once. */
  private volatile int probesPart = 1;

  /** Null until searching was slow. */
  private volatile CompletableFuture<Optional<T>> making;

  /** Null until it is made. */
  private Optional<T> made;

  /**
   * Nothing is made yet.
   *
   * @param maker makes what is needed, or nothing if that would be too large; called once at most
   * @param slowNanosBefore so much slow searching, in nanoseconds, is worth making it, by code that
   *     is not compiled yet
   * @param searchAge of the code that searches
   */
  public FallbackMaker(Supplier<Optional<T>> maker, long slowNanosBefore, CodeAge searchAge) {
    this.maker = maker;
    this.searchAge = searchAge;
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

  /** Has it made now; returns when {@link #ready} gives it. */
  public void prepare() {
    begin();
    making.join();
  }

  /**
   * The same if it was made in the background, or by {@link #prepare}.
   *
   * @return nothing, too, if it is not there yet. Does not wait
   */
  public Optional<T> ready() {
    CompletableFuture<Optional<T>> present = making;
    return present == null || !present.isDone() || present.isCompletedExceptionally()
        ? Optional.empty()
        : present.join();
  }

  /** Whether it is being made, or is made. */
  boolean isBegun() {
    return making != null;
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
  public void addSearch(long nanos, double nanosPerByte) {
    searchAge.add(nanos);
    if (making == null && nanosPerByte > MeasuredChoice.FAST_NANOS) {
      boolean urgent = nanosPerByte > VERY_SLOW_NANOS && searchAge.isCompiled();
      slowNanos.add(urgent ? VERY_SLOW_WEIGHT * nanos : nanos);
      if (slowNanos.sum() > slowNanosBefore) {
        begin();
      }
    }
  }

  private void begin() {
    synchronized (slowNanos) {
      if (making == null) {
        making = CompletableFuture.supplyAsync(this::make);
      }
    }
  }

  @Override
  public boolean isSearchNew() {
    return searchAge.isNew();
  }

  @Override
  public boolean isHopeless() {
    CompletableFuture<Optional<T>> present = making;
    return present != null && present.isDone() && ready().isEmpty();
  }

  @Override
  public void addRun(long nanos) {
    AUTOMATON_AGE.add(nanos);
  }

  @Override
  public boolean isAutomatonNew() {
    return !AUTOMATON_AGE.isCompiled();
  }

  @Override
  public void triedInVain(double searchNanos) {
    inVainNanos = searchNanos;
  }

  @Override
  public boolean wasTriedInVain(double searchNanos) {
    return searchNanos <= ALIKE * inVainNanos;
  }

  @Override
  public void probedInVain(boolean gotFaster) {
    probesPart = gotFaster || isSearchNew() ? 1 : Math.min(2 * probesPart, PROBES_PART);
  }

  @Override
  public int probesPart() {
    return probesPart;
  }
}
