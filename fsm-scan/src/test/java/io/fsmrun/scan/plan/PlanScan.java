package io.fsmrun.scan.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.filter.SwitchingSessions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Scans with the engines of a plan as a stream would: block by block, saved in between. Those that
 * search do so twice: the second time they are made to run some blocks by an automaton.
 */
public final class PlanScan {

  /** Where far streams go on: no int holds their positions. */
  private static final long FAR = 3_000_000_000L;

  private PlanScan() {}

  /**
   * All reports, with indices of rules in place of ids.
   *
   * @param plan what to scan with
   * @param input a whole stream
   * @param cuts where blocks end, ascending
   * @param saved whether every block is scanned by a fresh session that is given nothing but the
   *     saved state and the history that was asked for
   */
  public static List<Report> scan(Plan plan, byte[] input, int[] cuts, boolean saved) {
    List<Report> reports = scan(plan, input, cuts, saved, 0, BlockEngine::newSession);
    Random random = new Random(Arrays.hashCode(cuts));
    List<Report> switched =
        scan(plan, input, cuts, saved, 0, engine -> SwitchingSessions.of(engine, random));
    assertThat(switched).as("blocks run by the automaton of all chains").isEqualTo(reports);
    if (saved) {
      List<Report> far = scan(plan, input, cuts, true, FAR, BlockEngine::newSession);
      assertThat(far).as("behind %d bytes", FAR).isEqualTo(reports);
    }
    return reports;
  }

  private static List<Report> scan(
      Plan plan,
      byte[] input,
      int[] cuts,
      boolean saved,
      long far,
      Function<BlockEngine, BlockSession> sessions) {
    TreeSet<Report> reports = new TreeSet<>();
    for (BlockEngine engine : plan.engines()) {
      scan(engine, input, cuts, saved, far, sessions, reports);
    }
    return new ArrayList<>(reports);
  }

  private static void scan(
      BlockEngine engine,
      byte[] input,
      int[] cuts,
      boolean saved,
      long far,
      Function<BlockEngine, BlockSession> sessions,
      Set<Report> reports) {
    long shift = 0;
    BlockSession session = sessions.apply(engine);
    session.start();
    ReportBuffer buffer = new ReportBuffer();
    int from = 0;
    for (int i = 0; i <= cuts.length; i++) {
      int to = i < cuts.length ? cuts[i] : input.length;
      if (to > from) {
        buffer.startBlock(shift + from);
        int history = saved ? Math.min(from, engine.historyBytes()) : from;
        byte[] bytes = Arrays.copyOfRange(input, from - history, to);
        session.scan(bytes, history, bytes.length, shift + from, buffer);
        add(buffer, reports, shift, from - 1, engine.reportsBack());
        from = to;
      }
      if (saved) {
        BinaryWriter state = new BinaryWriter();
        session.save(state);
        session = sessions.apply(engine);
        BinaryReader reader = new BinaryReader(state.toByteArray());
        // What lies before the history is not asked for again, so it may be any number of bytes.
        shift = from > 0 && from >= engine.historyBytes() ? far : shift;
        session.restore(reader, shift + from);
        reader.expectEnd();
      }
    }
    buffer.startBlock(shift + input.length);
    session.finish(input, input.length, shift + input.length, buffer);
    add(buffer, reports, shift, input.length - 1, engine.reportsBack());
  }

  private static void add(
      ReportBuffer buffer, Set<Report> reports, long shift, long least, boolean late) {
    buffer.sort();
    for (int i = 0; i < buffer.size(); i++) {
      long end = buffer.end(i) - shift;
      if (end < least) {
        throw new AssertionError("a report at " + end + ", before " + least);
      }
      Report report = new Report(buffer.rule(i), end);
      // Only what may still come is held back by those who deliver reports.
      if (!reports.add(report) && !late) {
        throw new AssertionError("told twice: " + report);
      }
    }
  }
}
