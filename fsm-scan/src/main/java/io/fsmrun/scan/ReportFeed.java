package io.fsmrun.scan;

import io.fsmrun.cpu.block.PlaceBits;
import io.fsmrun.cpu.block.ReportBuffer;

/**
 * Calls a handler for stretches of reports that nothing is left out of: without starts, with one
 * tag.
 *
 * <p>With as little besides the handler as can be, four at a time: some rules report at every byte,
 * and the virtual machine does not always unroll a loop around a handler. {@link HandlerFeeds} says
 * which handlers share the code. Immutable, safe for use by any number of threads.
 */
interface ReportFeed {

  /**
   * Hands over reports of a block.
   *
   * @param handler takes them
   * @param reports hold them
   * @param from index of the first
   * @param to index after the last
   * @param ids per rule its id
   * @param tag that of all rules
   * @return false if the handler wants no more
   */
  boolean feed(MatchHandler handler, ReportBuffer reports, int from, int to, int[] ids, long tag);

  /**
   * Hands over recorded reports.
   *
   * @param handler takes them
   * @param reports hold them, in the present span
   * @param from index of the first
   * @param to index after the last
   * @param ids per rule its id
   * @param tag that of all rules
   * @return false if the handler wants no more
   */
  boolean feed(
      MatchHandler handler, PackedReports.Reader reports, int from, int to, int[] ids, long tag);

  /**
   * Hands over reports of a block that are kept as bits.
   *
   * @param handler takes them
   * @param reports hold them
   * @param from the first slot
   * @param to the slot after the last
   * @param ids per rule its id
   * @param tag that of all rules
   * @return false if the handler wants no more
   */
  boolean feed(MatchHandler handler, PlaceBits reports, int from, int to, int[] ids, long tag);
}
