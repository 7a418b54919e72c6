package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** The different states of a deterministic automaton that can still change or report. */
final class DfaSurvivors implements Survivors {

  private final Dfa dfa;
  private final int[] active;
  private final int[] seenAt;
  private int stamp;

  DfaSurvivors(Dfa dfa) {
    this.dfa = dfa;
    this.seenAt = new int[dfa.stateCount()];
    IntArrayList states = new IntArrayList();
    for (int state = 0; state < dfa.stateCount(); state++) {
      if (dfa.reportFlags(state) == ReportFlags.NONE && dfa.isAbsorbing(state)) {
        // Seen at every step, so it is never counted.
        seenAt[state] = Integer.MAX_VALUE;
      } else {
        states.add(state);
      }
    }
    this.active = states.toIntArray();
  }

  @Override
  public int[] run(byte[] string) {
    IntArrayList counts = new IntArrayList();
    int[] states = active.clone();
    int count = states.length;
    for (int i = 0; i < string.length && count > 1; i++) {
      counts.add(count);
      count = step(states, count, dfa.classes().classOf(string[i] & 0xff));
    }
    return counts.toIntArray();
  }

  private int step(int[] states, int count, int symbolClass) {
    nextStamp();
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int next = dfa.nextByClass(states[i], symbolClass);
      if (seenAt[next] < stamp) {
        seenAt[next] = stamp;
        states[kept++] = next;
      }
    }
    return kept;
  }

  private void nextStamp() {
    if (++stamp == Integer.MAX_VALUE) {
      for (int state = 0; state < seenAt.length; state++) {
        seenAt[state] = seenAt[state] == Integer.MAX_VALUE ? Integer.MAX_VALUE : 0;
      }
      stamp = 1;
    }
  }
}
