package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Machines and inputs at the borders of what strategies expect, under every strategy, every switch
 * and several numbers of segments. One subclass per back end.
 */
public abstract class SpecialMachinesContract {

  private static final ReexecutionLevel[] LEVELS = ReexecutionLevel.values();

  /** The back end under test. */
  protected abstract Backend backend();

  /** No two states ever meet: every flow is carried to the end. */
  @Test
  void permutationsThatNeverConverge() throws InterruptedException {
    check(random -> random.permutation(9), 40);
    check(random -> random.permutation(2), 40);
  }

  @Test
  void oneState() throws InterruptedException {
    check(RandomAutomata::oneState, 30);
  }

  @Test
  void allDead() throws InterruptedException {
    check(random -> random.withoutReports(6), 30);
  }

  @Test
  void allAccepting() throws InterruptedException {
    check(random -> random.allReporting(6), 30);
    check(RandomAutomata::chattering, 30);
  }

  @Test
  void matchedOrDeadForEver() throws InterruptedException {
    check(random -> random.matchedOrDead(4), 30);
  }

  @Test
  void setsThatConvergeOnlyByPassingDifferentReports() throws InterruptedException {
    check(random -> random.convergingThroughReports(5), 40);
  }

  @Test
  void setsThatConvergeSlowly() throws InterruptedException {
    check(random -> random.slowlyConverging(7), 50);
  }

  @Test
  void positionAutomata() throws InterruptedException {
    check(random -> random.nfa(9), 40);
    check(random -> random.nfa(3), 20);
  }

  /** Fewer bytes than segments, and than any strategy looks back. */
  @Test
  void inputsShorterThanTheLookBackOrThanTheSegments() throws InterruptedException {
    for (int length = 1; length <= 4; length++) {
      check(random -> random.dfa(6), length);
      check(random -> random.nfa(6), length);
    }
  }

  @Test
  void emptyInput() throws InterruptedException {
    check(random -> random.allReporting(3), 0);
    check(random -> random.nfa(5), 0);
  }

  @Test
  void noRules() throws InterruptedException {
    checkAll(new RuleSet(List.of()), "abcab".getBytes(StandardCharsets.US_ASCII));
  }

  /** Alone, and beside others of its kind and of another: components share flows. */
  private void check(Function<RandomAutomata, Automaton> machine, int length)
      throws InterruptedException {
    for (int seed = 1; seed <= 2; seed++) {
      RandomAutomata random = RandomAutomata.seeded(seed);
      List<RuleSet.Component> components = new ArrayList<>();
      components.add(new RuleSet.Component(2, machine.apply(random)));
      if (seed > 1) {
        components.add(new RuleSet.Component(3, machine.apply(random)));
        components.add(new RuleSet.Component(7, random.matcher(2)));
      }
      checkAll(new RuleSet(components), random.input(length, components.getFirst().automaton()));
    }
  }

  private void checkAll(RuleSet rules, byte[] input) throws InterruptedException {
    PreparedRuleSet prepared = new PreparedRuleSet(rules, backend());
    List<Report> whole = ReferenceEngine.reports(rules, input);
    Pieces pieces = new Pieces(input, new TreeSet<>(List.of(input.length / 3, input.length)));
    pieces.ends().remove(0);
    List<Report> ofPieces = pieces.reports(rules);
    int level = 0;
    for (int segments : new int[] {2, 5, input.length + 1}) {
      Map<String, Strategy> strategies = EveryStrategy.all(rules, segments);
      for (Map.Entry<String, Strategy> named : strategies.entrySet()) {
        String how = segments + " segments, " + named.getKey();
        level++;
        RunOptions options =
            new RunOptions(1, 1 << 20, 1 << 20)
                .withReexecution(LEVELS[level % LEVELS.length])
                .withCheckInterval(1 + level % 3);
        boolean inPieces = (level + segments) % 4 == 0;
        assertThat(
                inPieces
                    ? scan(prepared, named.getValue(), options.withWindowBytes(7), pieces)
                    : scan(prepared, named.getValue(), options, Pieces.one(input)))
            .as(how)
            .isEqualTo(inPieces ? ofPieces : whole);
      }
    }
  }

  private static List<Report> scan(
      PreparedRuleSet prepared, Strategy strategy, RunOptions options, Pieces pieces)
      throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            prepared,
            strategy,
            options,
            pieces.splitter(),
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    scan.write(pieces.input(), 0, pieces.input().length);
    scan.finish();
    return reports;
  }
}
