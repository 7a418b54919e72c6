package io.fsmrun.cli.gpu;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A ruleset on a device, to scan one input after the other. For one thread. */
public final class GpuScan implements AutoCloseable {

  private final Device device;
  private final StreamProgram program;
  private final StreamOptions options;
  private final long compileNanos;
  private StreamScanner scanner;
  private StreamFigures figures;

  private GpuScan(Device device, StreamProgram program, StreamOptions options, long compileNanos) {
    this.device = device;
    this.program = program;
    this.options = options;
    this.compileNanos = compileNanos;
  }

  /** Takes reports. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Takes a report.
     *
     * @param rule the rule's id
     * @param end where the match ends
     * @return whether the scan shall go on
     */
    boolean report(int rule, long end);
  }

  /**
   * Opens a device and compiles rules for it.
   *
   * @param ordinal which device, from 0
   * @param rules the rules
   * @param limits how large automata may become
   * @param options how data is moved
   * @return the rules on the device, to be closed by the caller
   * @throws DeviceException if there is no such device or it refuses
   * @throws UnfitRulesException if a rule is too large for the device
   */
  public static GpuScan open(
      int ordinal, List<Rule> rules, CompileLimits limits, StreamOptions options)
      throws UnfitRulesException {
    return on(Devices.open(ordinal), rules, limits, options);
  }

  /**
   * Compiles rules for a device.
   *
   * @param device the device, which is closed with the scan, or if this fails
   * @param rules the rules
   * @param limits how large automata may become
   * @param options how data is moved
   * @return the rules on the device, to be closed by the caller
   * @throws DeviceException if the device refuses
   * @throws UnfitRulesException if a rule is too large for the device
   */
  public static GpuScan on(
      Device device, List<Rule> rules, CompileLimits limits, StreamOptions options)
      throws UnfitRulesException {
    GpuScan scan = null;
    try {
      long start = System.nanoTime();
      StreamProgram program = compile(rules, limits, device.facts());
      scan = new GpuScan(device, program, options, System.nanoTime() - start);
      scan.scanner();
      return scan;
    } finally {
      if (scan == null || scan.scanner == null) {
        close(device);
      }
    }
  }

  private static StreamProgram compile(List<Rule> rules, CompileLimits limits, DeviceFacts facts)
      throws UnfitRulesException {
    RuleCompiler compiler = new RuleCompiler(limits, 1);
    List<StreamRule> compiled = new ArrayList<>(rules.size());
    for (Rule rule : rules) {
      try {
        compiled.add(new StreamRule(rule.id(), compiler.compileToPositions(rule.tree())));
      } catch (LimitExceededException e) {
        throw new UnfitRulesException("rule " + rule.id() + ": " + e.getMessage(), e);
      }
    }
    try {
      return StreamProgram.compile(compiled, facts);
    } catch (IllegalArgumentException e) {
      throw new UnfitRulesException(e.getMessage(), e);
    }
  }

  private StreamScanner scanner() {
    if (scanner == null) {
      scanner = new StreamScanner(device, program, options);
    }
    return scanner;
  }

  /**
   * Scans an input.
   *
   * @param input the input
   * @param handler takes the reports, by end, then rule; called by this thread
   * @return whether the whole input was scanned; false if the handler wanted no more
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are the first ones
   */
  public boolean scan(ScanInput input, Handler handler) throws IOException {
    boolean whole = false;
    try {
      figures =
          scanner()
              .scan(
                  input,
                  (rule, end) -> {
                    if (!handler.report(rule, end)) {
                      throw new EnoughException();
                    }
                  });
      whole = true;
    } catch (EnoughException e) {
      // The handler said so.
    } finally {
      if (!whole) {
        // What is under way must not meet the next input.
        closeScanner();
      }
    }
    return whole;
  }

  /**
   * What the device is.
   *
   * @return its facts
   */
  public DeviceFacts facts() {
    return device.facts();
  }

  /**
   * The compiled rules.
   *
   * @return the program
   */
  public StreamProgram program() {
    return program;
  }

  /**
   * How long the rules took to compile, the device being open.
   *
   * @return nanoseconds
   */
  public long compileNanos() {
    return compileNanos;
  }

  /**
   * What the last whole scan did.
   *
   * @return its figures; null before there was one
   */
  public StreamFigures figures() {
    return figures;
  }

  /**
   * Page-locked memory, from which input is copied to the device at the speed of the link.
   *
   * @param bytes how much
   * @return the memory, to be closed before this is
   * @throws DeviceException if there is not that much
   */
  public HostBuffer allocateHost(long bytes) {
    return device.allocateHost(bytes);
  }

  private void closeScanner() {
    StreamScanner closing = scanner;
    scanner = null;
    close(closing);
  }

  private static void close(AutoCloseable resource) {
    try {
      if (resource != null) {
        resource.close();
      }
    } catch (DeviceException e) {
      // A device that is lost can give nothing back, and whoever used it knows why.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives the device back, lost or not. */
  @Override
  public void close() {
    closeScanner();
    close(device);
  }

  /** The end of a scan whose handler wants no more. */
  private static final class EnoughException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    EnoughException() {
      super("enough", null, false, false);
    }
  }
}
