package io.fsmrun.cpu.choice;

import io.fsmrun.cpu.lazy.LazyOptions;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The automaton that all sessions of an engine may run instead of searching, made once, and what
 * they have learnt of how fast both are. For many threads.
 *
 * @param <T> what sessions need to run the automaton
 */
public final class Fallback<T> implements Ledger {

  /** While the automaton runs, searching is tried for this part of the time, once that is known. */
  private static final int PROBES_PART = 32;

  /**
   * The same at first. Searching for as long as the automaton runs did not have the code compiled
   * any sooner, and cost inputs that are made to be slow a third of their speed.
   */
  private static final int FIRST_PROBES_PART = 4;

  /**
   * The same while loops are tried that will make searching faster, but are compiled only if they
   * are called often enough.
   */
  private static final int TRIED_PROBES_PART = 2;

  /** All automata are run by the same code. */
  private static final CodeAge AUTOMATON_AGE = new CodeAge();

  /** Searching that costs so much more is another kind of input. */
  private static final double ALIKE = 1.5;

  /** Kinds of input that are told apart so, from one that is searched at a nanosecond a byte. */
  private static final int KINDS = 20;

  /** Code that is interpreted takes so many times as long, at least. */
  private static final double THROWN_AWAY = 16;

  private final Supplier<Optional<T>> maker;
  private final CodeAge searchAge;
  private final BooleanSupplier searchIsTried;

  /** What trials in vain have cost, in nanoseconds, where searching costs about as much. */
  private final long[] spentInVain = new long[KINDS];

  /** What searching cost where trials were in vain for long, last; 0 if nowhere. */
  private volatile double inVainNanos;

  /** The least that searching has cost, in nanoseconds per byte. */
  private volatile double leastNanos = Double.POSITIVE_INFINITY;

  /** How seldom searching is tried; wrong by a step if two sessions say something at once. */
  private volatile int probesPart = FIRST_PROBES_PART;

  /** Null until it is made. */
  private Optional<T> made;

  /**
   * Nothing is made yet.
   *
   * @param maker makes what is needed, or nothing if that would be too large; called once at most
   * @param searchAge of the code that searches
   * @param searchIsTried whether some of that code is tried, and something slower used meanwhile
   */
  public Fallback(Supplier<Optional<T>> maker, CodeAge searchAge, BooleanSupplier searchIsTried) {
    this.maker = maker;
    this.searchAge = searchAge;
    this.searchIsTried = searchIsTried;
  }

  /** Has it made in the background. */
  public void begin() {
    ForkJoinPool.commonPool().execute(this::make);
  }

  private void make() {
    try {
      get();
    } catch (CancellationException e) {
      // The engine will not be there either, so nobody asks.
    }
  }

  /**
   * What is needed to run the automaton; waits until it is made, or makes it.
   *
   * @return the same always; nothing if it would be too large
   * @throws CancellationException if the maker throws it
   */
  public synchronized Optional<T> get() {
    if (made == null) {
      made = maker.get();
    }
    return made;
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
  public void addSearch(long nanos) {
    searchAge.add(nanos);
  }

  @Override
  public boolean isSearchNew() {
    return searchAge.isNew() || isSearchTried();
  }

  @Override
  public boolean isSearchTried() {
    return searchAge.isYoung() && searchIsTried.getAsBoolean();
  }

  @Override
  public boolean isSearchCompiled() {
    return searchAge.isCompiled();
  }

  /** Of two sessions that say it at once one may not be heard. */
  @Override
  public void searchCosts(double nanosPerByte) {
    if (nanosPerByte < leastNanos) {
      leastNanos = nanosPerByte;
    }
  }

  @Override
  public void probedSlowly(double nanosPerByte) {
    if (nanosPerByte >= THROWN_AWAY * Math.max(MeasuredChoice.FAST_NANOS, leastNanos)) {
      searchAge.renew();
    }
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
  public synchronized void triedInVain(long nanos, double searchNanos) {
    int kind = (int) Math.clamp(Math.log(searchNanos) / Math.log(ALIKE), 0, KINDS - 1.0);
    spentInVain[kind] += nanos;
    if (spentInVain[kind] >= TrialSchedule.FIRST_TRIALS) {
      inVainNanos = searchNanos;
    }
  }

  @Override
  public boolean wasTriedInVain(double searchNanos) {
    return searchNanos <= ALIKE * inVainNanos;
  }

  @Override
  public void probedInVain(boolean gotFaster) {
    // Code that is not new is faster on other bytes, or from nearer caches.
    probesPart =
        isSearchNew()
            ? FIRST_PROBES_PART
            : gotFaster
                ? Math.max(FIRST_PROBES_PART, probesPart / 2)
                : Math.min(2 * probesPart, PROBES_PART);
  }

  @Override
  public int probesPart() {
    return isSearchTried() ? TRIED_PROBES_PART : probesPart;
  }
}
