package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import java.util.Arrays;

/**
 * Applies the options of rules to matches, and remembers which rules that report once have done so
 * in this stream. Mutable, for one thread.
 */
final class MatchFilter {

  private final RuleTable rules;
  private final boolean[] done;

  /** The rules that are done, so that forgetting them takes as long as there are any. */
  private int[] doneRules = new int[8];

  private int doneCount;

  MatchFilter(RuleTable rules) {
    this.rules = rules;
    this.done = new boolean[rules.size()];
  }

  void clear() {
    for (int i = 0; i < doneCount; i++) {
      done[doneRules[i]] = false;
    }
    doneCount = 0;
  }

  /** Whether to report a match; reckons that it is reported. */
  boolean passes(int rule, long start, long end) {
    RuleOptions wanted = rules.options(rule);
    if (end < wanted.minOffset() || end > wanted.maxOffset()) {
      return false;
    }
    if (wanted.minLength() > 0 && end - start < wanted.minLength()) {
      return false;
    }
    return !wanted.firstMatchOnly() || add(rule);
  }

  private boolean add(int rule) {
    if (done[rule]) {
      return false;
    }
    done[rule] = true;
    if (doneCount == doneRules.length) {
      doneRules = Arrays.copyOf(doneRules, 2 * doneCount);
    }
    doneRules[doneCount++] = rule;
    return true;
  }

  void save(BinaryWriter state) {
    state.writeInt(doneCount);
    for (int i = 0; i < doneCount; i++) {
      state.writeInt(doneRules[i]);
    }
  }

  void restore(BinaryReader state) {
    clear();
    for (int rule : state.readInts(rules.size(), "a rule that has reported")) {
      if (!add(rule)) {
        throw state.damaged("rule " + rules.id(rule) + " has reported twice");
      }
    }
  }
}
