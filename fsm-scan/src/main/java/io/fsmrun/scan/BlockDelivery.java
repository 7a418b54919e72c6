package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.PlaceBits;
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
  private final ReportBuffer reports;
  private final StartReports starts;
  private final MatchFilter filter;

  /** Whether all reports are handed over, with one tag. */
  private final boolean isPlain;

  private final boolean holdsBack;
  private final HeldReports held = new HeldReports();
  private MatchHandler handler;

  /** Calls it. */
  private ReportFeed feed;

  /** Hands over what this buffer takes, which nobody else uses meanwhile. */
  BlockDelivery(RuleTable rules, List<BlockEngine> engines, ReportBuffer reports) {
    this.rules = rules;
    this.reports = reports;
    boolean back = false;
    boolean withStarts = false;
    for (BlockEngine engine : engines) {
      back |= engine.reportsBack();
      withStarts |= engine instanceof StartEngine;
    }
    starts = withStarts ? new StartReports() : null;
    filter = rules.isPlain() ? null : new MatchFilter(rules);
    isPlain = rules.isPlain() && rules.haveSameTags();
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
    feed = next == null ? null : HandlerFeeds.of(next);
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
    reports.orderApart(lastEnd);
    while (reports.nextStretch()) {
      int from = reports.from();
      int to = reports.to();
      if (!(reports.isOfBits() ? deliverBits(reports.bits(), from, to) : deliverListed(from, to))) {
        return false;
      }
    }
    reports.keepRest();
    for (int i = 0; i < reports.size(); i++) {
      long end = reports.end(i);
      int rule = reports.rule(i);
      held.add(rule, end, starts == null ? MatchHandler.NO_START : starts.start(rule, end));
    }
    return true;
  }

  /**
   * Hands over a block's reports that lie in order already, each once, without starts.
   *
   * @param sorted the reports
   * @param start where the block starts
   * @param position where it ends
   * @return false if the handler wants no more
   */
  boolean deliverSorted(PackedReports.Reader sorted, long start, long position) {
    startBlock(start);
    boolean waits = reports.size() > 0;
    boolean goesOn = true;
    while (goesOn && sorted.nextSpan()) {
      int from = sorted.index();
      while (waits && from < sorted.to() && sorted.end(from) <= start) {
        // It belongs among what was held back.
        reports.add(sorted.rule(from), sorted.end(from));
        from++;
      }
      if (waits && from < sorted.to()) {
        waits = false;
        goesOn = endBlock(position);
      }
      int due = hold(sorted, from, holdsBack ? position - 2 : Long.MAX_VALUE);
      goesOn = goesOn && deliver(sorted, from, due);
    }
    return goesOn && (!waits || endBlock(position));
  }

  /** Holds back what of a span ends behind a position; returns the index after the others. */
  private int hold(PackedReports.Reader sorted, int from, long lastEnd) {
    int due = sorted.to();
    while (due > from && sorted.end(due - 1) > lastEnd) {
      due--;
    }
    for (int i = due; i < sorted.to(); i++) {
      held.add(sorted.rule(i), sorted.end(i), MatchHandler.NO_START);
    }
    return due;
  }

  private boolean deliver(PackedReports.Reader sorted, int from, int to) {
    if (isPlain) {
      return from == to || feed.feed(handler, sorted, from, to, rules.ids(), rules.tag(0));
    }
    for (int i = from; i < to; i++) {
      if (!deliver(sorted.rule(i), sorted.end(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean deliverListed(int from, int to) {
    if (isPlain) {
      return feed.feed(handler, reports, from, to, rules.ids(), rules.tag(0));
    }
    for (int i = from; i < to; i++) {
      if (!deliver(reports.rule(i), reports.end(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean deliverBits(PlaceBits bits, int from, int to) {
    if (isPlain) {
      return feed.feed(handler, bits, from, to, rules.ids(), rules.tag(0));
    }
    for (int slot = from; slot < to; slot = bits.next(slot + 1)) {
      if (!deliver(bits.rule(slot), bits.end(slot))) {
        return false;
      }
    }
    return true;
  }

  /** Hands over one report as the options of its rule want it; false if the handler stops. */
  private boolean deliver(int rule, long end) {
    long start = starts == null ? MatchHandler.NO_START : starts.start(rule, end);
    if (filter != null && !filter.passes(rule, start, end)) {
      return true;
    }
    long shown = rules.options(rule).startOfMatch() ? start : MatchHandler.NO_START;
    return handler.match(rules.id(rule), shown, end, rules.tag(rule));
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
