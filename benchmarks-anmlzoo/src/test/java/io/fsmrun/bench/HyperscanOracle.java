package io.fsmrun.bench;

import com.gliwka.hyperscan.jni.hs_compile_error_t;
import com.gliwka.hyperscan.jni.hs_database_t;
import com.gliwka.hyperscan.jni.hs_expr_info_t;
import com.gliwka.hyperscan.jni.hs_scratch_t;
import com.gliwka.hyperscan.jni.hyperscan;
import com.gliwka.hyperscan.jni.match_event_handler;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;

/**
 * Hyperscan as a judge: which rules it accepts, and what they report.
 *
 * <p>Patterns and inputs go to the native library as bytes, past the Java wrapper, which would make
 * UTF-8 of them. The native interface reports exclusive ends, as we do. Each rule is analysed alone
 * to see whether it is accepted; those that are make one database.
 */
final class HyperscanOracle implements AutoCloseable {

  /** A rule as it stands in a rules file; lines are read here without our parser. */
  record SourceRule(int id, String pattern, int flags) {

    private static final Pattern SLASHES = Pattern.compile("/(.*)/([A-Za-z0-9]*)[ \t]*");

    static SourceRule ofLine(int id, String line) {
      Matcher matcher = SLASHES.matcher(line);
      return matcher.matches() ? of(id, matcher.group(1), matcher.group(2)) : of(id, line, "");
    }

    static SourceRule of(int id, String pattern, String letters) {
      // Without the first of them, Hyperscan refuses rules that match the empty string.
      int flags =
          hyperscan.HS_FLAG_ALLOWEMPTY
              | (letters.contains("i") ? hyperscan.HS_FLAG_CASELESS : 0)
              | (letters.contains("s") ? hyperscan.HS_FLAG_DOTALL : 0)
              | (letters.contains("m") ? hyperscan.HS_FLAG_MULTILINE : 0);
      return new SourceRule(id, pattern, flags);
    }
  }

  private final IntSortedSet accepted = new IntAVLTreeSet();
  private final SortedMap<Integer, String> refused;
  private hs_database_t database;
  private hs_scratch_t scratch;

  /**
   * Compiles all rules that Hyperscan accepts; those that match the empty string too.
   *
   * @throws IllegalStateException if a rule is accepted by itself but not with the others
   */
  HyperscanOracle(List<SourceRule> rules) {
    this(rules, refusals(rules));
  }

  /** The same where it is known which rules are refused. */
  HyperscanOracle(List<SourceRule> rules, SortedMap<Integer, String> refusals) {
    refused = refusals;
    List<SourceRule> usable = new ArrayList<>();
    for (SourceRule rule : rules) {
      if (!refused.containsKey(rule.id())) {
        accepted.add(rule.id());
        usable.add(rule);
      }
    }
    if (usable.isEmpty()) {
      return;
    }
    String error = compile(usable);
    if (error != null) {
      throw new IllegalStateException("together: " + error);
    }
    try (PointerPointer<hs_scratch_t> holder = new PointerPointer<>(1)) {
      holder.put(0, (Pointer) null);
      check(hyperscan.hs_alloc_scratch(database, holder));
      scratch = new hs_scratch_t(holder.get(0));
    }
  }

  /** Ids of the rules that Hyperscan refuses, with what it says of them. */
  static SortedMap<Integer, String> refusals(List<SourceRule> rules) {
    SortedMap<Integer, String> refusals = new TreeMap<>();
    for (SourceRule rule : rules) {
      String error = refusal(rule);
      if (error != null) {
        refusals.put(rule.id(), error);
      }
    }
    return refusals;
  }

  /** Ids of the rules that were accepted. */
  IntSortedSet accepted() {
    return accepted;
  }

  /** Ids of the others, with what Hyperscan says of them. */
  SortedMap<Integer, String> refused() {
    return refused;
  }

