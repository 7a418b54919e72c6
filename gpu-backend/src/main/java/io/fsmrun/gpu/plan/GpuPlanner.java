package io.fsmrun.gpu.plan;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.stream.StreamCosts;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.gpu.table.TableLimits;
import io.fsmrun.gpu.table.TableProgram;
import io.fsmrun.gpu.table.TableRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides which rule runs where. Bit streams take nearly every rule, tables those with a DFA that
 * fits. A byte costs a pass of tables about as much as 20 to 60 steps of bit streams that are
 * always made; but tables take long to make, and reports that are dense slow them down. So they are
 * made only if bit streams are expected to be slower than the link by so much that the input pays
 * for it, and a pass keeps its rules only if that is cheaper than bit streams.
 *
 * <p>For one ruleset, one thread; it has help of the common pool.
 */
public final class GpuPlanner {

  /** States of a rule's DFA, at most: larger ones fill a table by themselves. */
  private static final int MOST_STATES = 4096;

  /** Making tables, a state of a rule's DFA: measured on one core. */
  private static final double STATE_MAKING_NANOS = 30_000;

  /** A pass is taken to run again for part of each piece, which costs so much more. */
  private static final double AGAIN_NANOS = 0.002;

  /** Estimates are rough: tables must be better by this factor. */
  private static final double MARGIN = 1.5;

  /** What the host does for a report of tables. */
  private static final double REPORT_NANOS = 25;

  private static final double NANOS = 1e9;

  private final List<StreamRule> rules;
  private final Map<Integer, String> tooLarge;
  private final DeviceFacts facts;
  private final PlanRequest request;
  private final Map<Integer, Double> streamNanos = new HashMap<>();
  private final Map<Integer, String> noStreams = new ConcurrentHashMap<>();
  private final Map<Integer, String> noTable = new HashMap<>();
  private int streamParts;
  private String reason;

  /**
   * A planner.
   *
   * @param rules the rules that have position automata, of different ids
   * @param tooLarge the rules that have none, and why
   * @param facts of the device
   * @param request what the plan is for
   */
  public GpuPlanner(
      List<StreamRule> rules,
      Map<Integer, String> tooLarge,
      DeviceFacts facts,
      PlanRequest request) {
    this.rules = List.copyOf(rules);
    this.tooLarge = Map.copyOf(tooLarge);
    this.facts = facts;
    this.request = request;
  }

  /**
   * Makes the plan.
   *
   * @return the plan, which takes all rules
   */
  public GpuPlan plan() {
    rules.parallelStream()
        .forEach(
            rule -> {
              String refusal = StreamProgram.refusal(rule);
              if (refusal != null) {
                noStreams.put(rule.id(), refusal);
              }
            });
    // A second of code that is not compiled yet, so that it is worth two threads.
    CompletableFuture<StreamCosts> costs = CompletableFuture.supplyAsync(this::costs);
    StreamProgram streams = StreamProgram.compileTaken(taken(), facts);
    StreamCosts ofTaken = costs.join();
    if (!streams.refused().isEmpty()) {
      noStreams.putAll(streams.refused());
      ofTaken = costs();
    }
    streamParts = streams.partCount();
    for (StreamRule rule : taken()) {
      streamNanos.put(rule.id(), ofTaken.nanosPerByte(rule.id()));
    }
    TableProgram tables = tables();
    if (tables != null) {
      Set<Integer> inTables = tables.taken();
      List<StreamRule> left = rules.stream().filter(rule -> !inTables.contains(rule.id())).toList();
      streams = StreamProgram.compileTaken(left, facts);
    }
    return result(streams.ruleCount() == 0 ? null : streams, tables);
  }

  private List<StreamRule> taken() {
    return rules.stream().filter(rule -> !noStreams.containsKey(rule.id())).toList();
  }

  private StreamCosts costs() {
    return new StreamCosts(taken(), request.sample());
  }

  private double allStreamNanos() {
    double nanos = StreamCosts.BASE_NANOS * streamParts;
    for (double own : streamNanos.values()) {
      nanos += own;
    }
    return nanos;
  }

  /** The tables that are wanted; null for none. */
  private TableProgram tables() {
    if (request.wish() == EngineWish.STREAMS) {
      reason = "bit streams, as asked for";
      return null;
    }
    if (request.wish() == EngineWish.TABLES) {
      reason = "tables, as asked for";
      return orNull(compile(rules));
    }
    String against = againstTables(allStreamNanos());
    if (against != null) {
      reason = against;
      return orNull(
          compile(rules.stream().filter(rule -> noStreams.containsKey(rule.id())).toList()));
    }
    return orNull(cheapPasses(compile(rules)));
  }

  private static TableProgram orNull(TableProgram program) {
    return program.passCount() == 0 ? null : program;
  }

