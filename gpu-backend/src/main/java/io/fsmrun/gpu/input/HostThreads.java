package io.fsmrun.gpu.input;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.Supplier;

/**
 * Threads of the host that share work on many things. Each share is a range of consecutive ones, so
 * that what is done depends on the shares alone, not on which thread took which, or when.
 *
 * <p>Threads start when there is something to share and are daemons. A caller that is interrupted
 * waits on, and stays interrupted. Safe for several callers at once, its own threads among them.
 */
public final class HostThreads implements AutoCloseable {

  /** Fewer things than this are not worth a thread. */
  private static final int LEAST = 512;

  /** Shares for each thread where it does not matter who does which: uneven ones even out. */
  private static final int SHARES_A_THREAD = 4;

  private final int count;
  private final int least;
  private final ForkJoinPool pool;

  /** Some of many things. */
  @FunctionalInterface
  public interface Work {

    /**
     * Does those from one on up to another.
     *
     * @param from the first
     * @param to after the last
     */
    void on(int from, int to);
  }

  /** Some of many things, by someone who is told apart. */
  @FunctionalInterface
  public interface SharedWork {

    /**
     * Does those from one on up to another.
     *
     * @param share which share it is, from 0 on
     * @param from the first
     * @param to after the last
     */
    void on(int share, int from, int to);
  }

  /**
   * So many threads.
   *
   * @param count how many share work, at least 1; with one, callers do everything themselves
   */
  public HostThreads(int count) {
    this(count, LEAST);
  }

  /**
   * So many threads for small things as well.
   *
   * @param count how many share work, at least 1
   * @param least how many things are worth a thread, at least 1
   */
  public HostThreads(int count, int least) {
    if (count < 1 || least < 1) {
      throw new IllegalArgumentException(count + " threads for " + least + " things each");
    }
    this.count = count;
    this.least = least;
    this.pool = new ForkJoinPool(count);
  }

  /**
   * How many threads share work.
   *
   * @return 1 or more
   */
  public int count() {
    return count;
  }

  /**
   * How many shares so many things are worth.
   *
   * @param things how many
   * @return 1 to {@link #count}; each has at least one thing if there is more than one share
   */
  public int sharesOf(int things) {
    return Math.clamp(things / least, 1, count);
  }

  /**
   * Does work on all of so many things, and waits for the end of it.
   *
   * @param things how many
   * @param work done by several threads at once, each on some of them
   */
  public void inParallel(int things, Work work) {
    int most = count == 1 ? 1 : SHARES_A_THREAD * count;
    int shares = Math.clamp(things / least, 1, most);
    inParallel(things, shares, (share, from, to) -> work.on(from, to));
  }

  /**
   * Does work on all of so many things in so many shares, the same ones each time, and waits for
   * the end of it. What a share throws is thrown here when all have ended, that of the first one.
   *
   * @param things how many
   * @param shares how many shares
   * @param work done by several threads at once, each on some of them
   */
  public void inParallel(int things, int shares, SharedWork work) {
    if (shares == 1) {
      work.on(0, 0, things);
      return;
    }
    List<Share> all = new ArrayList<>(shares);
    for (int i = 0; i < shares; i++) {
      all.add(new Share(work, i, bound(things, i, shares), bound(things, i + 1, shares)));
    }
    if (pool.equals(ForkJoinTask.getPool())) {
      ForkJoinTask.invokeAll(all);
    } else {
      pool.invoke(ForkJoinTask.adapt(() -> ForkJoinTask.invokeAll(all)));
    }
    for (Share share : all) {
      share.check();
    }
  }

  private static int bound(int things, int share, int shares) {
    return (int) ((long) things * share / shares);
  }

  /**
   * Starts something that is needed later.
   *
   * @param work what to do
   * @param <T> what it gives
   * @return what it will have given
   */
  public <T> CompletableFuture<T> ahead(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, pool);
  }

  /** Ends the threads when their work is done. */
  @Override
  public void close() {
    pool.shutdown();
  }

  /** One share; keeps what it throws, which the pool would hand over as another. */
  private static final class Share extends RecursiveAction {

    private static final long serialVersionUID = 1;

    private final transient SharedWork work;
    private final int number;
    private final int from;
    private final int to;
    private transient Throwable failure;

    Share(SharedWork work, int number, int from, int to) {
      this.work = work;
      this.number = number;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      try {
        work.on(number, from, to);
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    void check() {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
    }
  }
}
