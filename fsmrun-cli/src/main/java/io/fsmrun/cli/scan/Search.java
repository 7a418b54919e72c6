package io.fsmrun.cli.scan;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Searches files and directories, several at once. For one thread, once. */
public final class Search {

  /** How many files are begun or waiting, for each thread: small ones must not let it idle. */
  private static final int AHEAD = 16;

  private final SearchRules rules;
  private final Options options;
  private final ScanEvents events;
  private final OrderedOutput output;
  private final ConcurrentLinkedQueue<FileSearch> idle = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean found;

  /**
   * How to search.
   *
   * @param format what is said of matches
   * @param recursive whether to go into directories
   * @param threads files searched at once, from 1
   * @param threadsOfFile threads that share a large file, or that read for a GPU, from 1
   * @param gpu where files are searched, one at a time; null for the CPU
   * @param takeover a GPU that may take over an input of no known length; null if none may
   */
  public record Options(
      ScanFormat format,
      boolean recursive,
      int threads,
      int threadsOfFile,
      GpuSearch gpu,
      Takeover takeover) {

    /** Checks that a GPU is not shared. */
    public Options {
      if ((gpu != null || takeover != null) && threads > 1) {
        throw new IllegalArgumentException(threads + " threads for one GPU");
      }
    }

    /**
     * Options of a search that stays where it begins.
     *
     * @param format what is said of matches
     * @param recursive whether to go into directories
     * @param threads files searched at once, from 1
     * @param threadsOfFile threads that share a large file, or that read for a GPU, from 1
     * @param gpu where files are searched, one at a time; null for the CPU
     */
    public Options(
        ScanFormat format, boolean recursive, int threads, int threadsOfFile, GpuSearch gpu) {
      this(format, recursive, threads, threadsOfFile, gpu, null);
    }

    /** Whether nobody wants to know more. */
    boolean isEnough(boolean found) {
      return found && format.kind() == ScanFormat.Kind.QUIET;
    }
  }

  /**
   * A search.
   *
   * @param rules what to search for
   * @param options how to search
   * @param sink takes the output
   * @param events hears of everything else
   */
  public Search(SearchRules rules, Options options, OrderedOutput.Sink sink, ScanEvents events) {
    this.rules = rules;
    this.options = options;
    this.events = events;
    output = new OrderedOutput(sink);
  }

  /** Searches one target, in one thread or by handing it to another. */
  @FunctionalInterface
  private interface Way {
    void search(Target target) throws InterruptedException;
  }

  /**
   * Searches targets; their output comes in their order.
   *
   * @param targets what to search; those in directories come in order of name
   * @return whether there was a match
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean run(List<Target> targets) throws InterruptedException {
    if (options.gpu() != null) {
      return new BatchSearch(rules, options, output, events).run(targets);
    }
    if (options.threads() == 1) {
      visit(targets, target -> searchNow(target, output.next()));
    } else {
      sideBySide(targets);
    }
    return found;
  }

  private void sideBySide(List<Target> targets) throws InterruptedException {
    Semaphore places = new Semaphore(options.threads() * AHEAD);
    ExecutorService pool = Executors.newFixedThreadPool(options.threads());
    try {
      visit(
          targets,
          target -> {
            places.acquire();
            OrderedOutput.Slot slot = output.next();
            pool.execute(
                () -> {
                  searchThere(target, slot);
                  places.release();
                });
          });
      pool.shutdown();
      if (!pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException("the search has not ended");
      }
    } finally {
      pool.shutdownNow();
    }
    rethrow(failure.get());
  }

  private void searchThere(Target target, OrderedOutput.Slot slot) {
    try {
      if (isOver()) {
        slot.finish();
      } else {
        searchNow(target, slot);
      }
    } catch (Throwable e) {
      if (!isOver()) {
        failure.compareAndSet(null, e);
      }
      output.close();
    }
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

  private void searchNow(Target target, OrderedOutput.Slot slot) throws InterruptedException {
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
  }

  /** Nobody wants to know more. */
  private boolean isOver() {
    return failure.get() != null || options.isEnough(found);
  }

  private void visit(List<Target> targets, Way way) throws InterruptedException {
    FileTree tree =
        new FileTree(
            options.recursive(),
            new FileTree.Visitor() {
              @Override
              public boolean visit(Target target, long size) throws InterruptedException {
                way.search(target);
                return !isOver();
              }

              @Override
              public void failed(String name, IOException cause) {
                events.failed(name, cause);
              }
            });
    tree.walk(targets);
  }
}
