package io.fsmrun.cli.gpu;

import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.plan.GpuEngine;
import io.fsmrun.gpu.plan.GpuPlan;
import io.fsmrun.gpu.plan.GpuPlanner;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.gpu.plan.PlannedScanner;
import io.fsmrun.gpu.plan.ScanFigures;
import io.fsmrun.gpu.report.ReportBlock;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A ruleset on a device, to scan one input after the other. Rules that the device does not take are
 * compiled for the CPU, which scans for them beside it. For one thread.
 */
public final class GpuScan implements AutoCloseable {

  private final Device device;
  private final long pinnedBytes;
  private final Compiled compiled;
  private final Source source;

  /** The rules of the CPU; null if there are none. */
  private final HostRules host;

  private PlannedScanner scanner;

  /** The rules that scan packets beside bit streams; null before there were packets. */
  private Beside beside;

  /** Rules when they are compiled. */
  private record Compiled(GpuPlan plan, Database host, long nanos) {}

  /** Rules before they are compiled. */
  private record Source(GpuRules rules, Settings settings) {

    /** Rules of the CPU, for its threads. */
    HostRules on(Database database) {
      return new HostRules(database, settings.host().plan().threads());
    }
  }

  /**
   * Rules of packets that are no bit streams.
   *
   * @param rules the rules; null if there are none
   * @param complete whether the CPU takes all of them
   */
  private record Beside(HostRules rules, boolean complete) {}

  private GpuScan(Device device, Compiled compiled, Source source) {
    this.device = device;
    this.compiled = compiled;
    this.source = source;
    this.host = compiled.host() == null ? null : source.on(compiled.host());
    this.pinnedBytes = source.settings().plan().pinnedBytes();
  }

  /**
   * How to compile and scan.
   *
   * @param host how the rules for the CPU are compiled; its limits are for all rules
   * @param plan which engines of the device may be used, and what is known of inputs
   */
  public record Settings(CompileOptions host, PlanRequest plan) {}

