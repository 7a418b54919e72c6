package io.fsmrun.gpu.stream;

/** Takes the reports of a batch of packets of flows. */
@FunctionalInterface
public interface FlowSink {

  /**
   * Takes one report. Those of one flow come by end, then rule; flows come in the order of their
   * first packets in the batch, those that only end in it last.
   *
   * @param flow the flow
   * @param rule the rule's id
   * @param end bytes of the flow, since it began, consumed when the match ends
   */
  void report(PacketFlow flow, int rule, long end);
}
