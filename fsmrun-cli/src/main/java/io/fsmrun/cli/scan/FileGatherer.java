package io.fsmrun.cli.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Walks through targets and gathers small files in batches, which several threads read, while
 * others are searched. The first batches are small, so that the search begins soon; at most {@value
 * #BATCHES} of {@value #MOST_BYTES} bytes are there at a time. Steps come in the order of targets.
 * One thread takes them; the walk has another.
 */
final class FileGatherer implements AutoCloseable {

  /** Larger files are searched by themselves. */
  static final int SMALL_BYTES = 1 << 20;

  /** Bytes of a batch, at most. */
  static final int MOST_BYTES = 32 << 20;

  /** Bytes of the first batch. */
  private static final int FIRST_BYTES = SMALL_BYTES;

  /** One is filled, one is read, one is searched. */
  private static final int BATCHES = 3;

  private static final int STEPS = 1 << 10;
  private static final ThreadFactory DAEMONS =
      Thread.ofPlatform().daemon().name("reader ", 0).factory();

  private final BlockingQueue<Step> steps = new ArrayBlockingQueue<>(STEPS);
  private final BlockingQueue<FileBatch> free = new ArrayBlockingQueue<>(BATCHES);
  private final ExecutorService pool;
  private final int readers;
  private final Thread thread;
  private volatile boolean stopped;

  /** What is to be done next. */
  sealed interface Step {}

  /** Files to search at once. */
  record Files(FileBatch batch, List<Future<?>> reads) implements Step {

    /** Waits until they are read. */
    FileBatch await() throws InterruptedException {
      for (Future<?> read : reads) {
        try {
          read.get();
        } catch (ExecutionException e) {
          throw new IllegalStateException("files were not read", e.getCause());
        }
      }
      batch.closeGaps();
      return batch;
    }
  }

  /** Something to search by itself. */
  record Alone(Target target) implements Step {}

  /**
   * The end.
   *
   * @param failure why there is nothing more; null if everything was there
   */
  record End(Throwable failure) implements Step {}

  /**
   * Starts to gather.
   *
   * @param tree the walk, which may have begun; the gatherer's thread goes on with it
   * @param readers threads that read, from 1
   */
  FileGatherer(FileTree tree, int readers) {
    this.readers = readers;
    pool = Executors.newFixedThreadPool(readers, DAEMONS);
    for (int i = 0; i < BATCHES; i++) {
      free.add(new FileBatch());
    }
    thread = Thread.ofPlatform().daemon().name("files").start(() -> walk(tree));
  }

  private void walk(FileTree tree) {
    Throwable failure = null;
    try {
      Walk walk = new Walk();
      tree.walk(walk);
      walk.flush();
    } catch (InterruptedException e) {
      // Nobody wants more.
      return;
    } catch (Throwable e) {
      failure = e;
    }
    try {
      steps.put(new End(failure));
    } catch (InterruptedException e) {
      // Nobody wants to know.
    }
  }

  /** The walk's side. */
  private final class Walk implements FileTree.Visitor {

    private FileBatch filling;
    private int capacity = FIRST_BYTES;

    private FileBatch filling() throws InterruptedException {
      if (filling == null) {
        filling = free.take();
        filling.begin(capacity);
        capacity = Math.min(MOST_BYTES, 2 * capacity);
      }
      return filling;
    }

    @Override
    public boolean visit(Target target, long size) throws InterruptedException {
      if (size < 0 || size > SMALL_BYTES) {
        flush();
        steps.put(new Alone(target));
      } else if (!filling().add(target, size)) {
        flush();
        filling().add(target, size);
      }
      return !stopped;
    }

    @Override
    public void failed(String name, IOException cause) throws InterruptedException {
      if (!filling().addFailure(name, cause)) {
        flush();
        filling().addFailure(name, cause);
      }
    }

    void flush() throws InterruptedException {
      if (filling == null || filling.isEmpty()) {
        return;
      }
      FileBatch batch = filling;
      filling = null;
      steps.put(new Files(batch, startReading(batch)));
    }
  }

  private List<Future<?>> startReading(FileBatch batch) {
    AtomicInteger next = new AtomicInteger();
    Runnable reader =
        () -> {
          for (int i = next.getAndIncrement();
              i < batch.count() && !stopped;
              i = next.getAndIncrement()) {
            batch.read(i);
          }
        };
    List<Future<?>> reads = new ArrayList<>();
    for (int i = 0; i < Math.min(readers, batch.count()); i++) {
      reads.add(pool.submit(reader));
    }
    return reads;
  }

  /** Waits for what is next. */
  Step next() throws InterruptedException {
    return steps.take();
  }

  /** Whether something is there now. */
  boolean hasNext() {
    return !steps.isEmpty();
  }

  /** A batch is done with. */
  void giveBack(FileBatch batch) {
    free.add(batch);
  }

  /** Ends all threads. */
  @Override
  public void close() {
    stopped = true;
    thread.interrupt();
    pool.shutdownNow();
  }
}
