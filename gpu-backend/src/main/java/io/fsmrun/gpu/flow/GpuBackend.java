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
 * The back end {@code gpu} of the strategies: deterministic automata as tables with rows for their
 * states and for sets of them (specification, section 7), position automata as bit vectors, all run
 * by a device.
 *
 * <p>Calls of sessions are gathered until all callers that were announced wait; then one launch for
 * each kind of automaton runs them. A call of a deterministic automaton takes one launch: a warp
 * carries its flows until few states are left, and then shares out what is left of the input among
 * its lanes, each of which begins with all states that may be there. It takes more if what it has
 * to say found no room, or if it meets a set that has no row: such a stretch is run by the calling
 * thread. Calls of position automata stop where reports found no room, and take part in the next
 * launch too.
 *
 * <p>A {@link DeviceException} fails the calls that wait, with its message; calls after it try
 * again. The device is used by one thread at a time, and not closed by this class. Flows merge at
 * the symbol where they meet; of position automata only as long as a segment has no more than 32 of
 * them, beyond that merges are seen later, which changes no report.
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
