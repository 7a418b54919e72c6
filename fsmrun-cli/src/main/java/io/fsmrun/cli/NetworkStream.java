package io.fsmrun.cli;

import io.fsmrun.ap.engine.EngineOptions;
import io.fsmrun.ap.engine.NetworkEngine;
import io.fsmrun.ap.engine.NetworkReportSink;
import io.fsmrun.ap.engine.NetworkSession;
import io.fsmrun.ap.engine.SegmentedScan;
import io.fsmrun.ap.network.AutomataNetwork;

/** One stream over a network, whole or cut into segments. For one thread. */
interface NetworkStream {

  void write(byte[] input, int from, int to, NetworkReportSink sink) throws InterruptedException;

  void finish(NetworkReportSink sink) throws InterruptedException;

  long position();

  Memory memory();

  /** Symbols that were run a second time; 0 for whole streams. */
  long symbolsRunAgain();

  /**
   * Bytes of memory.
   *
   * @param engineBytes of the engine, beside the network
   * @param sessionBytes working memory; -1 if nobody knows
   */
  record Memory(long engineBytes, long sessionBytes) {}

  /**
   * Starts a stream.
   *
   * @param threads threads that share the components of a whole stream
   * @param segments 1 for a whole stream; else segments that each have a thread
   */
  static NetworkStream start(AutomataNetwork network, int threads, int segments) {
    if (segments == 1) {
      NetworkEngine engine = NetworkEngine.of(network, EngineOptions.DEFAULT.withThreads(threads));
      return new Whole(engine, engine.newSession());
    }
    return new Cut(new SegmentedScan(NetworkEngine.of(network, EngineOptions.DEFAULT), segments));
  }

  /** Runs symbol after symbol. */
  record Whole(NetworkEngine engine, NetworkSession session) implements NetworkStream {

    @Override
    public void write(byte[] input, int from, int to, NetworkReportSink sink)
        throws InterruptedException {
      session.write(input, from, to, sink);
    }

    @Override
    public void finish(NetworkReportSink sink) throws InterruptedException {
      session.finish(sink);
    }

    @Override
    public long position() {
      return session.position();
    }

    @Override
    public Memory memory() {
      return new Memory(engine.memoryBytes(), session.statistics().memoryBytes());
    }

    @Override
    public long symbolsRunAgain() {
      return 0;
    }
  }

  /** Runs segments side by side. */
  record Cut(SegmentedScan scan) implements NetworkStream {

    @Override
    public void write(byte[] input, int from, int to, NetworkReportSink sink)
        throws InterruptedException {
      scan.write(input, from, to, sink);
    }

    @Override
    public void finish(NetworkReportSink sink) throws InterruptedException {
      scan.finish(sink);
    }

    @Override
    public long position() {
      return scan.position();
    }

    @Override
    public Memory memory() {
      return new Memory(scan.engine().memoryBytes(), -1);
    }

    @Override
    public long symbolsRunAgain() {
      return scan.symbolsRunAgain();
    }
  }
}
