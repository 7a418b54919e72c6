package io.fsmrun.ap.profile;

import io.fsmrun.ap.engine.NetworkReportSink;
import io.fsmrun.ap.network.AutomataNetwork;
import java.io.IOException;
import java.io.InputStream;

/**
 * Runs a network over an input and counts what its elements do. Exact, and made for counting rather
 * than for speed: the time of a symbol is proportional to its enabled and active elements and their
 * edges. For one thread.
 *
 * <p>Memory: about 40 bytes an element, 4 an edge into a counter or gate, and a timeline of fixed
 * size, whatever the length of the input.
 */
public final class ActivityProfiler {

  private final Simulation simulation;
  private final ActivityRecorder recorder;
  private boolean hasHeldBack;
  private int heldBack;

  /**
   * A profiler at the start of the input, without listeners.
   *
   * @param network the network
   */
  public ActivityProfiler(AutomataNetwork network) {
    this(network, (symbol, active, count) -> {}, (element, symbol) -> {});
  }

  /**
   * A profiler at the start of the input.
   *
   * @param network the network
   * @param listener sees the active elements of every symbol
   * @param reports takes the reports
   */
  public ActivityProfiler(
      AutomataNetwork network, ActivityListener listener, NetworkReportSink reports) {
    recorder = new ActivityRecorder(network, listener, reports);
    simulation = new Simulation(network, recorder);
  }

  /**
   * Runs over the next bytes. The last one waits for the next call, since only {@link #finish}
   * knows that it is the last of the input.
   *
   * @param bytes an array with the bytes
   * @param from the first
   * @param to the end, exclusive
   */
  public void feed(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (hasHeldBack) {
        simulation.step(heldBack, false);
      }
      hasHeldBack = true;
      heldBack = bytes[i] & 0xff;
    }
  }

  /**
   * Ends the input.
   *
   * @return what was counted
   */
  public ActivityProfile finish() {
    if (hasHeldBack) {
      simulation.step(heldBack, true);
      hasHeldBack = false;
    }
    return recorder.profile();
  }

  /**
   * Profiles a whole input.
   *
   * @param network the network
   * @param input read to its end, and left open
   * @return what was counted
   * @throws IOException if reading fails
   */
  public static ActivityProfile profile(AutomataNetwork network, InputStream input)
      throws IOException {
    ActivityProfiler profiler = new ActivityProfiler(network);
    byte[] buffer = new byte[1 << 16];
    for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
      profiler.feed(buffer, 0, read);
    }
    return profiler.finish();
  }
}
