package io.fsmrun.cli;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.Failover;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.gpu.LazyGpuBackend;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.scan.Backends;
import io.fsmrun.scan.RuleMachine;
import java.io.PrintStream;
import java.util.Optional;

/**
 * The back end of one run. A GPU that is absent, refuses the rules or fails is replaced by the CPU,
 * with the reason on standard error, unless the user was strict. For one run.
 */
final class RunBackend implements Failover {

  private final BackendRequest request;
  private final PrintStream err;
  private LazyGpuBackend gpu;
  private CompiledRules compiled;
  private BackendName used;
  private String device;
  private String choice;
  private BackendFigures.Change change;

  RunBackend(BackendRequest request, PrintStream err) {
    this.request = request;
    this.err = err;
  }

  /**
   * Prepares rules.
   *
   * @param rules the rules
   * @param chosen back end for them; not {@link BackendName#AUTO}
   * @param why it was chosen; null if the user did
   * @return the rules on that back end, or on the CPU if it refuses them
   * @throws UserErrorException if the back end that the user chose refuses, and the user was strict
   */
  RuleMachine machine(CompiledRules rules, BackendName chosen, String why)
      throws UserErrorException {
    compiled = rules;
    used = chosen;
    choice = why;
    if (chosen != BackendName.GPU) {
      return RuleMachine.of(rules, Backends.named(chosen.toString()).orElseThrow());
    }
    gpu = new LazyGpuBackend(request.gpu());
    try {
      DeviceFacts facts = gpu.open();
      RuleMachine machine = RuleMachine.of(rules, gpu);
      device = facts.name() + ", " + facts.driver();
      return machine;
    } catch (DeviceException | LimitExceededException e) {
      if (request.name() == BackendName.AUTO) {
        choice = "cpu: " + e.getMessage();
        used = BackendName.CPU;
      } else if (request.strict()) {
        throw stopped(e, 0);
      } else {
        leave(e, 0);
      }
      return RuleMachine.of(rules, new CpuBackend());
    }
  }

  /** Says why the back end was chosen. */
  void explain(String why) {
    choice = why;
  }

  /** The back end that the run is on now. */
  BackendName used() {
    return used;
  }

  BackendFigures figures() {
    boolean onDevice = used == BackendName.GPU || change != null;
    return new BackendFigures(used, onDevice ? device : null, choice, change);
  }

  /** {@inheritDoc} Only a GPU is taken to fail; from the CPU there is nowhere to go. */
  @Override
  public Optional<PreparedRuleSet> instead(RuntimeException failure, long offset) {
    if (!(failure instanceof DeviceException) || used != BackendName.GPU) {
      return Optional.empty();
    }
    if (request.strict()) {
      throw new StoppedException(stopped(failure, offset));
    }
    leave(failure, offset);
    return Optional.of(new PreparedRuleSet(compiled.ruleSet(), new CpuBackend()));
  }

  private void leave(RuntimeException failure, long offset) {
    change = new BackendFigures.Change(used, offset, failure.getMessage());
    err.println(
        "fsmrun: "
            + used
            + ": "
            + failure.getMessage()
            + "; going on with cpu from byte "
            + offset
            + " of the input");
    // The device is not given back yet: its own thread may still be at it.
    used = BackendName.CPU;
  }

  private static UserErrorException stopped(RuntimeException failure, long offset) {
    return new UserErrorException(
        "gpu: "
            + failure.getMessage()
            + "; stopped at byte "
            + offset
            + " of the input because of --strict");
  }

  /**
   * Gives the device back, once nothing runs on it. Idempotent. A run that is interrupted leaves
   * that to the end of the process: calls that were given up may be under way.
   */
  void release() {
    if (gpu != null) {
      gpu.close();
      gpu = null;
    }
  }
}
