package io.fsmrun.cli.scan;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.scan.MatchHandler;
import java.io.IOException;
import java.util.Arrays;

/**
 * Searches one batch of files after the other on a GPU, and writes what is to be said of each file
 * in their order. For one thread.
 */
final class BatchDelivery {

  private final RuleTexts texts;
  private final Search.Options options;
  private final OrderedOutput output;
  private final ScanEvents events;
  private final FileSearch single;

  private FileBatch batch;

  /** The first entry that is not over, and what is known of it; null if that has not begun. */
  private int next;

  private Current current;
  private boolean found;

  /**
   * A delivery.
   *
   * @param single searches what is not for batches
   */
  BatchDelivery(
      RuleTexts texts,
      Search.Options options,
      OrderedOutput output,
      ScanEvents events,
      FileSearch single) {
    this.texts = texts;
    this.options = options;
    this.output = output;
    this.events = events;
    this.single = single;
  }

  /** A file whose matches come. */
  private final class Current {
    private final FileBatch.Entry file;
    private final OrderedOutput.Slot slot = output.next();
    private final FileMatches matches;
    private final DeliveredOnce once;
    private boolean hasText;
    private boolean isLeft;

    Current(FileBatch.Entry file) {
      this.file = file;
      matches = new FileMatches(options.format(), texts, slot, file.target().name());
      once = new DeliveredOnce(this::match);
    }

    /** Most files have no match, and nobody needs their lines. */
    private boolean match(int rule, long start, long end, long tag) {
      if (!hasText && matches.needsLines()) {
        int to = file.offset() + file.length();
        byte[] text = Arrays.copyOfRange(batch.bytes(), file.offset(), to);
        matches.next(text, text.length);
        hasText = true;
      }
      return matches.match(rule, start, end, tag);
    }

    /** Takes a match; those after the last one that is wanted are dropped. */
    void take(int rule, long end) {
      isLeft = isLeft || !once.match(rule, MatchHandler.NO_START, end, 0);
    }

    void finish() throws InterruptedException {
      matches.finish();
      found |= matches.isFound();
      events.searched(file.length());
      slot.finish();
    }
  }

  /**
   * Searches the files of a batch.
   *
   * @return whether there was a match in one of them
   */
  boolean search(FileBatch files) throws InterruptedException {
    batch = files;
    next = 0;
    current = null;
    found = false;
    try {
      while (next < batch.count() && !isOver()) {
        int end = endOfRun();
        searchRun(end);
        if (end < batch.count() && !isOver()) {
          searchGrown(batch.entry(end).target());
        }
      }
    } catch (FileMatches.ScanInterruptedException e) {
      throw new InterruptedException("interrupted while searching");
    }
    return found;
  }

  private boolean isOver() {
    return options.isEnough(found);
  }

  /** The next file that has to be searched by itself. */
  private int endOfRun() {
    int end = next;
    while (end < batch.count() && !batch.entry(end).isGrown()) {
      end++;
    }
    return end;
  }

  /** A file that is not the one that was met: it is read anew, however long it is. */
  private void searchGrown(Target target) throws InterruptedException {
    OrderedOutput.Slot slot = output.next();
    found |= single.searchByReading(target, slot);
    slot.finish();
    next++;
  }

  private void searchRun(int end) throws InterruptedException {
    int[] files = new int[end - next];
    long[] offsets = new long[files.length + 1];
    int count = 0;
    for (int i = next; i < end; i++) {
      FileBatch.Entry entry = batch.entry(i);
      if (entry.failure() == null) {
        files[count] = i;
        offsets[count++] = entry.offset();
        offsets[count] = (long) entry.offset() + entry.length();
      }
    }
    if (count > 0 && !options.gpu().isLost()) {
      searchOnGpu(files, Arrays.copyOf(offsets, count + 1));
    }
    finishTo(end, options.gpu().isLost());
  }

  private void searchOnGpu(int[] files, long[] offsets) throws InterruptedException {
    try {
      options
          .gpu()
          .search(
              batch.bytes(),
              offsets,
              (packet, rule, end) -> {
                goTo(files[packet]);
                current.take(rule, end);
                return !(current.isLeft && options.isEnough(true));
              });
    } catch (DeviceException e) {
      leave(files, e);
    } catch (InterruptedDeliveryException e) {
      throw e.interrupt;
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }

  /** Says at which file the device was lost. */
  private void leave(int[] files, DeviceException cause) {
    int at = 0;
    while (files[at] < next) {
      at++;
    }
    String name = batch.entry(files[at]).target().name();
    events.leftGpu(name, current == null ? 0 : current.once.deliveredTo(), cause.getMessage());
  }

  /** Ends the files before an entry, and begins with it. */
  private void goTo(int index) {
    try {
      if (next < index) {
        finishTo(index, false);
      }
      begin();
    } catch (InterruptedException e) {
      throw new InterruptedDeliveryException(e);
    }
  }

  private void begin() {
    if (current == null) {
      current = new Current(batch.entry(next));
    }
  }

  /**
   * Ends the files before an entry.
   *
   * @param again whether they are searched on the CPU, since the device has not given all matches
   */
  private void finishTo(int end, boolean again) throws InterruptedException {
    while (next < end && !isOver()) {
      if (again && Thread.interrupted()) {
        throw new InterruptedException("interrupted between files");
      }
      FileBatch.Entry entry = batch.entry(next);
      if (entry.failure() != null) {
        events.failed(entry.target().name(), entry.failure());
      } else {
        begin();
        if (again && !current.isLeft) {
          single.search(batch.bytes(), entry.offset(), entry.length(), current.once);
        }
        Current ended = current;
        current = null;
        ended.finish();
      }
      next++;
    }
  }

  /** An interrupt on its way through a scan. */
  private static final class InterruptedDeliveryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient InterruptedException interrupt;

    InterruptedDeliveryException(InterruptedException interrupt) {
      super("interrupted", null, false, false);
      this.interrupt = interrupt;
    }
  }
}
