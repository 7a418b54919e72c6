package io.fsmrun.core.engine;

/**
 * Threads that call sessions of a back end while it gathers their calls (see {@link
 * Backend#announce}). Safe for use by several threads.
 */
public interface CallerGroup extends AutoCloseable {

  /** The group of a back end that gathers nothing: it does nothing. */
  CallerGroup NONE =
      new CallerGroup() {
        @Override
        public void leave() {}

        @Override
        public void close() {}
      };

  /** One of the threads makes no more calls; nobody shall wait for it. */
  void leave();

  /** No thread makes calls any more, and the input may change again. */
  @Override
  void close();
}
