package io.fsmrun.scan.plan.chain;

import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;

/** Takes a rule apart into branches, of which each becomes a chain, or several. */
final class Branches {

  private static final int MOST = 32;

  private Branches() {}

  /**
   * The branches of a rule, as few as there can be: a choice that comes behind something stays.
   *
   * @param tree what it matches
   * @return the nodes of each
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> of(RegexNode tree) throws NotSearchableException {
    return split(Nodes.flatten(tree), true);
  }

  /**
   * What a branch is with all its choices that cannot be pieces taken apart.
   *
   * @param branch one of {@link #of}
   * @return the nodes of each; only the branch itself if there is no such choice
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> split(List<RegexNode> branch) throws NotSearchableException {
    return split(branch, false);
  }

  private static List<List<RegexNode>> split(List<RegexNode> nodes, boolean firstOnly)
      throws NotSearchableException {
    List<List<RegexNode>> done = new ArrayList<>();
    List<List<RegexNode>> open = new ArrayList<>(List.of(nodes));
    while (!open.isEmpty()) {
      List<RegexNode> branch = open.remove(open.size() - 1);
      int choice = choiceToSplit(branch, firstOnly);
      if (choice < 0) {
        done.add(branch);
        continue;
      }
      for (RegexNode option : ((RegexNode.Alternate) branch.get(choice)).branches()) {
        List<RegexNode> parts = new ArrayList<>(branch.subList(0, choice));
        parts.addAll(Nodes.flatten(option));
        parts.addAll(branch.subList(choice + 1, branch.size()));
        open.add(parts);
      }
      if (done.size() + open.size() > MOST) {
        throw new NotSearchableException("more than " + MOST + " branches");
      }
    }
    return done;
  }

  /** A choice that is the whole rule, or that holds gaps or assertions: it cannot be a piece. */
  private static int choiceToSplit(List<RegexNode> branch, boolean firstOnly) {
    for (int i = 0; i < branch.size(); i++) {
      if (branch.get(i) instanceof RegexNode.Alternate choice
          && (branch.size() == 1
              || Nodes.hasAssertion(choice)
              || Nodes.maxLength(choice) == Nodes.UNBOUNDED)) {
        return i;
      }
      if (firstOnly && Nodes.minLength(branch.get(i)) > 0) {
        return -1;
      }
    }
    return -1;
  }
}
