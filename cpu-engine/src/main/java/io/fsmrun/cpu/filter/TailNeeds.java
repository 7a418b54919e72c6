package io.fsmrun.cpu.filter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Per group of tails what the bytes behind must have, so that one of them may match. Immutable. */
final class TailNeeds {

  /** More different runs than this cost more than they save. */
  private static final int MOST = 4;

  private static final NeededRun[] UNKNOWN = {};

  private final NeededRun[][] ofGroup;

  /**
   * What tails need.
   *
   * @param chains with tails or without
   * @param links their groups
   * @param counts tells by number of a chain whether its tail counts
   */
  TailNeeds(List<Chain> chains, LinkTable links, IntPredicate counts) {
    Map<Integer, List<Optional<NeededRun>>> groups = new HashMap<>();
    for (int c = 0; c < chains.size(); c++) {
      int group = links.tailOf(c);
      if (chains.get(c).tail().isPresent() && counts.test(c)) {
        Optional<NeededRun> run = NeededRun.of(chains.get(c).tail().get());
        groups.computeIfAbsent(group, unseen -> new ArrayList<>()).add(run);
      }
    }
    ofGroup = new NeededRun[links.tailCount()][];
    groups.forEach((group, runs) -> ofGroup[group] = runs(runs));
  }

  private static NeededRun[] runs(List<Optional<NeededRun>> runs) {
    if (runs.stream().anyMatch(Optional::isEmpty)) {
      return UNKNOWN;
    }
    NeededRun[] different = runs.stream().map(Optional::get).distinct().toArray(NeededRun[]::new);
    return different.length <= MOST ? different : UNKNOWN;
  }

  /**
   * Whether a tail of a group may match.
   *
   * @param input the bytes
   * @param begin index of the first byte of the tail
   * @param to index after the last byte that is known
   * @return false if it cannot, whatever follows
   */
  boolean mayMatch(int group, byte[] input, int begin, int to) {
    NeededRun[] runs = ofGroup[group];
    for (NeededRun run : runs) {
      if (run.mayFollow(input, begin, to)) {
        return true;
      }
    }
    return runs.length == 0;
  }
}