  /** What the accepted rules report, in order, each once. */
  ReportLog scan(byte[] input) {
    ReportLog log = new ReportLog();
    if (scratch == null) {
      return log;
    }
    try (Collector collector = new Collector(log);
        BytePointer data = new BytePointer(Math.max(1, input.length))) {
      data.put(input, 0, input.length);
      check(hyperscan.hs_scan(database, data, input.length, 0, scratch, collector, null));
    }
    return log.sorted();
  }

  @Override
  public void close() {
    if (scratch != null) {
      hyperscan.hs_free_scratch(scratch);
      scratch = null;
    }
    freeDatabase();
  }

  private void freeDatabase() {
    if (database != null) {
      hyperscan.hs_free_database(database);
      database = null;
    }
  }

  /** Compiles rules to {@link #database}; the message, or null if they are accepted. */
  private String compile(List<SourceRule> rules) {
    freeDatabase();
    int count = rules.size();
    BytePointer[] patterns = new BytePointer[count];
    try (PointerPointer<BytePointer> expressions = new PointerPointer<>(count);
        IntPointer flags = new IntPointer(count);
        IntPointer ids = new IntPointer(count);
        PointerPointer<hs_database_t> databaseHolder = new PointerPointer<>(1);
        PointerPointer<hs_compile_error_t> errorHolder = new PointerPointer<>(1)) {
      for (int i = 0; i < count; i++) {
        patterns[i] = cString(rules.get(i).pattern());
        expressions.put(i, patterns[i]);
        flags.put(i, rules.get(i).flags());
        ids.put(i, rules.get(i).id());
      }
      databaseHolder.put(0, (Pointer) null);
      errorHolder.put(0, (Pointer) null);
      int status =
          hyperscan.hs_compile_multi(
              expressions,
              flags,
              ids,
              count,
              hyperscan.HS_MODE_BLOCK,
              null,
              databaseHolder,
              errorHolder);
      if (status == hyperscan.HS_SUCCESS) {
        database = new hs_database_t(databaseHolder.get(0));
        return null;
      }
      return takeMessage(errorHolder);
    } finally {
      for (BytePointer pattern : patterns) {
        if (pattern != null) {
          pattern.close();
        }
      }
    }
  }

  /** Why a rule is refused, or null; takes a small part of the time of compiling it. */
  private static String refusal(SourceRule rule) {
    try (BytePointer pattern = cString(rule.pattern());
        PointerPointer<hs_expr_info_t> infoHolder = new PointerPointer<>(1);
        PointerPointer<hs_compile_error_t> errorHolder = new PointerPointer<>(1)) {
      infoHolder.put(0, (Pointer) null);
      errorHolder.put(0, (Pointer) null);
      int status = hyperscan.hs_expression_info(pattern, rule.flags(), infoHolder, errorHolder);
      if (status == hyperscan.HS_SUCCESS) {
        Pointer.free(infoHolder.get(0));
        return null;
      }
      return takeMessage(errorHolder);
    }
  }

  private static String takeMessage(PointerPointer<hs_compile_error_t> holder) {
    hs_compile_error_t error = new hs_compile_error_t(holder.get(0));
    String message = error.message().getString(StandardCharsets.ISO_8859_1);
    hyperscan.hs_free_compile_error(error);
    return message;
  }

  private static BytePointer cString(String pattern) {
    // A NUL would end the pattern: it is written as an escape, which means the same.
    byte[] bytes = pattern.replace("\0", "\\x00").getBytes(StandardCharsets.ISO_8859_1);
    BytePointer pointer = new BytePointer(bytes.length + 1L);
    pointer.put(bytes, 0, bytes.length);
    return pointer.put(bytes.length, (byte) 0);
  }

  private static void check(int status) {
    if (status != hyperscan.HS_SUCCESS) {
      throw new IllegalStateException("Hyperscan returned " + status);
    }
  }

  /** Hyperscan's callback. */
  private static final class Collector extends match_event_handler {
    private final ReportLog log;

    Collector(ReportLog log) {
      this.log = log;
    }

    @Override
    public int call(int id, long from, long to, int flags, Pointer context) {
      log.report(id, to);
      return 0;
    }
  }
}
