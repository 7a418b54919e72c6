package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.Barrier.Arrival;
import io.fsmrun.gpu.simt.Barrier.Result;
import java.util.Set;

/** Decodes barriers. */
final class BarrierDecoder {

  private BarrierDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    Decoder.check(
        i, Set.of("cta", "sync", "arrive", "red", "warp", "aligned", "popc", "and", "or", "pred"));
    if (i.has("warp")) {
      int members = frame.source32(i, i.operand(0));
      return (w, m) -> Members.gather(w, m, w.r[members]);
    }
    if (i.has("red")) {
      return reduce(frame, i);
    }
    if (!i.has("sync") && !i.has("arrive")) {
      throw i.unknown();
    }
    int number = frame.source32(i, i.operand(0));
    boolean counted = i.operands().size() > 1;
    int threads = counted ? frame.source32(i, i.operand(1)) : number;
    boolean wait = i.has("sync");
    return (w, m) -> {
      if (Members.gatherAll(w, m)) {
        int k = Integer.numberOfTrailingZeros(m);
        Arrival arrival = new Arrival(counted ? w.r[threads][k] : 0, wait, 0, null);
        w.block.arrive(w, w.r[number][k], arrival);
      }
    };
  }

  private static Operation reduce(FrameLayout frame, PtxInstruction i) {
    int last = i.operands().size() - 1;
    int number = frame.source32(i, i.operand(1));
    boolean counted = last == 3;
    int threads = counted ? frame.source32(i, i.operand(2)) : number;
    int a = frame.sourcePredicate(i, i.operand(last));
    int invert = FrameLayout.invert(i.operand(last));
    Result result = result(frame, i);
    return (w, m) -> {
      if (Members.gatherAll(w, m)) {
        int k = Integer.numberOfTrailingZeros(m);
        int values = (w.p[a] ^ invert) & m;
        Arrival arrival = new Arrival(counted ? w.r[threads][k] : 0, true, values, result);
        w.block.arrive(w, w.r[number][k], arrival);
      }
    };
  }

  private static Result result(FrameLayout frame, PtxInstruction i) {
    if (i.has("popc")) {
      int d = frame.target32(i, i.operand(0));
      return (w, count, threads) -> Lanes.fill(w.r[d], w.alive, count);
    }
    int d = frame.targetPredicate(i, i.operand(0));
    boolean all = i.has("and");
    return (w, count, threads) -> {
      boolean is = all ? count == threads : count > 0;
      w.p[d] = w.p[d] & ~w.alive | (is ? w.alive : 0);
    };
  }
}
