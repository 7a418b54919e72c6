package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.reference.NetworkReport;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Ways to run a network, for tests. */
final class Runs {

  /** Goes through all changes of a plan within a few symbols. */
  static final PlanTuning EAGER =
      new PlanTuning(1, 0.25, 2, 2, 3, 12, 4000, 8, 20, 10, 200, 2, 1, 1);

  /** Splits and packs whatever it can. */
  static final PlanTuning UNSETTLED =
      new PlanTuning(1, 0, 0, 0, 0, 1, 0, 3, 1e9, 1e9, 1 << 20, 1, 0, 1);

  private Runs() {}

  /** The reports of one session, its input written in one piece. */
  static List<NetworkReport> whole(NetworkSession session, byte[] input) {
    List<NetworkReport> reports = new ArrayList<>();
    write(session, input, 0, input.length, reports);
    finish(session, reports);
    return reports;
  }

  /** The reports of one session, its input written in random pieces. */
  static List<NetworkReport> inPieces(
      NetworkSession session, byte[] input, RandomGenerator random) {
    List<NetworkReport> reports = new ArrayList<>();
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + random.nextInt(5));
      write(session, input, from, to, reports);
      from = to;
    }
    finish(session, reports);
    return reports;
  }

  /** The reports of sessions that take over from each other at random places. */
  static List<NetworkReport> withSwitches(
      NetworkEngine engine, byte[] input, RandomGenerator random) {
    List<NetworkReport> reports = new ArrayList<>();
    NetworkSession[] sessions = {engine.newSession(), engine.newSession()};
    byte[] state = engine.newSession().save();
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + random.nextInt(9));
      NetworkSession session = sessions[random.nextInt(2)];
      session.restore(state);
      write(session, input, from, to, reports);
      state = session.save();
      from = to;
    }
    sessions[0].restore(state);
    finish(sessions[0], reports);
    return reports;
  }

  static NetworkSession session(AutomataNetwork network, EngineOptions options, PlanTuning tuning) {
    return NetworkEngine.of(network, options, tuning).newSession();
  }

  static void write(
      NetworkSession session, byte[] input, int from, int to, List<NetworkReport> reports) {
    try {
      session.write(
          input, from, to, (element, symbol) -> reports.add(new NetworkReport(element, symbol)));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static void finish(NetworkSession session, List<NetworkReport> reports) {
    try {
      session.finish((element, symbol) -> reports.add(new NetworkReport(element, symbol)));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
