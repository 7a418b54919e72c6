package io.fsmrun.scan.plan.chain;

import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a rule apart into branches, of which each becomes a chain, or several. */
final class Branches {

  private static final int MOST = 32;

  /** Assertions between bytes are not taken out if there would be more. */
  private static final int MOST_RESOLVED = 8;

  private Branches() {}

  /**
   * The branches of a rule, as few as there can be: a choice that comes behind something stays, as
   * do assertions between bytes whose ways would be several.
   *
   * @param tree what it matches
   * @return the nodes of each
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> of(RegexNode tree) throws NotSearchableException {
    return split(withFirstChoice(Nodes.flatten(tree)), Taken.THE_FIRST);
  }

  /**
   * What may be left out right behind assertions, and cannot be a piece, as a choice. Without them
   * it is dropped, since anything may come before.
   */
  private static List<RegexNode> withFirstChoice(List<RegexNode> nodes) {
    int first = 0;
    while (first < nodes.size() && nodes.get(first) instanceof RegexNode.Assertion) {
      first++;
    }
    if (first > 0
        && first < nodes.size()
        && nodes.get(first) instanceof RegexNode.Repeat repeat
        && repeat.min() == 0
        && repeat.max() == 1
        && isNoPiece(repeat.body())) {
      nodes.set(first, new RegexNode.Alternate(List.of(new RegexNode.Empty(), repeat.body())));
    }
    return nodes;
  }

  /**
   * What a branch is with all its choices that cannot be pieces taken apart, and without assertions
   * between bytes if that makes few branches.
   *
   * @param branch one of {@link #of}
   * @return the nodes of each; only the branch itself if there is no such choice
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> split(List<RegexNode> branch) throws NotSearchableException {
    return split(branch, Taken.NO_PIECES);
  }

  /**
   * The same with all choices taken apart.
   *
   * @param branch one of {@link #of}
   * @return the nodes of each; only the branch itself if there is no choice
   * @throws NotSearchableException if they are too many
   */
  static List<List<RegexNode>> splitAll(List<RegexNode> branch) throws NotSearchableException {
    return split(branch, Taken.ALL);
  }

  /** Which choices are taken apart. */
  private enum Taken {
    /** Those that come first and cannot be pieces. */
    THE_FIRST,
    /** Those that cannot be pieces. */
    NO_PIECES,
    ALL
  }

  private static List<List<RegexNode>> split(List<RegexNode> nodes, Taken taken)
      throws NotSearchableException {
    List<List<RegexNode>> done = new ArrayList<>();
    List<List<RegexNode>> open = new ArrayList<>(List.of(nodes));
    while (!open.isEmpty()) {
      List<RegexNode> branch = open.remove(open.size() - 1);
      int choice = choiceToSplit(branch, taken);
      if (choice < 0) {
        Optional<List<List<RegexNode>>> resolved = InnerAssertions.resolved(branch);
        int more = resolved.map(List::size).orElse(0);
        boolean few = taken != Taken.THE_FIRST && done.size() + open.size() + more <= MOST_RESOLVED;
        if (resolved.isPresent() && (more <= 1 || few)) {
          open.addAll(resolved.get());
        } else {
          done.add(branch);
        }
        continue;
      }
      List<RegexNode> options = ((RegexNode.Alternate) branch.get(choice)).branches();
      if (taken != Taken.ALL && done.size() + open.size() + options.size() > MOST) {
        options = joined(options);
        if (options.size() == 1) {
          done.add(branch);
          continue;
        }
      }
      for (RegexNode option : options) {
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

  /** A choice that is to be taken apart, or -1. */
  private static int choiceToSplit(List<RegexNode> branch, Taken taken) {
    for (int i = 0; i < branch.size(); i++) {
      if (branch.get(i) instanceof RegexNode.Alternate choice
          && (taken == Taken.ALL || isNoPiece(choice) || branch.size() == 1 && isFew(choice))) {
        return i;
      }
      if (taken == Taken.THE_FIRST && Nodes.minLength(branch.get(i)) > 0) {
        return -1;
      }
    }
    return -1;
  }

  /** Whether a choice may be branches: more options than that are strings of one piece. */
  private static boolean isFew(RegexNode.Alternate choice) {
    return choice.branches().size() <= MOST;
  }

  /** The options of a choice, those that can be pieces as one. */
  private static List<RegexNode> joined(List<RegexNode> options) {
    List<RegexNode> pieces = new ArrayList<>();
    List<RegexNode> all = new ArrayList<>();
    for (RegexNode option : options) {
      (isNoPiece(option) ? all : pieces).add(option);
    }
    if (!pieces.isEmpty()) {
      all.add(pieces.size() == 1 ? pieces.get(0) : new RegexNode.Alternate(pieces));
    }
    return all;
  }

  /** Whether there are gaps or assertions in a choice, or an option. */
  private static boolean isNoPiece(RegexNode node) {
    return Nodes.hasAssertion(node) || Nodes.maxLength(node) == Nodes.UNBOUNDED;
  }
}
