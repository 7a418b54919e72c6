package io.fsmrun.cli.scan;

/**
 * Searches targets on a GPU: small files in batches, a launch for many of them, others by
 * themselves. What is written is what a search of one after the other writes; so are the reasons
 * why some cannot be searched. When the device is lost, the CPU goes on where it was. For one
 * thread, once.
 */
final class BatchSearch {

  private final BatchDelivery delivery;
  private final FileSearch single;
  private final Search.Options options;
  private final OrderedOutput output;
  private boolean found;

  BatchSearch(SearchRules rules, Search.Options options, OrderedOutput output, ScanEvents events) {
    this.options = options;
    this.output = output;
    single = new FileSearch(rules, options, events);
    delivery = new BatchDelivery(rules.texts(), options, output, events, single);
  }

  /**
   * Searches.
   *
   * @param tree what is left to search
   * @return whether there was a match
   */
  boolean run(FileTree tree) throws InterruptedException {
    try (FileGatherer gatherer = new FileGatherer(tree, options.threadsOfFile())) {
      boolean over = false;
      while (!over) {
        over =
            switch (gatherer.next()) {
              case FileGatherer.Alone alone -> searchAlone(alone.target());
              case FileGatherer.Files files -> search(gatherer, files);
              case FileGatherer.End end -> isEnd(end);
            };
      }
    }
    return found;
  }

  private static boolean isEnd(FileGatherer.End end) {
    if (end.failure() != null) {
      throw new IllegalStateException("the walk through files failed", end.failure());
    }
    return true;
  }

  private boolean searchAlone(Target target) throws InterruptedException {
    OrderedOutput.Slot slot = output.next();
    found |= single.search(target, slot);
    slot.finish();
    return isOver();
  }

  private boolean search(FileGatherer gatherer, FileGatherer.Files files)
      throws InterruptedException {
    FileBatch batch = files.await();
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted between files");
    }
    found |= delivery.search(batch);
    gatherer.giveBack(batch);
    return isOver();
  }

  /** Nobody wants to know more. */
  private boolean isOver() {
    return options.isEnough(found) || output.isClosed();
  }
}
