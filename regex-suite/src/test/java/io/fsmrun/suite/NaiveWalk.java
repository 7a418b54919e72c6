package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** What a trace may do next, found by stepping every rule on every byte. For one thread. */
final class NaiveWalk {

  private final List<Dfa> automata = new ArrayList<>();
  private final List<int[]> distances = new ArrayList<>();
  private final int[] states;
  private int reports;

  NaiveWalk(RuleSet rules) {
    states = new int[rules.size()];
    for (int rule = 0; rule < states.length; rule++) {
      Dfa dfa = (Dfa) rules.automaton(rule);
      automata.add(dfa);
      distances.add(ReportDistances.of(dfa));
      states[rule] = dfa.start();
    }
  }

  static RuleSet compile(List<String> rules) throws InterruptedException {
    CompiledRules compiled =
        new RuleCompiler(CompileLimits.defaults(), 2).compile(Rules.of(rules), done -> {});
    assertThat(compiled.refused()).isEmpty();
    return compiled.ruleSet();
  }

  void step(int symbol) {
    for (int rule = 0; rule < states.length; rule++) {
      states[rule] = automata.get(rule).next(states[rule], symbol);
      boolean here = (automata.get(rule).reportFlags(states[rule]) & ReportFlags.HERE) != 0;
      reports += here ? 1 : 0;
    }
  }

  int reports() {
    return reports;
  }

  private long ahead(int rule, int state) {
    int[] distance = distances.get(rule);
    if (distance[state] != 0) {
      return distance[state];
    }
    long least = ReportDistances.NEVER;
    for (int symbol = 0; symbol < 256; symbol++) {
      least = Math.min(least, 1L + distance[automata.get(rule).next(state, symbol)]);
    }
    return least;
  }

  private long progress(int rule, int state) {
    Dfa dfa = automata.get(rule);
    int staying = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      staying += dfa.next(state, symbol) == state ? 1 : 0;
    }
    boolean rests = staying >= 128 || distances.get(rule)[state] == 0;
    return rests ? 0 : Math.max(0, ahead(rule, dfa.start()) - ahead(rule, state));
  }

  private int goingAfter(int symbol) {
    int going = 0;
    for (int rule = 0; rule < states.length; rule++) {
      going += progress(rule, automata.get(rule).next(states[rule], symbol)) > 0 ? 1 : 0;
    }
    return going;
  }

  /** How many rules are on their way. */
  int going() {
    int going = 0;
    for (int rule = 0; rule < states.length; rule++) {
      going += progress(rule, states[rule]) > 0 ? 1 : 0;
    }
    return going;
  }

  /** The bytes that a guided trace may go on with. */
  BitSet choices(Guidance guidance) {
    return guidance == Guidance.DEPTH ? nearer() : mostActive();
  }

  private BitSet nearer() {
    long farthest = 0;
    for (int rule = 0; rule < states.length; rule++) {
      farthest = Math.max(farthest, progress(rule, states[rule]));
    }
    BitSet choices = new BitSet();
    for (int rule = 0; rule < states.length; rule++) {
      long ahead = ahead(rule, states[rule]);
      boolean leads = farthest == 0 || progress(rule, states[rule]) == farthest;
      for (int symbol = 0; symbol < 256 && leads && ahead < ReportDistances.NEVER; symbol++) {
        int after = distances.get(rule)[automata.get(rule).next(states[rule], symbol)];
        choices.set(symbol, choices.get(symbol) || after == ahead - 1);
      }
    }
    return choices;
  }

  private BitSet mostActive() {
    BitSet choices = new BitSet();
    int most = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      int going = goingAfter(symbol);
      if (going > most) {
        most = going;
        choices.clear();
      }
      choices.set(symbol, going == most);
    }
    return choices;
  }
}
