package io.fsmrun.cli.scan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.function.LongPredicate;

/** A look at how much there is to search, and at some of it. For one thread. */
public final class TargetSurvey {

  /** So many files are looked at; what comes after them is not counted. */
  static final int MOST_FILES = 100_000;

  /** So many files make a sample. */
  private static final int SAMPLE_FILES = 1000;

  private final List<Target> targets;
  private final boolean recursive;
  private long bytes;
  private long longest;
  private int files;
  private boolean complete = true;

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

  private void walk(Look look) throws InterruptedException {
    new FileTree(
            recursive,
            new FileTree.Visitor() {
              @Override
              public boolean visit(Target target, long size) {
                return size == FileTree.UNKNOWN || look.at(target, size);
              }

              @Override
              public void failed(String name, IOException cause) {}
            })
        .walk(targets);
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
   * Adds up the sizes of files, anew each time.
   *
   * @param enough whether so many bytes are enough to know
   * @throws InterruptedException if the thread is interrupted
   */
  public void count(LongPredicate enough) throws InterruptedException {
    bytes = 0;
    longest = 0;
    files = 0;
    complete = true;
    walk(
        (target, size) -> {
          complete = files < MOST_FILES && !(files > 0 && enough.test(bytes));
          if (complete) {
            files++;
            bytes += size;
            longest = Math.max(longest, size);
          }
          return complete;
        });
  }

  /**
   * Bytes of the files that were counted.
   *
   * @return 0 or more
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Bytes of the longest input of a scan on a GPU, which may be many files.
   *
   * @return 0 or more; -1 if not all files were counted
   */
  public long longestScan() {
    return complete ? Math.max(longest, Math.min(bytes, GpuSearch.BATCH_BYTES)) : -1;
  }

  /**
   * How many files were counted, for users.
   *
   * @return some words
   */
  public String text() {
    return files + (files == 1 ? " file" : " files") + (complete ? "" : ", and more");
  }
}
