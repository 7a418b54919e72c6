package io.fsmrun.ap.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NamedReport;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import io.fsmrun.testkit.UnknownAutomaton;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Networks made of rules report what the rules' automata do. */
class RuleNetworksTest {

  private static RuleNetworks.Result convert(RuleSet rules) {
    return RuleNetworks.of("rules", rules, NetworkLimits.DEFAULT);
  }

  private static SortedSet<Report> reports(RuleNetworks.Result result, byte[] input) {
    SortedSet<Report> reports = new TreeSet<>();
    for (NamedReport report : NetworkReference.named(result.network(), input)) {
      ReportCodes.Match match = ReportCodes.parse(report.name());
      reports.add(new Report(match.ruleId(), match.end(report.symbol())));
    }
    List<Integer> before =
        input.length == 0 ? result.rulesThatMatchEmptyInput() : result.rulesThatMatchAtStart();
    before.forEach(rule -> reports.add(new Report(rule, 0)));
    return reports;
  }

  @Property(tries = 800, shrinking = ShrinkingMode.OFF)
  void theNetworkReportsWhatTheRulesDo(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(3, 7);
    byte[] input = random.input(random.number(0, 12), rules);
    new Replay("rule network", seed)
        .with("rules", rules)
        .with("input", input)
        .check(
            () ->
                assertThat(reports(convert(rules), input))
                    .containsExactlyElementsOf(ReferenceEngine.reports(rules, input)));
  }

  @Test
  void aStateWithTwoReportsHasACompanion() {
    NfaBuilder nfa = new NfaBuilder();
    int state = nfa.addState(SymbolSet.of('a'));
    nfa.addEdge(0, state);
    nfa.addEdge(state, state);
    nfa.addFlags(state, ReportFlags.HERE | ReportFlags.FINAL_BACK);
    AutomataNetwork network = convert(rule(17, nfa)).network();
    assertThat(Networks.canonical(network))
        .containsEntry(
            "17_1", "STE [a] START_OF_DATA false reports <17> -> [17_1 by 0, 17_1_back by 0]")
        .containsEntry("17_1_back", "STE [a] START_OF_DATA false reports <17@-1> at end -> []")
        .hasSize(2);
  }

  @Test
  void statesThatAreOfNoUseAreDropped() {
    Dfa dfa = RandomAutomata.seeded(1).withoutReports(5);
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(3, dfa)));
    assertThat(convert(rules).network().size()).isZero();
  }

  @Test
  void anAlwaysEnabledStateStartsOnAllInput() {
    NfaBuilder nfa = new NfaBuilder();
    int state = nfa.addState(SymbolSet.of('a'));
    nfa.addEdge(0, state);
    nfa.setAlwaysEnabled(state);
    nfa.addFlags(state, ReportFlags.HERE);
    assertThat(convert(rule(1, nfa)).network().start(0)).isEqualTo(StartKind.ALL_INPUT);
  }

  private static RuleSet rule(int id, NfaBuilder nfa) {
    return new RuleSet(List.of(new RuleSet.Component(id, nfa.build())));
  }

  @Test
  void limitsHold() {
    Dfa dfa = RandomAutomata.seeded(5).matcher(6);
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(3, dfa)));
    assertThatThrownBy(() -> RuleNetworks.of("", rules, new NetworkLimits(3, 100, 100)))
        .isInstanceOf(LimitExceededException.class);
  }

  @Test
  void codesAreReadAsWritten() {
    assertThat(ReportCodes.print(new ReportCodes.Match(17, 1))).isEqualTo("17@-1");
    assertThat(ReportCodes.parse("17@-1")).isEqualTo(new ReportCodes.Match(17, 1));
    assertThat(ReportCodes.parse("17").end(4)).isEqualTo(5);
    assertThatThrownBy(() -> ReportCodes.parse("__2__")).hasMessageContaining("__2__");
    assertThatThrownBy(() -> ReportCodes.print(new ReportCodes.Match(17, 2)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void unknownFormsAreRefused() {
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(1, new UnknownAutomaton())));
    assertThatThrownBy(() -> convert(rules)).isInstanceOf(IllegalArgumentException.class);
  }
}
