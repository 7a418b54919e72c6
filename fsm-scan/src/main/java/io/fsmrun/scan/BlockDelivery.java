package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.start.StartReports;
import java.util.List;

/**
 * Hands over what all engines report in a block: in order, each report once, as the options of the
 * rules want it. Mutable, for one thread.
 *
 * <p>Reports at the last two positions of a block wait for the next block if an engine may still
 * add some there: a byte that follows a match may decide about it, and a line end that is the last
 * byte of all.
 */
final class BlockDelivery {

  private final RuleTable rules;
  private final ReportBuffer reports = new ReportBuffer();
  private final StartReports starts;
  private final MatchFilter filter;
  private final boolean holdsBack;
  private final HeldReports held = new HeldReports();
  private MatchHandler handler;

  BlockDelivery(RuleTable rules, List<BlockEngine> engines) {
    this.rules = rules;
    boolean back = false;
    boolean withStarts = false;
    for (BlockEngine engine : engines) {
      back |= engine.reportsBack();
      withStarts |= engine instanceof StartEngine;
    }
    starts = withStarts ? new StartReports() : null;
    filter = rules.isPlain() ? null : new MatchFilter(rules);
    holdsBack = back;
  }

  /** Takes the reports of the block that was started. */
  ReportBuffer reports() {
    return reports;
  }

  /** Takes the starts of these reports; null if no engine knows any. */
  StartReports starts() {
    return starts;
  }

  void deliverTo(MatchHandler next) {
    handler = next;
  }

  /** Stands before a new stream. */
  void clear() {
    held.clear();
    if (filter != null) {
      filter.clear();
    }
  }

  void startBlock(long position) {
    reports.startBlock(position);
    if (starts != null) {
      starts.startBlock(position);
    }
    held.moveTo(reports, starts);
  }

  /**
   * Ends a block.
   *
   * @param position where it ends
   * @return false if the handler wants no more
   */
  boolean endBlock(long position) {
    return deliver(holdsBack ? position - 2 : Long.MAX_VALUE);
  }

  /** Ends the last block of a stream; false if the handler wants no more. */
  boolean endStream() {
    return deliver(Long.MAX_VALUE);
  }

  /** Hands over the reports up to some end, and holds the others back; false if told to stop. */
  private boolean deliver(long lastEnd) {
    reports.sort();
    int count = reports.size();
    int due = hold(reports, 0, count, lastEnd);
    return filter == null ? deliverAll(reports, 0, due) : deliverSome(reports, 0, due);
  }

  /** Holds back what ends behind a position; returns the index after the others. */
  private int hold(ReportBuffer sorted, int from, int to, long lastEnd) {
    int due = to;
    while (due > from && sorted.end(due - 1) > lastEnd) {
      due--;
    }
    for (int i = due; i < to; i++) {
      long end = sorted.end(i);
      int rule = sorted.rule(i);
      held.add(rule, end, starts == null ? MatchHandler.NO_START : starts.start(rule, end));
    }
    return due;
  }

  /**
   * Hands over a block's reports that lie in order already, each once, without starts.
   *
   * @param from index of the first
   * @param to index after the last
   * @param start where the block starts
   * @param position where it ends
   * @return false if the handler wants no more
   */
  boolean deliverSorted(ReportBuffer sorted, int from, int to, long start, long position) {
    startBlock(start);
    int next = from;
    if (reports.size() > 0) {
      // What was held back, and what belongs among that.
      while (next < to && sorted.end(next) <= start) {
        next++;
      }
      reports.addRange(sorted, from, next);
      if (!endBlock(position)) {
        return false;
      }
    }
    int due = holdsBack ? hold(sorted, next, to, position - 2) : to;
    return filter == null ? deliverAll(sorted, next, due) : deliverSome(sorted, next, due);
  }

  private boolean deliverAll(ReportBuffer sorted, int from, int to) {
    if (from < to && rules.haveSameTags()) {
      return deliverAll(sorted, from, to, rules.tag(0));
    }
    for (int i = from; i < to; i++) {
      int rule = sorted.rule(i);
      if (!handler.match(rules.id(rule), MatchHandler.NO_START, sorted.end(i), rules.tag(rule))) {
        return false;
      }
    }
    return true;
  }

  /**
   * With as little besides the handler as can be, four at a time: some rules report at every byte,
   * and the virtual machine does not always unroll a loop around a handler.
   */
  private boolean deliverAll(ReportBuffer sorted, int from, int to, long tag) {
    MatchHandler taker = handler;
    int[] ids = rules.ids();
    int i = from;
    for (; i < to - 3; i += 4) {
      if (!taker.match(ids[sorted.rule(i)], MatchHandler.NO_START, sorted.end(i), tag)
          || !taker.match(ids[sorted.rule(i + 1)], MatchHandler.NO_START, sorted.end(i + 1), tag)
          || !taker.match(ids[sorted.rule(i + 2)], MatchHandler.NO_START, sorted.end(i + 2), tag)
          || !taker.match(ids[sorted.rule(i + 3)], MatchHandler.NO_START, sorted.end(i + 3), tag)) {
        return false;
      }
    }
    for (; i < to; i++) {
      if (!taker.match(ids[sorted.rule(i)], MatchHandler.NO_START, sorted.end(i), tag)) {
        return false;
      }
    }
    return true;
  }

  private boolean deliverSome(ReportBuffer sorted, int from, int to) {
    for (int i = from; i < to; i++) {
      int rule = sorted.rule(i);
      long end = sorted.end(i);
      long start = starts == null ? MatchHandler.NO_START : starts.start(rule, end);
      if (filter.passes(rule, start, end)) {
        long shown = rules.options(rule).startOfMatch() ? start : MatchHandler.NO_START;
        if (!handler.match(rules.id(rule), shown, end, rules.tag(rule))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Writes what the stream has besides its sessions; reports that wait unless it was stopped. */
  void save(BinaryWriter state, long position, boolean stopped) {
    if (!stopped) {
      held.save(state, position);
    }
    if (filter != null) {
      filter.save(state);
    }
  }

  /**
   * Goes on where a stream was saved.
   *
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  void restore(BinaryReader state, long position, boolean stopped) {
    if (!stopped) {
      held.restore(state, position, rules.size(), starts != null);
    }
    if (filter != null) {
      filter.restore(state);
    }
  }
}
