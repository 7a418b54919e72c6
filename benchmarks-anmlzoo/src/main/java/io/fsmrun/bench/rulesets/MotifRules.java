package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Protein motifs in the manner of PROSITE, over random sequences in lines of 60 with headers. A
 * motif does not go over the end of a line.
 */
final class MotifRules {

  /** Residues, each as often as in a thousand of a typical protein divided by ten. */
  private static final String RESIDUES =
      "AAAAAAAARRRRRNNNNDDDDDCQQQQEEEEEEGGGGGGGHHIIIIIILLLLLLLLLLKKKKKKMMFFFFPPPPPSSSSSSSTTTTTWYYYVVVVVVV";

  private static final String[] GROUPS = {
    "[LIVM]", "[LIVMF]", "[ST]", "[DE]", "[KR]", "[AG]", "[FYW]", "[GA]", "[STA]", "[LIVMFYW]",
    "[DN]", "[RK]", "[AC]", "[STAGC]", "[NQ]", "[ILV]", "[EQ]", "[FY]", "[HKR]", "[DENQ]"
  };

  private MotifRules() {}

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    List<GeneratedRule> rules = new ArrayList<>(count);
    while (rules.size() < count) {
      rules.add(motif(draw));
    }
    return new GeneratedRuleset(
        name, rules, () -> ((TextMaker) MotifRules::protein).planting(rules, 4000, "", ""));
  }

  /** Motifs of groups that are all frequent, with gaps of several lengths between many of them. */
  static GeneratedRuleset gapped(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    Set<String> seen = new LinkedHashSet<>();
    List<GeneratedRule> rules = new ArrayList<>(count);
    while (rules.size() < count) {
      RuleDraft draft = new RuleDraft();
      group(draw, draft);
      for (int i = draw.number(4, 7); i > 0; i--) {
        if (draw.oneIn(2)) {
          int least = draw.number(1, 8);
          draft.some(".", RESIDUES, least, least + draw.number(1, 7));
        }
        group(draw, draft);
      }
      GeneratedRule rule = draft.rule();
      if (seen.add(rule.line())) {
        rules.add(rule);
      }
    }
    return new GeneratedRuleset(
        name, rules, () -> ((TextMaker) MotifRules::protein).planting(rules, 4000, "", ""));
  }

  private static GeneratedRule motif(Draw draw) {
    RuleDraft draft = new RuleDraft();
    // Few motifs are as short as the sites of modification, which match everywhere.
    int conserved = draw.oneIn(50) ? 3 : draw.number(5, 10);
    draft.text(draw.chars("CHWGDPNY", 1));
    for (int i = 1; i < conserved; i++) {
      switch (draw.number(0, 5)) {
        case 0 -> draft.raw("[^" + draw.of("P", "PG", "C", "DE", "FYW") + "]", "A", "L", "S");
        case 1, 2 -> gap(draw, draft);
        default -> {}
      }
      if (draw.oneIn(3)) {
        draft.text(draw.chars(RESIDUES, 1));
      } else {
        group(draw, draft);
      }
    }
    return draft.rule();
  }

  private static void group(Draw draw, RuleDraft draft) {
    String group = draw.of(GROUPS);
    String alphabet = group.substring(1, group.length() - 1);
    if (draw.oneIn(8)) {
      int times = draw.number(2, 3);
      draft.some(group, alphabet, times, times);
    } else {
      draft.some(group, alphabet, 1, 1);
    }
  }

  private static void gap(Draw draw, RuleDraft draft) {
    int least = draw.number(1, 6);
    if (draw.oneIn(3)) {
      draft.some(".", RESIDUES, least, least + draw.number(1, 12));
    } else {
      draft.some(".", RESIDUES, least, least);
    }
  }

  private static void protein(Draw draw, StringBuilder to) {
    to.append(">sp|").append(draw.chars(Draw.UPPER, 1)).append(draw.chars(Draw.DIGITS, 5));
    to.append('|').append(draw.chars(Draw.UPPER, 4)).append("_HUMAN ").append(WordMaker.word(draw));
    to.append(" OS=Homo sapiens PE=1\n");
    int length = draw.number(80, 700);
    for (int done = 0; done < length; done += 60) {
      to.append(draw.chars(RESIDUES, Math.min(60, length - done))).append('\n');
    }
  }
}
