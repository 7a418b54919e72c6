package io.fsmrun.cli;

import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rules of several files and of the command line, as one list with ids of their own. */
final class RuleArguments {

  private static final String COMMAND_LINE = "-e";

  private RuleArguments() {}

  /**
   * Reads rules. Those of the first file keep their line numbers as ids; those of each further
   * place are numbered from the next free one on.
   */
  static Rules read(List<Path> files, List<String> typed) throws UserErrorException {
    List<Rules> places = new ArrayList<>();
    for (Path file : files) {
      places.add(Sources.read(Input.readable(file.toString(), "a rules file")));
    }
    if (!typed.isEmpty()) {
      places.add(typed(typed));
    }
    return places.size() == 1 ? places.getFirst() : joined(places);
  }

  private static Rules typed(List<String> typed) throws UserErrorException {
    Rules rules = Rules.of(typed);
    if (!rules.refused().isEmpty()) {
      // In a file it is one of many; here somebody waits for just this one.
      RefusedRule first = rules.refused().getFirst();
      throw new UserErrorException(
          "-e " + first.line() + ": refused, column " + first.column() + ": " + first.message());
    }
    if (rules.accepted().size() < typed.size()) {
      throw new UserErrorException("-e '': an empty rule; // is the one that matches everywhere");
    }
    return new Rules(COMMAND_LINE, rules.accepted(), rules.refused());
  }

  private static Rules joined(List<Rules> places) {
    List<Rule> accepted = new ArrayList<>();
    List<RefusedRule> refused = new ArrayList<>();
    List<String> sources = new ArrayList<>();
    int last = 0;
    for (Rules place : places) {
      int before = last;
      for (Rule r : place.accepted()) {
        last = Math.max(last, before + r.id());
        accepted.add(
            new Rule(before + r.id(), r.pattern(), r.flags(), r.otherFlags(), r.tree(), r.line()));
      }
      for (RefusedRule r : place.refused()) {
        last = Math.max(last, before + r.id());
        refused.add(
            new RefusedRule(
                before + r.id(), r.column(), r.kind(), r.construct(), r.message(), r.line()));
      }
      sources.add(place.source());
    }
    return new Rules(String.join(" + ", sources), accepted, refused);
  }
}
