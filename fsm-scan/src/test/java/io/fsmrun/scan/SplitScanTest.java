package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.Partition;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** A scan of an input in pieces reports what scans of the pieces, one by one, do. */
class SplitScanTest {

  /** Packets of requests and replies, ended by an empty line. */
  private static final List<String> PACKET_WORDS =
      List.of("GET /", "cmd.exe", "\r\n\r\n", "\r\n", "Host: a", "%00", "User-Agent", "\r", "x y");

  private static final String[] PACKET_RULES = {
    "^GET /.*cmd\\.exe", "/host: [a-z]+/i", "/%00.*%00/s", "/\\r\\n$/s", "\\bUser-Agent\\b", "y\\z"
  };

  private static final List<String> SENTENCE_WORDS =
      List.of("the ", "dog ", "runs", ". ", "! ", "?", "...", "fast ", "a ", "\n");

  private static final String[] SENTENCE_RULES = {
    "^the", "/dog.*fast/s", "/(the|a) (dog|fast )/", "\\brun", "/\\.\\s*$/", "/[a-z ]{9}/", "^$"
  };

  private static byte[] text(SplittableRandom random, List<String> words) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append(words.get(random.nextInt(words.size())));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void packets(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] input = text(random, PACKET_WORDS);
    check(random, Machines.PACKETS, "\\r\\n\\r\\n", "\r\n\r\n", input);
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void sentences(@ForAll long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] input = text(random, SENTENCE_WORDS);
    if (random.nextBoolean()) {
      check(random, Machines.SENTENCES, "[.!?]", "[.!?]", input);
    } else {
      check(random, Machines.SENTENCES, "[.!?] ", "[.!?] ", input);
    }
  }

  /** Compiled once. */
  private static final class Machines {

    private static final RuleMachine PACKETS = compile(PACKET_RULES);
    private static final RuleMachine SENTENCES = compile(SENTENCE_RULES);

    private static RuleMachine compile(String... rules) {
      try {
        RuleMachine machine = RuleMachine.compile(rules);
        assertThat(machine.refused()).isEmpty();
        return machine;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /**
   * Scans in any windows and segments.
   *
   * @param pattern the splitter as the JDK writes it
   */
  private static void check(
      SplittableRandom random, RuleMachine machine, String spec, String pattern, byte[] input)
      throws Exception {
    StrategyScanner.Builder builder =
        machine
            .scanner()
            .split(Splitters.of(spec))
            .options(
                RunOptions.defaults()
                    .withThreads(1 + random.nextInt(3))
                    .withWindowBytes(1 + random.nextInt(input.length + 1)));
    if (random.nextBoolean()) {
      builder.strategy(parallel(machine.ruleSet(), 1 + random.nextInt(6)));
    }
    StrategyScanner scanner = builder.build();
    List<Report> expected = pieceByPiece(machine, pattern, input);
    // Twice: a scanner keeps nothing of a scan.
    for (int i = 0; i < 2; i++) {
      List<Report> reports = new ArrayList<>();
      if (random.nextBoolean()) {
        scanner.scan(input, (rule, end) -> reports.add(new Report(rule, end)));
      } else {
        scanner.scan(
            new ByteArrayInputStream(input), (rule, end) -> reports.add(new Report(rule, end)));
      }
      assertThat(reports)
          .as("%s", new String(input, StandardCharsets.ISO_8859_1))
          .isEqualTo(expected);
    }
  }

  private static ConvergenceSetEnumeration parallel(RuleSet rules, int segments) {
    List<FlowPlan> flows = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      flows.add(
          component.automaton().isDeterministic()
              ? new ConvergenceSetFlows(Partition.coarsest(states))
              : new BracketFlows(states));
    }
    return new ConvergenceSetEnumeration(flows, segments);
  }

  private static List<Report> pieceByPiece(RuleMachine machine, String pattern, byte[] input)
      throws InterruptedException {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    List<Integer> ends =
        new ArrayList<>(
            Pattern.compile("(?<=" + pattern + ")")
                .matcher(text)
                .results()
                .map(MatchResult::end)
                .toList());
    if (ends.isEmpty() || ends.getLast() < input.length) {
      ends.add(input.length);
    }
    StrategyScanner scanner =
        machine.scanner().options(RunOptions.defaults().withThreads(1)).build();
    NavigableSet<Report> reports = new TreeSet<>();
    int start = 0;
    for (int end : ends) {
      int base = start;
      scanner.scan(
          Arrays.copyOfRange(input, start, end),
          (rule, at) -> reports.add(new Report(rule, base + at)));
      start = end;
    }
    return new ArrayList<>(reports);
  }

  /** An anchored rule matches in each piece; without a splitter, in the first only. */
  @Test
  void anchorsMeanThePiece() throws InterruptedException {
    RuleMachine machine = RuleMachine.compile("^ab", "b$");
    byte[] input = "ab;ab;b".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(reports(machine.scanner().build(), input))
        .containsExactly(new Report(1, 2), new Report(2, 7));
    assertThat(reports(machine.scanner().split(Splitters.of(";")).build(), input))
        .containsExactly(new Report(1, 2), new Report(1, 5), new Report(2, 7));
  }

  private static List<Report> reports(StrategyScanner scanner, byte[] input)
      throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    scanner.scan(input, (rule, end) -> reports.add(new Report(rule, end)));
    return reports;
  }
}
