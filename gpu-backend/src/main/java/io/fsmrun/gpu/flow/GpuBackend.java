package io.fsmrun.gpu.flow;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.CallerGroup;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;

/**
 * The back end {@code gpu} of the strategies: deterministic automata as tables, sets of their
 * states as lazily determinised sets (specification, section 7), position automata as bit vectors,
 * all run by a device.
 *
 * <p>Calls of sessions wait until all callers that were announced wait; then one round of launches,
 * one for each kind of work, runs them all. A call that cannot go on, since reports found no room
 * or a set was met that is not determinised yet, takes part in the next round too.
 *
 * <p>A {@link DeviceException} fails the calls that wait, with its message; calls after it try
 * again. The device is used by one thread at a time, and not closed by this class. Flows merge at
 * the symbol where they meet as long as a segment has no more than 32 of them; beyond that merges
 * are seen later, which changes no report.
 */
public final class GpuBackend implements Backend {

  private final GpuOptions options;
  private final Rounds rounds;
  private final Gatherer gatherer;

  /**
   * The back end on a device, with the usual options.
   *
   * @param device where kernels run; nobody else uses it
   * @throws DeviceException if it refuses the kernels
   */
  public GpuBackend(Device device) {
    this(device, GpuOptions.defaults());
  }

  /**
   * The back end on a device.
   *
   * @param device where kernels run; nobody else uses it
   * @param options how memory and work are shared out
   * @throws DeviceException if it refuses the kernels
   */
  public GpuBackend(Device device, GpuOptions options) {
    Inputs inputs = new Inputs();
    this.options = options;
    this.rounds = new Rounds(device, Kernels.load(device), options, inputs);
    this.gatherer = new Gatherer(rounds, inputs);
  }

  @Override
  public String name() {
    return "gpu";
  }

  /**
   * Prepares an automaton. Its table is copied to the device when it is first run.
   *
   * @throws IllegalArgumentException if it is neither a {@link Dfa} nor an {@link Nfa}
   * @throws LimitExceededException if it is an {@link Nfa} whose rows of bits would take more than
   *     1 GiB
   */
  @Override
  public Engine prepare(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> new DfaEngine(dfa, this);
      case Nfa nfa -> new NfaEngine(nfa, this);
      default ->
          throw new IllegalArgumentException("no engine for " + automaton.getClass().getName());
    };
  }

  @Override
  public int callersWanted() {
    return options.callers();
  }

  @Override
  public CallerGroup announce(byte[] input, int callers) {
    return gatherer.announce(input, callers);
  }

  GpuOptions options() {
    return options;
  }

  /** Takes a call, which is run at the latest when it is waited for. */
  void submit(Call call) {
    gatherer.submit(call);
  }

  /** Waits until a call is over. */
  void await(Call call) {
    gatherer.await(call);
  }
}
