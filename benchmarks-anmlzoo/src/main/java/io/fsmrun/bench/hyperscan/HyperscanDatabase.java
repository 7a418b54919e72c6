package io.fsmrun.bench.hyperscan;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Rules that Hyperscan compiled. Threads may share it, each with a scanner of its own; closing it
 * ends what its scanners may do.
 */
public final class HyperscanDatabase implements AutoCloseable {

  /**
   * Hyperscan's compiler recurses over the rules, and a stack that is too small for that ends the
   * whole process: so it gets one of its own, of which only what is used takes memory.
   */
  private static final long STACK_BYTES = 1L << 29;

  private final HyperscanLibrary library;
  private final HyperscanMode mode;
  private final List<HyperscanRule> rules;
  private final SortedMap<Integer, String> refused;
  private final MemorySegment database;
  private final long compileNanos;
  private boolean open = true;

  private HyperscanDatabase(
      HyperscanLibrary library,
      HyperscanMode mode,
      List<HyperscanRule> rules,
      SortedMap<Integer, String> refused,
      MemorySegment database,
      long compileNanos) {
    this.library = library;
    this.mode = mode;
    this.rules = List.copyOf(rules);
    this.refused = Collections.unmodifiableSortedMap(new TreeMap<>(refused));
    this.database = database;
    this.compileNanos = compileNanos;
  }

  /**
   * Compiles the rules that Hyperscan takes, leaving out the others, for whole blocks. If the
   * thread is interrupted, this ends, but the library's work goes on until it is done: it cannot be
   * stopped.
   *
   * @param library the library
   * @param rules rules with different ids
   * @return the database
   * @throws HyperscanException if it takes none of the rules, or not all of those together that it
   *     takes one by one
   */
  public static HyperscanDatabase compile(HyperscanLibrary library, List<HyperscanRule> rules)
      throws HyperscanException {
    return compile(library, HyperscanMode.BLOCK, rules);
  }

  /**
   * Compiles the rules that Hyperscan takes, leaving out the others.
   *
   * @param library the library
   * @param mode what for
   * @param rules rules with different ids
   * @return the database
   * @throws HyperscanException if it takes none of the rules, or not all of those together that it
   *     takes one by one
   */
  public static HyperscanDatabase compile(
      HyperscanLibrary library, HyperscanMode mode, List<HyperscanRule> rules)
      throws HyperscanException {
    FutureTask<HyperscanDatabase> task = new FutureTask<>(() -> compileHere(library, mode, rules));
    Thread thread = new Thread(null, task, "hyperscan-compile", STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HyperscanException("interrupted while Hyperscan compiled");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof HyperscanException refusal) {
        throw refusal;
      }
      throw new IllegalStateException("Hyperscan's compiler failed", e.getCause());
    }
  }

  private static HyperscanDatabase compileHere(
      HyperscanLibrary library, HyperscanMode mode, List<HyperscanRule> rules)
      throws HyperscanException {
    HyperscanCompiler compiler = new HyperscanCompiler(library, mode);
    SortedMap<Integer, String> refused = new TreeMap<>();
    List<HyperscanRule> taken = new ArrayList<>();
    for (HyperscanRule rule : rules) {
      String message = compiler.refusal(rule);
      if (message == null) {
        taken.add(rule);
      } else {
        refused.put(rule.id(), message);
      }
    }
    // Some refusals only show when the rule is compiled, with the place of the first such rule.
    while (!taken.isEmpty()) {
      long start = System.nanoTime();
      HyperscanCompiler.Outcome outcome = compiler.compile(taken);
      if (outcome.database() != null) {
        long nanos = System.nanoTime() - start;
        return new HyperscanDatabase(library, mode, taken, refused, outcome.database(), nanos);
      }
      if (outcome.refused() < 0 || outcome.refused() >= taken.size()) {
        throw new HyperscanException("Hyperscan refuses the rules together: " + outcome.message());
      }
      refused.put(taken.remove(outcome.refused()).id(), outcome.message());
    }
    throw new HyperscanException("Hyperscan refuses all rules");
  }

  /**
   * The rules that are in the database.
   *
   * @return in the order in which they were given
   */
  public List<HyperscanRule> rules() {
    return rules;
  }

  /**
   * Leaves out what is not in the database, so that both systems can be given the same.
   *
   * @param all the rules that it was made of, and perhaps others
   * @return those of the accepted ones that are in it, in the same order
   */
  public Rules only(Rules all) {
    Set<Integer> ids = new HashSet<>();
    rules.forEach(rule -> ids.add(rule.id()));
    List<Rule> kept = all.accepted().stream().filter(rule -> ids.contains(rule.id())).toList();
    return new Rules(all.source(), kept, all.refused());
  }

  /**
   * The rules that Hyperscan refuses.
   *
   * @return what it says of each, by id
   */
  public SortedMap<Integer, String> refused() {
    return refused;
  }

  /**
   * How long the rules took to compile, all at once, without looking for refused ones.
   *
   * @return nanoseconds
   */
  public long compileNanos() {
    return compileNanos;
  }

  /**
   * Size of the compiled rules.
   *
   * @return bytes
   */
  public long sizeBytes() {
    return size(library.calls().databaseSize, checkedDatabase());
  }

  /**
   * A scanner of this database.
   *
   * @return for one thread; to be closed before the database
   * @throws IllegalStateException if it is not for blocks
   */
  public HyperscanScanner scanner() {
    checkMode(HyperscanMode.BLOCK);
    return new HyperscanScanner(library.calls(), checkedDatabase());
  }

  /**
   * Streams of this database.
   *
   * @param count how many, all open at once
   * @return for one thread; to be closed before the database
   * @throws IllegalStateException if it is not for streams
   */
  public HyperscanStreams streams(int count) {
    checkMode(HyperscanMode.STREAM);
    return new HyperscanStreams(library.calls(), checkedDatabase(), count);
  }

  private void checkMode(HyperscanMode wanted) {
    if (mode != wanted) {
      throw new IllegalStateException("the database is for mode " + mode);
    }
  }

  /** What one of the library's functions says is the size of something, in bytes. */
  static long size(MethodHandle function, MemorySegment of) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      check((int) function.invokeExact(of, size));
      return size.get(JAVA_LONG, 0);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  static void check(int status) {
    if (status != 0) {
      throw new IllegalStateException("Hyperscan returned " + status);
    }
  }

  private MemorySegment checkedDatabase() {
    if (!open) {
      throw new IllegalStateException("the database is closed");
    }
    return database;
  }

  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      check((int) library.calls().freeDatabase.invokeExact(database));
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /** Allocates room for a pointer that a function fills in. */
  static MemorySegment pointer(Arena arena) {
    MemorySegment holder = arena.allocate(ADDRESS);
    holder.set(ADDRESS, 0, MemorySegment.NULL);
    return holder;
  }
}
