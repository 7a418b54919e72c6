package io.fsmrun.scan.plan.chain;

import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;

/** Takes a rule apart into branches, of which each becomes a chain. */
final class Branches {

  private static final int MOST = 32;

  private Branches() {}

  /**
   * The branches of a rule.
   *
   * @param tree what it matches
   * @return the nodes of each
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> of(RegexNode tree) throws NotSearchableException {
    List<List<RegexNode>> done = new ArrayList<>();
    List<List<RegexNode>> open = new ArrayList<>(List.of(Nodes.flatten(tree)));
    while (!open.isEmpty()) {
      List<RegexNode> branch = open.remove(open.size() - 1);
      int choice = choiceToSplit(branch);
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
  private static int choiceToSplit(List<RegexNode> branch) {
    for (int i = 0; i < branch.size(); i++) {
      if (branch.get(i) instanceof RegexNode.Alternate choice
          && (branch.size() == 1
              || Nodes.hasAssertion(choice)
              || Nodes.maxLength(choice) == Nodes.UNBOUNDED)) {
        return i;
      }
    }
    return -1;
  }
}
