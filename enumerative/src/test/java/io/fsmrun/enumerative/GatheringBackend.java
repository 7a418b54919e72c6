package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.CallerGroup;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.NaiveBackend;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * The naive back end with calls that wait until every caller that was announced has called or left:
 * a caller too many, or one that leaves twice, and a run hangs or fails.
 */
final class GatheringBackend implements Backend {

  private final Backend naive = new NaiveBackend();
  private final int wanted;
  private int callers;
  private int begun;
  private int waiting;
  private long round;
  private int widest;
  private int rounds;
  private RuntimeException failure;

  GatheringBackend(int wanted) {
    this.wanted = wanted;
  }

  /** The most calls of one round so far. */
  synchronized int widest() {
    return widest;
  }

  synchronized int rounds() {
    return rounds;
  }

  synchronized int callers() {
    return callers;
  }

  /** Has every later call fail. */
  synchronized void failWith(RuntimeException reason) {
    failure = reason;
  }

  @Override
  public String name() {
    return "gathering";
  }

  @Override
  public int callersWanted() {
    return wanted;
  }

  @Override
  public synchronized CallerGroup announce(byte[] input, int count) {
    callers += count;
    return new CallerGroup() {
      private int left;
      private boolean closed;

      @Override
      public void leave() {
        synchronized (GatheringBackend.this) {
          if (++left > count || closed) {
            throw new IllegalStateException(left + " of " + count + " callers left");
          }
          callers--;
          beginRoundIfAllWait();
        }
      }

      @Override
      public void close() {
        closed = true;
        if (left != count) {
          throw new IllegalStateException(left + " of " + count + " callers left");
        }
      }
    };
  }

  private void beginRoundIfAllWait() {
    if (waiting > 0 && waiting >= callers) {
      widest = Math.max(widest, begun);
      begun = 0;
      rounds++;
      round++;
      waiting = 0;
      notifyAll();
    }
  }

  /** A call takes part in the next round. */
  private synchronized long begin() {
    if (failure != null) {
      throw failure;
    }
    begun++;
    return round;
  }

  /** Waits for the round of a call. */
  private synchronized void await(long mine) {
    if (failure != null) {
      throw failure;
    }
    if (round != mine) {
      return;
    }
    waiting++;
    beginRoundIfAllWait();
    while (round == mine) {
      try {
        wait();
      } catch (InterruptedException e) {
        waiting--;
        throw new CancellationException("interrupted");
      }
    }
  }

  private <T> Supplier<T> gathered(Supplier<T> call) {
    long mine = begin();
    return () -> {
      await(mine);
      return call.get();
    };
  }

  @Override
  public Engine prepare(Automaton automaton) {
    Engine engine = naive.prepare(automaton);
    return new Engine() {
      @Override
      public Automaton automaton() {
        return automaton;
      }

      @Override
      public Session newSession() {
        return new GatheringSession(engine.newSession());
      }
    };
  }

  private final class GatheringSession implements Session {

    private final Session session;

    GatheringSession(Session session) {
      this.session = session;
    }

    @Override
    public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
      return beginKnown(input, from, to, start, ends).get();
    }

    @Override
    public Supplier<StateSet> beginKnown(
        byte[] input, int from, int to, StateSet start, ReportEnds ends) {
      return gathered(() -> session.runKnown(input, from, to, start, ends));
    }

    @Override
    public SegmentOutcome runFlows(
        byte[] input,
        int from,
        int to,
        List<FlowStart> starts,
        FlowChecks checks,
        ReportBudget budget) {
      return beginFlows(input, from, to, starts, checks, budget).get();
    }

    @Override
    public Supplier<SegmentOutcome> beginFlows(
        byte[] input,
        int from,
        int to,
        List<FlowStart> starts,
        FlowChecks checks,
        ReportBudget budget) {
      return gathered(() -> session.runFlows(input, from, to, starts, checks, budget));
    }
  }
}
