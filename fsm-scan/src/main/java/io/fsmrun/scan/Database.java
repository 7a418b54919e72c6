package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.plan.Plan;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiled rules, split over the engines of the CPU. Immutable, shared by threads; each thread that
 * scans has a {@link Scanner} of its own.
 *
 * <p>Rules that cannot be taken do not stop the others: see {@link #refused()}.
 *
 * <p>A database can be saved, and loaded without compiling again.
 */
public final class Database {

  private final RuleTable table;
  private final List<RefusedRule> refused;
  private final Plan plan;
  private final Plan explained;
  private final List<BlockEngine> engines;
  private final long fingerprint;
  private final List<RuleInfo> rules;

  Database(
      RuleTable table,
      List<RefusedRule> refused,
      Plan plan,
      List<BlockEngine> engines,
      long fingerprint) {
    this.table = table;
    this.refused = List.copyOf(refused);
    this.plan = plan;
    this.engines = List.copyOf(engines);
    this.fingerprint = fingerprint;
    Set<Integer> left = new HashSet<>();
    refused.forEach(rule -> left.add(rule.id()));
    explained = PlanCosts.explained(plan, table, left);
    rules = table.rules().stream().filter(rule -> !left.contains(rule.id())).toList();
  }

  /**
   * Compiles rules with the usual options. The first has id 1.
   *
   * @param rules each {@code /regex/flags} or a bare regex, one char per byte
   * @return the database
   * @throws InterruptedException if the thread is interrupted
   */
  public static Database compile(String... rules) throws InterruptedException {
    return compiler().compile(Rules.of(rules));
  }

  /**
   * Compiles a rules file with the usual options. A rule's id is its line number.
   *
   * @param rulesFile one rule a line, {@code /regex/flags} or a bare regex
   * @return the database
   * @throws IOException if the file cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static Database compile(Path rulesFile) throws IOException, InterruptedException {
    return compiler().compile(RulesFile.read(rulesFile));
  }

  /**
   * Compiles rules. Rules past a limit of the options, and those that no engine takes that is on,
   * are refused; an interrupt of the calling thread cancels, at any time.
   *
   * @param rules parsed rules, no id twice
   * @param options the means of the planner, and options of rules
   * @param listener hears how many rules are done, and how far engines are
   * @return the database; it does not depend on the number of threads
   * @throws IllegalArgumentException if two rules have one id
   * @throws InterruptedException if the thread is interrupted
   */
  public static Database compile(Rules rules, CompileOptions options, CompileListener listener)
      throws InterruptedException {
    return new DatabaseCompiler(rules, options, listener).compile();
  }

  /**
   * Starts to describe how to compile.
   *
   * @return a compiler with the usual options
   */
  public static Compiler compiler() {
    return new Compiler();
  }

  /**
   * Reads a database file, which is mapped into memory while it is read; later changes of the file
   * do no harm. O(bytes), without compiling.
   *
   * @param file what {@link #save(Path)} wrote
   * @return the database
   * @throws UnusableDatabaseException if it is damaged, cut short, of another kind or version, or
   *     made to ask for more than a compiled one does
   * @throws IOException if the file cannot be read
   */
  public static Database load(Path file) throws IOException {
    return DatabaseReader.read(file, EngineFiles.ALL);
  }

  /**
   * Reads a database from memory. O(bytes), without compiling.
   *
   * @param bytes what was saved; not used after the call
   * @return the database
   * @throws UnusableDatabaseException if it is damaged, cut short, of another kind or version, or
   *     made to ask for more than a compiled one does
   */
  public static Database load(MemorySegment bytes) throws UnusableDatabaseException {
    return DatabaseReader.read(bytes, EngineFiles.ALL);
  }

  /**
   * Writes a database file. A file of that name is replaced when the new one is complete, not
   * before.
   *
   * @param file where
   * @throws IOException if it cannot be written
   */
  public void save(Path file) throws IOException {
    new DatabaseWriter(this).write(file);
  }

  /**
   * Writes what a database file contains. The stream is not closed.
   *
   * @param out takes the bytes
   * @throws IOException if it does not
   */
  public void save(OutputStream out) throws IOException {
    new DatabaseWriter(this).write(out);
  }

  /**
   * How long a file of this database is. As costly as saving.
   *
   * @return bytes
   */
  public long sizeBytes() {
    return new DatabaseWriter(this).sizeBytes();
  }

  /**
   * Number of rules that are scanned for.
   *
   * @return 0 or more
   */
  public int ruleCount() {
    return rules.size();
  }

  /**
   * The rules that are scanned for.
   *
   * @return rules, in order of id
   */
  public List<RuleInfo> rules() {
    return rules;
  }

  /**
   * The rules that were refused, each with the place and the reason.
   *
   * @return refused rules, in order of id
   */
  public List<RefusedRule> refused() {
    return refused;
  }

  /**
   * How rules are split over engines, why, and the costs that were expected: an expected value for
   * inputs of the kind that the planner was told of or supposes, in nanoseconds per byte on one
   * thread, without handing over what is found. An engine's shared cost is in equal parts that of
   * its rules, so that costs add up to that of a scan; a rule that matches nothing costs nothing.
   *
   * @return the plan; indexes are places among the rules that were parsed, in order of id, those
   *     that were too large included
   */
  public Plan plan() {
    return explained;
  }

  /** The plan as it is saved: without what is known of its engines anyway. */
  Plan savedPlan() {
    return plan;
  }

  /**
   * A scanner for the calling thread. It has caches that grow as it scans, so it should be kept and
   * used again. The first one of a database may have to wait some milliseconds, until the automata
   * that guard against inputs made to hurt are there; compiling and loading begin to make them in
   * the background.
   *
   * @return a fresh scanner
   */
  public Scanner newScanner() {
    return new Scanner(this);
  }

  /**
   * Opens a stream with a scanner of its own. For many streams a thread opens them by one scanner,
   * {@link Scanner#open}.
   *
   * @return a stream at its start
   */
  public Stream openStream() {
    return newScanner().open();
  }

  /**
   * Restores a stream with a scanner of its own. For many streams: {@link Scanner#restore}.
   *
   * @param saved what {@link Stream#save} gave, for a stream of an equal database
   * @return a stream that goes on there
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public Stream restore(byte[] saved) {
    return newScanner().restore(saved);
  }

  RuleTable table() {
    return table;
  }

  List<BlockEngine> engines() {
    return engines;
  }

  long fingerprint() {
    return fingerprint;
  }

  /** Describes how to compile. Mutable, for one thread. */
  public static final class Compiler {

    private CompileOptions options = CompileOptions.defaults();
    private CompileListener listener = CompileListener.NONE;

    private Compiler() {}

    /**
     * How to plan, and what is wanted of rules.
     *
     * @param choice the options
     * @return this compiler
     */
    public Compiler options(CompileOptions choice) {
      options = choice;
      return this;
    }

    /**
     * What is wanted of one rule. For thousands of rules {@link CompileOptions#withRules} is
     * faster.
     *
     * @param id its id
     * @param choice its options
     * @return this compiler
     */
    public Compiler rule(int id, RuleOptions choice) {
      Map<Integer, RuleOptions> byId = new HashMap<>(options.byId());
      byId.put(id, choice);
      options = options.withRules(byId);
      return this;
    }

    /**
     * What is wanted of all rules that are not named.
     *
     * @param choice their options
     * @return this compiler
     */
    public Compiler allRules(RuleOptions choice) {
      options = options.withAllRules(choice);
      return this;
    }

    /**
     * Who hears how compiling comes along.
     *
     * @param choice the listener
     * @return this compiler
     */
    public Compiler listener(CompileListener choice) {
      listener = choice;
      return this;
    }

    /**
     * Compiles rules.
     *
     * @param rules parsed rules, no id twice
     * @return the database
     * @throws InterruptedException if the thread is interrupted
     */
    public Database compile(Rules rules) throws InterruptedException {
      return Database.compile(rules, options, listener);
    }
  }
}
