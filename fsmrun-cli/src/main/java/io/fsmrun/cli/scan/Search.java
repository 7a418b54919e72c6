package io.fsmrun.cli.scan;

import java.io.IOException;
import java.util.List;

/** Searches files and directories, several at once. For one thread, once. */
public final class Search {

  private final SearchRules rules;
  private final Options options;
  private final ScanEvents events;
  private final OrderedOutput output;
  private boolean found;

  /**
   * How to search.
   *
   * @param format what is said of matches
   * @param recursive whether to go into directories
   * @param threads files searched at once, from 1
   * @param threadsOfFile threads that share a large file, or that read for a GPU, from 1
   * @param gpu where files are searched, one at a time; null for the CPU
   * @param takeover a GPU that may take over what the CPU has begun; null if none may
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
      if (gpu != null && (threads > 1 || takeover != null)) {
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

    /** The same on a GPU. */
    Options on(GpuSearch device) {
      return new Options(format, recursive, 1, threadsOfFile, device);
    }

    /** The same, where no threads share a file. */
    Options unshared() {
      return new Options(format, recursive, threads, 1, gpu, takeover);
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

  /**
   * Searches targets; their output comes in their order.
   *
   * @param targets what to search; those in directories come in order of name
   * @return whether there was a match
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean run(List<Target> targets) throws InterruptedException {
    FileTree tree = new FileTree(targets, options.recursive());
    if (options.gpu() != null) {
      return new BatchSearch(rules, options, output, events).run(tree);
    }
    if (options.takeover() != null) {
      boolean isSingle = targets.size() == 1 && !options.recursive();
      return new BegunSearch(rules, options, output, events).run(tree, isSingle);
    }
    if (options.threads() == 1) {
      oneByOne(tree);
    } else {
      sideBySide(tree);
    }
    return found;
  }

  private void oneByOne(FileTree tree) throws InterruptedException {
    FileSearch search = new FileSearch(rules, options, events);
    visit(
        tree,
        (target, size) -> {
          OrderedOutput.Slot slot = output.next();
          found |= search.search(target, slot);
          slot.finish();
          return !options.isEnough(found);
        });
  }

  private void sideBySide(FileTree tree) throws InterruptedException {
    try (SideBySide beside = new SideBySide(rules, options, events, output)) {
      visit(
          tree,
          (target, size) -> {
            beside.add(target, size);
            return !beside.isOver();
          });
      found = beside.finish();
    }
  }

  /** Searches one target, in this thread or by handing it to another. */
  @FunctionalInterface
  private interface Way {

    /** False to end the walk. */
    boolean search(Target target, long size) throws InterruptedException;
  }

  private void visit(FileTree tree, Way way) throws InterruptedException {
    tree.walk(
        new FileTree.Visitor() {
          @Override
          public boolean visit(Target target, long size) throws InterruptedException {
            return way.search(target, size);
          }

          @Override
          public void failed(String name, IOException cause) {
            events.failed(name, cause);
          }
        });
  }
}
