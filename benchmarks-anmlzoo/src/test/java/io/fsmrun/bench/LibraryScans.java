package io.fsmrun.bench;

import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.RuleChoice;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Scans a ruleset with the library in the ways that shall all report the same. */
final class LibraryScans {

  private static final int THREADS = 2;

  private final Database database;
  private final Scanner scanner;
  private final Scanner loaded;

  private LibraryScans(Database database) throws IOException {
    this.database = database;
    scanner = database.newScanner();
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    database.save(saved);
    loaded = Database.load(MemorySegment.ofArray(saved.toByteArray())).newScanner();
  }

  /** Every so many-th of the rules that are accepted. */
  static LibraryScans of(Rules rules, int step) throws IOException, InterruptedException {
    List<Rule> some = new ArrayList<>();
    for (int i = 0; i < rules.accepted().size(); i += step) {
      some.add(rules.accepted().get(i));
    }
    Rules sample = new Rules(rules.source(), some, List.of());
    return new LibraryScans(
        Database.compile(sample, CompileOptions.defaults(), CompileListener.NONE));
  }

  /** The rules that are scanned for. */
  IntSet ids() {
    IntSet ids = new IntAVLTreeSet();
    database.rules().forEach(rule -> ids.add(rule.id()));
    return ids;
  }

  /** The techniques that rules went to. */
  Set<EngineKind> engines() {
    Set<EngineKind> engines = EnumSet.noneOf(EngineKind.class);
    database.plan().choices().stream().map(RuleChoice::engine).forEach(engines::add);
    return engines;
  }

  /** What each way reports, by its name. */
  Map<String, ReportLog> scan(byte[] input) throws InterruptedException {
    Map<String, ReportLog> logs = new TreeMap<>();
    logs.put("block", block(scanner, input));
    logs.put("saved and loaded", block(loaded, input));
    logs.put("stream", stream(input));
    logs.put("two threads", parallel(input));
    return logs;
  }

  private static MatchHandler into(ReportLog log) {
    return (rule, start, end, tag) -> {
      log.report(rule, end);
      return true;
    };
  }

  private static ReportLog block(Scanner scanner, byte[] input) {
    ReportLog log = new ReportLog();
    scanner.scan(input, into(log));
    return log;
  }

  /** Chunks of a byte to some kilobytes; after some of them the other scanner goes on. */
  private ReportLog stream(byte[] input) {
    ReportLog log = new ReportLog();
    Random random = new Random(input.length);
    Stream stream = scanner.open();
    Scanner next = loaded;
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + 1 + random.nextInt(1 << random.nextInt(13)));
      stream.write(input, from, to, into(log));
      if (random.nextInt(20) == 0) {
        stream = next.restore(stream.save());
        next = next == loaded ? scanner : loaded;
      }
      from = to;
    }
    stream.close(into(log));
    return log;
  }

  /** Segments so short that there are some ten of them. */
  private ReportLog parallel(byte[] input) throws InterruptedException {
    ReportLog log = new ReportLog();
    int segment = Math.max(1, input.length / 10);
    ParallelOptions options = new ParallelOptions(THREADS, segment, 1 << 10, segment);
    try (ParallelScanner parallel = ParallelScanner.of(database, options)) {
      parallel.scan(input, into(log));
    }
    return log;
  }
}
