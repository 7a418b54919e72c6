package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.report.BlockSink;
import io.fsmrun.gpu.report.BlockWriter;
import io.fsmrun.gpu.report.ReportBlock;
import java.util.List;

/**
 * Puts reports of several engines in order of end, then rule, piece by piece. Engines have
 * different rules, so that no report comes twice. One engine pushes its reports; the others are
 * asked for theirs. What ends so near the end of a piece that another engine may report it later
 * waits for the next piece. For one thread.
 */
final class ReportMerger {

  private final List<ReportSource> sources;
  private final BlockWriter out;

  /** Reports that were pushed and have to wait. */
  private final ReportQueue held = new ReportQueue();

  /** Up to here all engines will have reported when the piece has ended. */
  private long limit;

  /** The source whose next report comes first, and where that ends. */
  private ReportSource first;

  private long firstEnd;

  ReportMerger(List<? extends ReportSource> sources, BlockSink sink) {
    this.sources = List.copyOf(sources);
    this.out = new BlockWriter(sink);
  }

  /** Begins a piece whose reports are final up to an end. */
  void startPiece(long finalTo) throws InterruptedException {
    limit = finalTo;
    first = next();
    while (!held.isEmpty() && held.end() <= limit) {
      deliver(held.rule(), held.end());
      held.advance();
    }
  }

  /** Takes reports of the engine that pushes them. */
  void push(ReportBlock block) throws InterruptedException {
    long[] ends = block.ends();
    int[] rules = block.rules();
    for (int i = 0; i < block.count(); i++) {
      push(rules[i], ends[i]);
    }
  }

  /** Takes one report of that engine. */
  void push(int rule, long end) throws InterruptedException {
    if (end <= limit) {
      deliver(rule, end);
    } else {
      held.report(rule, end);
    }
  }

  /** Hands over a report, those of others that come before it first. */
  private void deliver(int rule, long end) throws InterruptedException {
    while (first != null && (firstEnd < end || firstEnd == end && first.rule() < rule)) {
      deliverFirst();
    }
    out.report(rule, end);
  }

  private void deliverFirst() throws InterruptedException {
    out.report(first.rule(), firstEnd);
    first.advance();
    first = next();
  }

  /** The source whose next report comes first; null if none has one. */
  private ReportSource next() throws InterruptedException {
    ReportSource best = null;
    for (int i = 0; i < sources.size(); i++) {
      ReportSource source = sources.get(i);
      if (source.has()
          && (best == null
              || source.end() < firstEnd
              || source.end() == firstEnd && source.rule() < best.rule())) {
        best = source;
        firstEnd = source.end();
      }
    }
    return best;
  }

  /** Hands over what is left of the piece, but for what has to wait. */
  void endPiece() throws InterruptedException {
    while (first != null && firstEnd <= limit) {
      deliverFirst();
    }
    for (ReportSource source : sources) {
      source.endPiece();
    }
    out.flush();
  }
}
