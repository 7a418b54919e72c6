package io.fsmrun.cli.gpu;

/** Takes reports of several inputs. */
@FunctionalInterface
public interface PacketHandler {

  /**
   * Takes a report.
   *
   * @param packet which input, from 0
   * @param rule the rule's id
   * @param end bytes of that input before the end of the match
   * @return whether the scan shall go on
   */
  boolean report(int packet, int rule, long end);
}
