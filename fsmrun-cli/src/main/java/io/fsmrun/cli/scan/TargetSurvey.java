package io.fsmrun.cli.scan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;

/**
 * A look at how much there is to search, and at some of it. Counted by one thread; what was counted
 * so far can be asked for by any.
 */
public final class TargetSurvey {

  /** So many files are looked at; what comes after them is not counted. */
  static final int MOST_FILES = 100_000;

  /** So many files make a sample. */
  private static final int SAMPLE_FILES = 1000;

  private final List<Target> targets;
  private final boolean recursive;
  private volatile Counted counted = new Counted(0, 0, 0, false);
  private volatile boolean stopped;

  /**
   * What was counted.
   *
   * @param bytes in all of the files
   * @param files how many
   * @param longest bytes of the longest one
   * @param complete whether these are all
   */
  public record Counted(long bytes, int files, long longest, boolean complete) {

    /**
     * Bytes of the longest input of a scan on a GPU, which may be many files.
     *
     * @return 0 or more; -1 if not all files were counted
     */
    public long longestScan() {
      return complete ? Math.max(longest, Math.min(bytes, GpuSearch.BATCH_BYTES)) : -1;
    }

    private Counted with(long size) {
      return new Counted(bytes + size, files + 1, Math.max(longest, size), false);
    }
  }

  /**
   * A look at targets.
   *
   * @param targets what is to be searched
   * @param recursive whether directories are
   */
  public TargetSurvey(List<Target> targets, boolean recursive) {
    this.targets = targets;
    this.recursive = recursive;
  }

  /** Looks at files; what cannot be looked at is left out. */
  @FunctionalInterface
  private interface Look {
    boolean at(Target target, long size);
  }

  private boolean walk(Look look) throws InterruptedException {
    return new FileTree(targets, recursive)
        .walk(
            new FileTree.Visitor() {
              @Override
              public boolean visit(Target target, long size) {
                return !stopped && (size == FileTree.UNKNOWN || look.at(target, size));
              }

              @Override
              public void failed(String name, IOException cause) {}
            });
  }

  /**
   * The beginnings of the first files, one after the other.
   *
   * @param most bytes, at most
   * @return as many as there are
   * @throws InterruptedException if the thread is interrupted
   */
  public byte[] sample(int most) throws InterruptedException {
    ByteArrayOutputStream sample = new ByteArrayOutputStream();
    int[] met = new int[1];
    walk(
        (target, size) -> {
          try (InputStream in = Files.newInputStream(target.path())) {
            sample.writeBytes(in.readNBytes(most - sample.size()));
          } catch (IOException e) {
            // The search says so.
          }
          return sample.size() < most && ++met[0] < SAMPLE_FILES;
        });
    return sample.toByteArray();
  }

  /**
   * Adds up the sizes of files. Called once.
   *
   * @param listener is told after each file
   * @throws InterruptedException if the thread is interrupted
   */
  public void count(Consumer<Counted> listener) throws InterruptedException {
    boolean complete =
        walk(
            (target, size) -> {
              if (counted.files() == MOST_FILES) {
                return false;
              }
              counted = counted.with(size);
              listener.accept(counted);
              return true;
            });
    Counted all = counted;
    counted = new Counted(all.bytes(), all.files(), all.longest(), complete);
    listener.accept(counted);
  }

  /**
   * What was counted so far.
   *
   * @return it; 0 files before the first one
   */
  public Counted counted() {
    return counted;
  }

  /** Ends whatever looks at files. */
  public void stop() {
    stopped = true;
  }
}
