package io.fsmrun.cli.scan;

import io.fsmrun.scan.MatchHandler;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.nio.charset.StandardCharsets;

/** The matches of one file, printed as they come. For one thread. */
final class FileMatches implements MatchHandler {

  private static final byte[] END = ascii(",\"end\":");
  private static final byte[] LINE = ascii(",\"line\":");
  private static final byte[] COLUMN = ascii(",\"column\":");
  private static final byte[] COUNT = ascii(",\"count\":");

  private final ScanFormat format;
  private final RuleTexts rules;
  private final OrderedOutput.Slot out;
  private LineCursor lines;
  private final IntOpenHashSet seen;
  private final byte[] name;
  private long matches;

  FileMatches(ScanFormat format, RuleTexts rules, OrderedOutput.Slot out, String name) {
    this.format = format;
    this.rules = rules;
    this.out = out;
    this.name =
        (format.json() ? "{\"file\":" + RuleTexts.quote(name) : name)
            .getBytes(StandardCharsets.UTF_8);
    lines = format.needsLines() ? new LineCursor() : null;
    seen = format.firstOfRule() ? new IntOpenHashSet() : null;
  }

  /** Whether the bytes of the file have to be given, for the numbers of lines. */
  boolean needsLines() {
    return lines != null;
  }

  /** The next bytes of the file, of which matches will be told. */
  void next(byte[] bytes, int count) {
    if (lines != null) {
      lines.next(bytes, count);
    }
  }

  /** Those bytes are searched, and may change now. */
  void leave() {
    if (lines != null) {
      lines.leave();
    }
  }

  /** Whether nothing but the number of all matches is wanted. */
  boolean onlyCounts() {
    return format.kind() == ScanFormat.Kind.COUNTS
        && seen == null
        && format.mostMatches() == Long.MAX_VALUE;
  }

  /** Takes matches of which only the number is wanted. */
  void count(int more) {
    matches += more;
  }

  /** The file is searched from its start again. */
  void startAgain() {
    lines = lines == null ? null : new LineCursor();
  }

  @Override
  public boolean match(int ruleId, long start, long end, long tag) {
    if (seen != null && !seen.add(ruleId)) {
      return true;
    }
    matches++;
    switch (format.kind()) {
      case QUIET, FILES -> {
        return false;
      }
      case COUNTS -> {}
      case MATCHES -> print(ruleId, end);
    }
    return matches < format.mostMatches();
  }

  private void print(int rule, long end) {
    if (lines != null) {
      lines.goTo(end);
    }
    if (format.json()) {
      out.text(name).text(rules.members(rule)).text(END).number(end);
      out.text(LINE).number(lines.line()).text(COLUMN).number(lines.column(end)).symbol('}');
    } else {
      if (format.fileNames()) {
        out.text(name).symbol(':');
      }
      if (format.lineNumbers()) {
        out.number(lines.line()).symbol(':').number(lines.column(end)).symbol(':');
      }
      out.number(end).symbol(':').number(rule);
    }
    out.symbol('\n');
    try {
      out.mayHandOn();
    } catch (InterruptedException e) {
      throw new ScanInterruptedException();
    }
  }

  /** Says what is to be said of the whole file. */
  void finish() {
    boolean counted = format.kind() == ScanFormat.Kind.COUNTS;
    if (!counted && !(format.kind() == ScanFormat.Kind.FILES && matches > 0)) {
      return;
    }
    if (format.json() || !counted || format.fileNames()) {
      out.text(name);
    }
    if (counted) {
      if (format.json()) {
        out.text(COUNT);
      } else if (format.fileNames()) {
        out.symbol(':');
      }
      out.number(matches);
    }
    if (format.json()) {
      out.symbol('}');
    }
    out.symbol('\n');
  }

  boolean isFound() {
    return matches > 0;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** An interrupt on its way through a scan. */
  static final class ScanInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ScanInterruptedException() {
      super("interrupted while waiting to write", null, false, false);
    }
  }
}
