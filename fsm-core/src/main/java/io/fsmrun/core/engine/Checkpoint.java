package io.fsmrun.core.engine;

/**
 * Is passed every so often by work that takes long: it ends work that nobody wants any more, and
 * hears how far the work has come. Passing takes nanoseconds; innermost loops had better not.
 *
 * <p>Any thread that does a part of the work may call it.
 */
@FunctionalInterface
public interface Checkpoint {

  /** Lets all work go on. */
  Checkpoint NONE = () -> {};

  /**
   * Lets the work go on, or ends it.
   *
   * @throws java.util.concurrent.CancellationException if it is to end
   */
  void pass();

  /**
   * The same where a step of the work is done. Called by the thread that began the work.
   *
   * @param done how many steps are done, from 0
   * @param total how many there are
   * @throws java.util.concurrent.CancellationException if it is to end
   */
  default void reached(int done, int total) {
    pass();
  }
}