  /** The passes that cost less than bit streams for the same rules. */
  private TableProgram cheapPasses(TableProgram all) {
    boolean[] pays = new boolean[all.passCount()];
    int kept = 0;
    for (int pass = 0; pass < pays.length; pass++) {
      double saved = 0;
      for (int rule : all.rulesOf(pass)) {
        saved += streamNanos.getOrDefault(rule, Double.POSITIVE_INFINITY);
      }
      double nanos =
          MARGIN * (all.nanosPerByte(pass) + AGAIN_NANOS)
              + REPORT_NANOS * all.reportsPerByte(pass, request.sample());
      pays[pass] = saved > nanos;
      kept += pays[pass] ? 1 : 0;
    }
    reason =
        String.format(
            Locale.ROOT,
            "bit streams are expected to take %.3f ns/byte; %d of %d passes of tables are cheaper",
            allStreamNanos(),
            kept,
            pays.length);
    TableProgram cheap = all.withPasses(pass -> pays[pass]);
    Set<Integer> taken = cheap.taken();
    for (int rule : all.taken()) {
      if (!taken.contains(rule)) {
        noTable.put(rule, "its table would cost more than bit streams");
      }
    }
    return cheap;
  }

  /** Why tables would not pay, whatever they cost; null if they might. */
  private String againstTables(double nanos) {
    double link = 1 / PieceSize.LINK_RATE;
    if (nanos <= MARGIN * link) {
      return String.format(
          Locale.ROOT, "bit streams, expected to take %.3f ns/byte, about as the link", nanos);
    }
    if (request.inputBytes() < 0 || request.sample().length == 0) {
      return "bit streams: how much is to be scanned, or how dense reports are, is not known";
    }
    long states = 0;
    for (StreamRule rule : rules) {
      states += rule.nfa().stateCount();
    }
    double making = states * STATE_MAKING_NANOS;
    double gain = request.inputBytes() * (nanos - link);
    if (gain < MARGIN * making) {
      return String.format(
          Locale.ROOT,
          "bit streams, expected to take %.3f ns/byte: tables would take about %.1f s to make, and"
              + " save %.1f s at most",
          nanos,
          making / NANOS,
          gain / NANOS);
    }
    return null;
  }

  private TableProgram compile(List<StreamRule> wanted) {
    List<TableRule> compiled = new ArrayList<>();
    for (StreamRule rule : wanted) {
      try {
        Dfa dfa = Minimizer.minimize(Determinizer.determinize(rule.nfa(), MOST_STATES));
        compiled.add(new TableRule(rule.id(), dfa));
      } catch (LimitExceededException e) {
        noTable.put(rule.id(), "its DFA has more than " + MOST_STATES + " states");
      }
    }
    TableProgram program =
        request.sample().length == 0
            ? TableProgram.compile(compiled, facts, TableLimits.defaults())
            : TableProgram.compile(compiled, facts, TableLimits.defaults(), request.sample());
    noTable.putAll(program.refused());
    return program;
  }

  private GpuPlan result(StreamProgram streams, TableProgram tables) {
    Map<Integer, RulePlacement> placements = new TreeMap<>();
    tooLarge.forEach(
        (rule, why) -> placements.put(rule, new RulePlacement(rule, GpuEngine.HOST, why, 0)));
    double nanos = 0;
    if (tables != null) {
      for (int pass = 0; pass < tables.passCount(); pass++) {
        nanos += tables.nanosPerByte(pass);
        int[] ids = tables.rulesOf(pass);
        for (int rule : ids) {
          double own = tables.nanosPerByte(pass) / ids.length;
          String why = noStreams.getOrDefault(rule, "in pass " + (pass + 1) + " of tables");
          placements.put(rule, new RulePlacement(rule, GpuEngine.TABLES, why, own));
        }
      }
    }
    nanos += streams == null ? 0 : StreamCosts.BASE_NANOS * streams.partCount();
    for (StreamRule rule : rules) {
      int id = rule.id();
      if (!placements.containsKey(id)) {
        boolean onDevice = !noStreams.containsKey(id);
        placements.put(id, onDevice ? onStreams(id) : onHost(id));
        nanos += onDevice ? streamNanos.get(id) : 0;
      }
    }
    PieceSize piece =
        request.pieceBytes() > 0
            ? PieceSize.wanted(request.pieceBytes(), request.pinnedBytes())
            : PieceSize.best(request.inputBytes(), nanos, request.pinnedBytes());
    return new GpuPlan(List.copyOf(placements.values()), streams, tables, nanos, piece, reason);
  }

  private RulePlacement onStreams(int rule) {
    String why = noTable.getOrDefault(rule, "bit streams take it");
    return new RulePlacement(rule, GpuEngine.STREAMS, why, streamNanos.get(rule));
  }

  private RulePlacement onHost(int rule) {
    String table = noTable.get(rule);
    String why = noStreams.get(rule) + (table == null ? "" : "; " + table);
    return new RulePlacement(rule, GpuEngine.HOST, why, 0);
  }
}
