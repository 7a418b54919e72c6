package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.table.TableProgram;
import java.util.List;

/**
 * A ruleset split over engines. Immutable, shared by threads.
 *
 * @param placements where each rule goes, by id
 * @param streams the rules that run as bit streams; null if there are none
 * @param tables the rules that run as tables; null if there are none
 * @param kernelNanos nanoseconds a byte that all kernels are expected to take
 * @param piece in how large pieces an input goes through
 * @param reason why these engines of the device, for users
 */
public record GpuPlan(
    List<RulePlacement> placements,
    StreamProgram streams,
    TableProgram tables,
    double kernelNanos,
    PieceSize piece,
    String reason) {

  /** Copies the list. */
  public GpuPlan {
    placements = List.copyOf(placements);
  }

  /**
   * The rules of an engine.
   *
   * @param engine the engine
   * @return their ids, ascending
   */
  public List<Integer> rulesOf(GpuEngine engine) {
    return placements.stream()
        .filter(placement -> placement.engine() == engine)
        .map(RulePlacement::rule)
        .toList();
  }

  /**
   * Whether some rule runs on the device.
   *
   * @return false if the host has all of them
   */
  public boolean usesDevice() {
    return streams != null || tables != null;
  }

  /**
   * Whether packets are for the device: bit streams take at least as many rules as tables, which
   * there are none of for packets.
   *
   * @return false if each packet is better scanned by itself
   */
  public boolean takesPackets() {
    return streams != null
        && streams.ruleCount() > 0
        && streams.ruleCount() >= rulesOf(GpuEngine.TABLES).size();
  }

  /**
   * Device memory that programs take, what grows with the input not counted.
   *
   * @return bytes
   */
  public long programBytes() {
    return (streams == null ? 0 : streams.sizeBytes()) + (tables == null ? 0 : tables.sizeBytes());
  }
}
