package io.fsmrun.cli.bench;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Times contenders on the same input, run by run in turn, so that what disturbs the machine
 * disturbs all of them. A run is one whole scan by each thread, from the start of the first to the
 * end of the last. For one thread, which starts the others.
 */
public final class Race implements AutoCloseable {

  /** Before that, what looks steady may only be waiting for the compiler. */
  private static final long LEAST_NANOS = 3_000_000_000L;

  private static final int FRESH_RUNS = 25;

  private final List<Contender> contenders;
  private final int threads;
  private final int inputBytes;
  private final ExecutorService pool;
  private final List<Lane> lanes = new ArrayList<>();

  /** What is known of one contender. */
  private static final class Lane {
    private final Contender contender;
    private final WarmUp warmUp = new WarmUp();
    private final List<Long> runs = new ArrayList<>();
    private final List<Long> fresh = new ArrayList<>();
    private long firstPass;
    private long matches;

    Lane(Contender contender) {
      this.contender = contender;
    }
  }

  /**
   * What came out for a contender.
   *
   * @param name the contender's name
   * @param matches what it counted in each scan; -1 if it tells none
   * @param firstPassNanos the first scan in this process, by one thread
   * @param freshNanos the middle one of the scans by scanners that had never scanned
   * @param warmUpRuns runs before those that count
   * @param runs how long those took that count
   */
  public record Outcome(
      String name,
      long matches,
      long firstPassNanos,
      long freshNanos,
      int warmUpRuns,
      RunTimes runs) {}

  /**
   * A race.
   *
   * @param contenders who takes part
   * @param threads threads that scan at once, each the whole input
   * @param inputBytes length of the input
   */
  public Race(List<Contender> contenders, int threads, int inputBytes) {
    this.contenders = List.copyOf(contenders);
    this.threads = threads;
    this.inputBytes = inputBytes;
    this.pool = Executors.newFixedThreadPool(threads);
    this.contenders.forEach(contender -> lanes.add(new Lane(contender)));
  }

  /**
   * Has each contender scan once, for the first time in this process.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void firstPass() throws InterruptedException {
    for (Lane lane : lanes) {
      long start = System.nanoTime();
      lane.matches = lane.contender.scan(0);
      lane.firstPass = System.nanoTime() - start;
      stopIfInterrupted();
    }
  }

  /**
   * Runs for some seconds, then until {@link WarmUp} has enough of each contender, or the time is
   * over.
   *
   * @param mostNanos how long at most, for each contender
   * @throws InterruptedException if the thread is interrupted
   */
  public void warmUp(long mostNanos) throws InterruptedException {
    long start = System.nanoTime();
    do {
      for (Lane lane : lanes) {
        long compiled = compilerNanos();
        long nanos = run(lane);
        lane.warmUp.add(nanos, compilerNanos() - compiled);
      }
    } while (System.nanoTime() - start < Math.min(LEAST_NANOS, mostNanos) * lanes.size()
        || !lanes.stream().allMatch(lane -> lane.warmUp.isEnough())
            && System.nanoTime() - start < mostNanos * lanes.size());
  }

  /** How long the compiler has worked; always 0 where that is not told. */
  private static long compilerNanos() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime())
        : 0;
  }

  /**
   * Runs that count.
   *
   * @param repeat how many of each contender
   * @param done hears how many rounds are done
   * @throws InterruptedException if the thread is interrupted
   */
  public void run(int repeat, IntConsumer done) throws InterruptedException {
    for (int round = 0; round < repeat; round++) {
      // Every other round the other way round, so that nobody always comes after the same one.
      List<Lane> order = round % 2 == 0 ? lanes : lanes.reversed();
      for (Lane lane : order) {
        lane.runs.add(run(lane));
      }
      done.accept(round + 1);
    }
  }

  /**
   * Scans of the beginning of the input by scanners that have never scanned, in a process that is
   * warm for that, too: much of what only such scans run was hardly ever run before, so there are
   * some that do not count first.
   *
   * @param bytes how much of the input
   * @param warmUpNanos how long those take that do not count, for each contender
   * @throws InterruptedException if the thread is interrupted
   */
  public void runAfresh(int bytes, long warmUpNanos) throws InterruptedException {
    for (Lane lane : lanes) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < warmUpNanos) {
        lane.contender.scanAfresh(bytes);
        stopIfInterrupted();
      }
    }
    for (int round = 0; round < FRESH_RUNS; round++) {
      for (Lane lane : lanes) {
        lane.fresh.add(lane.contender.scanAfresh(bytes));
        stopIfInterrupted();
      }
    }
  }

  /**
   * What came out.
   *
   * @return in the order of the contenders
   */
  public List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    for (Lane lane : lanes) {
      RunTimes runs = new RunTimes(lane.runs, (long) inputBytes * threads);
      long fresh = new RunTimes(lane.fresh, 1).medianNanos();
      outcomes.add(
          new Outcome(
              lane.contender.name(),
              lane.matches,
              lane.firstPass,
              fresh,
              lane.warmUp.runs(),
              runs));
    }
    return outcomes;
  }

  private long run(Lane lane) throws InterruptedException {
    stopIfInterrupted();
    if (threads == 1) {
      long start = System.nanoTime();
      long matches = lane.contender.scan(0);
      long nanos = System.nanoTime() - start;
      check(lane, matches);
      return nanos;
    }
    return runOnThreads(lane);
  }

  private long runOnThreads(Lane lane) throws InterruptedException {
    long[] start = new long[1];
    CyclicBarrier barrier = new CyclicBarrier(threads, () -> start[0] = System.nanoTime());
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      tasks.add(
          () -> {
            barrier.await();
            long matches = lane.contender.scan(number);
            long end = System.nanoTime();
            check(lane, matches);
            return end;
          });
    }
    long nanos = 0;
    for (Future<Long> end : pool.invokeAll(tasks)) {
      nanos = Math.max(nanos, get(end) - start[0]);
    }
    return nanos;
  }

  private static long get(Future<Long> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case InterruptedException interrupt -> throw interrupt;
        case BrokenBarrierException broken -> throw new InterruptedException(broken.toString());
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  private static void check(Lane lane, long matches) {
    if (matches != lane.matches) {
      throw new IllegalStateException(
          lane.contender.name() + ": " + matches + " matches, before " + lane.matches);
    }
  }

  private static void stopIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while measuring");
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
    contenders.forEach(Contender::close);
  }
}
