package io.fsmrun.enumerative;

import java.util.Optional;

/**
 * What becomes of a scan whose back end fails. A window that failed has changed nothing: what was
 * reported before it is right, and it can be run again, from the same configurations, elsewhere.
 */
@FunctionalInterface
public interface Failover {

  /** Every failure ends the scan. */
  Failover NONE = (failure, offset) -> Optional.empty();

  /**
   * A window failed.
   *
   * @param failure what a session of the back end threw
   * @param offset bytes of input before the window, all of which are composed
   * @return where the window shall be run again and the scan go on: the same rules, prepared for
   *     another back end; nothing if the failure shall end the scan
   */
  Optional<PreparedRuleSet> instead(RuntimeException failure, long offset);
}
