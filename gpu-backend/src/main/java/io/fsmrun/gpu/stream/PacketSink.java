package io.fsmrun.gpu.stream;

/** Takes the reports of a batch of packets. */
@FunctionalInterface
public interface PacketSink {

  /**
   * Takes one report. They come by packet, then end, then rule.
   *
   * @param packet index of the packet, from 0
   * @param rule the rule's id
   * @param end bytes of the packet consumed when the match ends
   */
  void report(int packet, int rule, int end);
}
