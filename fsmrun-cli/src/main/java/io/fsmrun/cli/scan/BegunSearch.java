package io.fsmrun.cli.scan;

import java.io.IOException;

/**
 * Searches targets on the CPU until a GPU takes over. What was begun side by side is done where it
 * was begun; a large file or a pipe is begun anew by the GPU, and matches that were handed on
 * before are dropped; all that follows is the GPU's. Output comes in the order of targets
 * throughout. For one thread, once.
 */
final class BegunSearch {

  /** From here on a file is searched by itself, by all threads, so that it can be taken over. */
  private static final long ALONE_BYTES = 32 << 20;

  private final SearchRules rules;
  private final Search.Options options;
  private final OrderedOutput output;
  private final ScanEvents events;
  private final Handover handover;
  private final FileSearch single;
  private boolean found;

  BegunSearch(SearchRules rules, Search.Options options, OrderedOutput output, ScanEvents events) {
    this.rules = rules;
    this.options = options;
    this.output = output;
    handover = new Handover(options.takeover());
    this.events = handover.counted(events);
    single = new FileSearch(rules, options, this.events, handover);
  }

  /**
   * Searches.
   *
   * @param isSingle whether there is one target, which is no directory
   * @return whether there was a match
   */
  boolean run(FileTree tree, boolean isSingle) throws InterruptedException {
    try (SideBySide beside = new SideBySide(rules, options.unshared(), events, output)) {
      tree.walk(new OnCpu(beside, isSingle));
      if (handover.taken() != null && !isOver(beside)) {
        goOn(tree, beside);
      }
      boolean foundBeside = beside.finish();
      return found || foundBeside;
    }
  }

  private void goOn(FileTree tree, SideBySide beside) throws InterruptedException {
    Search.Options there = options.on(handover.taken());
    try {
      found |= new BatchSearch(rules, there, output, events).run(tree);
    } catch (InterruptedException e) {
      if (!beside.isOver()) {
        throw e;
      }
      // Nobody wants more output, or there is a failure, which comes next.
    }
  }

  private boolean isOver(SideBySide beside) {
    return beside.isOver() || options.isEnough(found);
  }

  /** Walks as long as the CPU searches. */
  private final class OnCpu implements FileTree.Visitor {
    private final SideBySide beside;
    private final boolean isSingle;

    OnCpu(SideBySide beside, boolean isSingle) {
      this.beside = beside;
      this.isSingle = isSingle;
    }

    @Override
    public boolean visit(Target target, long size) throws InterruptedException {
      if (isSingle || !handover.isOver() && isAlone(size)) {
        OrderedOutput.Slot slot = output.next();
        found |= single.search(target, slot);
        slot.finish();
      } else {
        beside.add(target, size);
        handover.betweenFiles();
      }
      return handover.taken() == null && !isOver(beside);
    }

    private static boolean isAlone(long size) {
      return size == FileTree.UNKNOWN || size >= ALONE_BYTES;
    }

    @Override
    public void failed(String name, IOException cause) {
      events.failed(name, cause);
    }
  }
}
