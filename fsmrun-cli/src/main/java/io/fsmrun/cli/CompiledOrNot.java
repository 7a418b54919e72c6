package io.fsmrun.cli;

import io.fsmrun.cli.gpu.Background;
import io.fsmrun.cli.scan.SearchRules;
import io.fsmrun.scan.Database;
import java.util.function.LongSupplier;

/**
 * The compilation of rules for the CPU in a thread of its own, which may stand back for something
 * else: then it is given up, and begins anew when it goes on. Closing it ends it, without waiting
 * for that; the rules can be compiled again. For one thread.
 */
final class CompiledOrNot implements AutoCloseable {

  private final SearchRules rules;
  private final LongSupplier clock;

  /** Null while it stands back. */
  private Background<Database> work;

  private long begunAt;

  /**
   * Begins.
   *
   * @param rules the rules, which have them when this is done
   * @param clock nanoseconds since any moment
   */
  CompiledOrNot(SearchRules rules, LongSupplier clock) {
    this.rules = rules;
    this.clock = clock;
    begin();
  }

  private void begin() {
    begunAt = clock.getAsLong();
    work = new Background<>("rules", rules::database);
  }

  /**
   * Waits for it.
   *
   * @param millis how long at most
   * @return whether it is done
   */
  boolean await(long millis) throws InterruptedException {
    if (work != null) {
      return work.await(millis);
    }
    Thread.sleep(millis);
    return false;
  }

  /** Whether it goes on. */
  boolean isUnderWay() {
    return work != null;
  }

  /** For how long it has gone on; 0 if it stands back. */
  long nanos() {
    return work == null ? 0 : clock.getAsLong() - begunAt;
  }

  /** Has it stand back, or go on. */
  void standBack(boolean back) {
    if (back && work != null) {
      close();
      work = null;
    } else if (!back && work == null) {
      begin();
    }
  }

  @Override
  public void close() {
    if (work != null) {
      work.close();
    }
  }
}
