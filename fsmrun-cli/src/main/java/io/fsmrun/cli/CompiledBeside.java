package io.fsmrun.cli;

import io.fsmrun.cli.scan.SearchRules;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The compilation of rules for the CPU in a thread of its own, so that whoever needs them may do
 * without if something else is ready first. Closing it ends the compilation, without waiting for
 * that; the rules can be compiled again. For one thread.
 */
final class CompiledBeside implements AutoCloseable {

  private final FutureTask<Void> task;

  /**
   * Begins.
   *
   * @param rules the rules, which have them when this is done
   */
  CompiledBeside(SearchRules rules) {
    task =
        new FutureTask<>(
            () -> {
              rules.database();
              return null;
            });
    Thread.ofPlatform().daemon().name("rules").start(task);
  }

  /**
   * Waits for it.
   *
   * @param millis how long at most
   * @return whether it is done
   */
  boolean await(long millis) throws InterruptedException {
    try {
      task.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case InterruptedException cause -> throw cause;
        case Error cause -> throw cause;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  @Override
  public void close() {
    task.cancel(true);
  }
}