  /** Takes reports. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Takes reports.
     *
     * @param block the next ones, by end, then rule; its arrays are used again
     * @return whether the scan shall go on
     */
    boolean reports(ReportBlock block);
  }

  /**
   * Opens a device and compiles rules for it, as far as it goes while the device starts.
   *
   * @param ordinal which device, from 0
   * @param rules the rules
   * @param settings how
   * @return the rules on the device, to be closed by the caller
   * @throws DeviceException if there is no such device or it refuses
   * @throws UnfitRulesException if the device takes no rule at all
   * @throws InterruptedException if the thread is interrupted
   */
  public static GpuScan open(int ordinal, GpuRules rules, Settings settings)
      throws UnfitRulesException, InterruptedException {
    try (Background<RulePositions> positions =
        new Background<>("positions", () -> RulePositions.of(rules, settings.host().plan()))) {
      return on(Devices.open(ordinal), new Source(rules, settings), positions::get);
    }
  }

  /**
   * Compiles rules for a device.
   *
   * @param device the device, which is closed with the scan, or if this fails
   * @param rules the rules
   * @param settings how
   * @return the rules on the device, to be closed by the caller
   * @throws DeviceException if the device refuses
   * @throws UnfitRulesException if the device takes no rule at all
   * @throws InterruptedException if the thread is interrupted
   */
  public static GpuScan on(Device device, GpuRules rules, Settings settings)
      throws UnfitRulesException, InterruptedException {
    return on(
        device, new Source(rules, settings), () -> RulePositions.of(rules, settings.host().plan()));
  }

  /** Gives positions. */
  @FunctionalInterface
  private interface Maker {
    RulePositions make() throws InterruptedException;
  }

  private static GpuScan on(Device device, Source source, Maker positions)
      throws UnfitRulesException, InterruptedException {
    GpuScan scan = null;
    try {
      scan = new GpuScan(device, compile(source, positions, device.facts()), source);
      scan.scanner();
      return scan;
    } finally {
      if (scan == null || scan.scanner == null) {
        close(device);
      }
    }
  }

  private static Compiled compile(Source source, Maker positions, DeviceFacts facts)
      throws UnfitRulesException, InterruptedException {
    final long start = System.nanoTime();
    GpuPlan plan = plan(positions.make(), source.settings(), facts);
    if (!plan.usesDevice()) {
      throw new UnfitRulesException(
          plan.placements().isEmpty()
              ? "there are no rules"
              : "rule "
                  + plan.placements().get(0).rule()
                  + ": "
                  + plan.placements().get(0).reason()
                  + "; nor does any other rule fit");
    }
    Set<Integer> left = new HashSet<>(plan.rulesOf(GpuEngine.HOST));
    Database host = null;
    if (!left.isEmpty()) {
      host = compileForHost(source, left);
    }
    return new Compiled(plan, host, System.nanoTime() - start);
  }

  private static Database compileForHost(Source source, Set<Integer> ids)
      throws InterruptedException {
    GpuRules wanted = source.rules().only(rule -> ids.contains(rule.id()));
    CompileOptions options = source.settings().host().withRules(source.rules().options());
    return Database.compile(wanted.rules(), options, CompileListener.NONE);
  }

  /**
   * Plans rules for a device without using it.
   *
   * @param rules the rules
   * @param settings how
   * @param facts of the device
   * @return where each rule goes
   * @throws InterruptedException if the thread is interrupted
   */
  public static GpuPlan plan(GpuRules rules, Settings settings, DeviceFacts facts)
      throws InterruptedException {
    return plan(RulePositions.of(rules, settings.host().plan()), settings, facts);
  }

  private static GpuPlan plan(RulePositions positions, Settings settings, DeviceFacts facts) {
    return new GpuPlanner(positions.rules(), positions.others(), facts, settings.plan()).plan();
  }

  private PlannedScanner scanner() {
    if (scanner == null) {
      scanner = new PlannedScanner(device, compiled.plan(), host, pinnedBytes);
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
   * @throws InterruptedException if the thread is interrupted, which is noticed between pieces
   * @throws DeviceException if the device fails; reports handed over before are the first ones
   */
  public boolean scan(ScanInput input, Handler handler) throws IOException, InterruptedException {
    return run(
        () ->
            scanner()
                .scan(
                    input,
                    block -> {
                      if (!handler.reports(block)) {
                        throw new EnoughException();
                      }
                    }));
  }

  /**
   * Scans inputs that lie one after the other in an array, each from the start of the rules. If the
   * plan allows, all are scanned by a launch for each piece of them, however many there are.
   *
   * @param data the inputs
   * @param offsets where each starts, ascending, and where the last one ends
   * @param handler takes the reports, by input, then end, then rule; called by this thread
   * @return whether all was scanned; false if the handler wanted no more
   * @throws IOException never; as scans do
   * @throws InterruptedException if the thread is interrupted, which may be noticed after the scan
   * @throws DeviceException if the device fails; reports handed over before are the first ones
   */
  public boolean scanPackets(byte[] data, long[] offsets, PacketHandler handler)
      throws IOException, InterruptedException {
    MemorySegment bytes = MemorySegment.ofArray(data);
    Beside others = beside();
    if (!compiled.plan().takesPackets() || !others.complete()) {
      return oneByOne(bytes, offsets, handler);
    }
    return run(
        () ->
            scanner()
                .scanPackets(
                    bytes,
                    offsets,
                    others.rules(),
                    (packet, rule, end) -> {
                      if (!handler.report(packet, rule, end)) {
                        throw new EnoughException();
                      }
                    }));
  }

  private boolean oneByOne(MemorySegment data, long[] offsets, PacketHandler handler)
      throws IOException, InterruptedException {
    boolean goesOn = true;
    for (int i = 0; i + 1 < offsets.length && goesOn; i++) {
      int packet = i;
      goesOn =
          scan(
              ScanInput.of(data.asSlice(offsets[i], offsets[i + 1] - offsets[i])),
              block -> {
                boolean more = true;
                for (int r = 0; r < block.count() && more; r++) {
                  more = handler.report(packet, block.rules()[r], block.ends()[r]);
                }
                return more;
              });
    }
    return goesOn;
  }

  /** Tables do not take packets: their rules are compiled for the CPU when packets come. */
  private Beside beside() throws InterruptedException {
    if (beside == null) {
      GpuPlan plan = compiled.plan();
      HostRules others = host;
      boolean complete = true;
      if (plan.tables() != null && plan.takesPackets()) {
        Set<Integer> ids = new HashSet<>(plan.rulesOf(GpuEngine.HOST));
        ids.addAll(plan.rulesOf(GpuEngine.TABLES));
        Database database = compileForHost(source, ids);
        others = source.on(database);
        complete =
            database.refused().stream()
                .noneMatch(rule -> plan.tables().taken().contains(rule.id()));
      }
      beside = new Beside(others, complete);
    }
    return beside;
  }

  /** One scan. */
  @FunctionalInterface
  private interface Run {
    void scan() throws IOException, InterruptedException;
  }

  private boolean run(Run run) throws IOException, InterruptedException {
    try {
      run.scan();
      return true;
    } catch (EnoughException e) {
      return false;
    } catch (DeviceException e) {
      closeScanner();
      throw e;
    }
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
   * Where each rule goes.
   *
   * @return the plan
   */
  public GpuPlan plan() {
    return compiled.plan();
  }

  /**
   * The rules that neither the device nor the CPU takes.
   *
   * @param parsed the rules as they were read
   * @return those that were refused when they were read, and those that are too large
   */
  public List<RefusedRule> refused(GpuRules parsed) {
    return compiled.host() == null ? parsed.rules().refused() : compiled.host().refused();
  }

  /**
   * How long the rules took to compile, the device being open.
   *
   * @return nanoseconds
   */
  public long compileNanos() {
    return compiled.nanos();
  }

  /**
   * What the last whole scan did.
   *
   * @return its figures; null before there was one
   */
  public ScanFigures figures() {
    return scanner == null ? null : scanner.figures();
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
    PlannedScanner closing = scanner;
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
    close(host);
    close(beside == null ? null : beside.rules());
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
