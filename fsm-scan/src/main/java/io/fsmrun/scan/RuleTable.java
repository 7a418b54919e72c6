package io.fsmrun.scan;

import java.util.Arrays;
import java.util.List;

/**
 * The rules by index, as arrays that delivering a report reads. Immutable, shared by threads.
 *
 * <p>An index is a rule's place in order of id, rules that are too large included.
 */
final class RuleTable {

  private final List<RuleInfo> rules;
  private final int[] ids;
  private final long[] tags;
  private final RuleOptions[] options;
  private final boolean plain;
  private final boolean sameTags;

  RuleTable(List<RuleInfo> rules) {
    this.rules = List.copyOf(rules);
    int count = rules.size();
    ids = new int[count];
    tags = new long[count];
    options = new RuleOptions[count];
    boolean allPlain = true;
    int previous = -1;
    for (int i = 0; i < count; i++) {
      RuleInfo rule = rules.get(i);
      if (rule.id() <= previous) {
        throw new IllegalArgumentException(
            "rule ids are not different numbers from 0 on: " + rule.id() + " after " + previous);
      }
      previous = rule.id();
      ids[i] = rule.id();
      options[i] = rule.options();
      tags[i] = rule.options().userTag();
      allPlain &= rule.options().isPlain();
    }
    plain = allPlain;
    sameTags = Arrays.stream(tags).distinct().count() <= 1;
  }

  int size() {
    return ids.length;
  }

  List<RuleInfo> rules() {
    return rules;
  }

  /** The ids by index; not to be changed. */
  int[] ids() {
    return ids;
  }

  int id(int rule) {
    return ids[rule];
  }

  long tag(int rule) {
    return tags[rule];
  }

  /** Whether all rules have one tag, as those have that were given none. */
  boolean haveSameTags() {
    return sameTags;
  }

  RuleOptions options(int rule) {
    return options[rule];
  }

  /** Whether no rule has options but a tag. */
  boolean isPlain() {
    return plain;
  }
}
