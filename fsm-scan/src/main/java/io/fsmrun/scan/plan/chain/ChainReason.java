package io.fsmrun.scan.plan.chain;

import io.fsmrun.cpu.filter.Chain;
import java.util.List;

/** Says how a rule is searched for. */
final class ChainReason {

  private ChainReason() {}

  /**
   * One sentence for users.
   *
   * @param chains a rule's, at least one
   * @return such as "found by 2 pieces, 1 of them only while waited for"
   */
  static String of(List<Chain> chains) {
    int pieces = chains.stream().mapToInt(chain -> chain.pieces().size()).sum();
    long waiting =
        chains.stream()
            .flatMap(chain -> chain.pieces().stream().skip(1))
            .filter(piece -> piece.get(0).onDemand())
            .count();
    long lookedBack = chains.stream().mapToLong(ChainReason::lookedBack).sum();
    waiting -= lookedBack;
    long counted = chains.stream().filter(Chain::isTailCounted).count();
    long tails = chains.stream().filter(chain -> chain.tail().isPresent()).count() - counted;
    StringBuilder reason = new StringBuilder("found by ").append(count(pieces, "piece", "pieces"));
    if (waiting > 0) {
      reason.append(", ").append(waiting).append(" of them only while waited for");
    }
    if (lookedBack > 0) {
      reason.append(", ").append(lookedBack).append(" of them back from the next");
    }
    if (chains.size() > 1) {
      reason.append(" in ").append(chains.size()).append(" branches");
    }
    if (chains.stream().anyMatch(chain -> chain.head().isPresent())) {
      reason.append(", what comes before on demand");
    }
    if (counted > 0) {
      reason.append(", then bytes are counted");
    }
    if (tails > 0) {
      reason.append(", then ").append(count((int) tails, "automaton", "automata"));
    }
    return reason.toString();
  }

  private static int lookedBack(Chain chain) {
    int pieces = 0;
    for (int i = 0; i < chain.gaps().size(); i++) {
      pieces +=
          chain.pieces().get(i).get(0).onDemand() && !chain.gaps().get(i).isAnything() ? 1 : 0;
    }
    return pieces;
  }

  private static String count(int number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
