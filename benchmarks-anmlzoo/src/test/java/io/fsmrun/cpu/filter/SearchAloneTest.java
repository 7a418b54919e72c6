package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.bench.rulesets.GeneratedRuleset;
import io.fsmrun.bench.rulesets.GeneratedRulesets;
import io.fsmrun.bench.rulesets.WriteRulesets;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Engines;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rulesets of many kinds, searched with no automaton to take over, have the reports of automata
 * alone. A scanner would not do: it runs the automaton at times, which finds what searching loses.
 */
final class SearchAloneTest {

  private static final int INPUT_BYTES = 150_000;
  private static final int MOST_BLOCK = 40_000;

  @ParameterizedTest
  @CsvSource({
    "literals-1000, 1, true",
    "literals-1000i, 2, false",
    "signatures, 3, true",
    "secrets, 4, true",
    "tagged-500, 1, true",
    "tagged-2000, 1, true",
    "tagged-2000, 2, false",
    "motifs, 7, true",
    "network-500, 8, true",
    "logs, 9, true",
    "keys-250, 10, true",
    "contents-300, 11, true",
    "domains-5000, 12, true"
  })
  void findsWhatAutomataFind(String name, int seed, boolean sampled, @TempDir Path folder)
      throws IOException, InterruptedException {
    GeneratedRuleset ruleset = GeneratedRulesets.make(name, seed);
    WriteRulesets.write(ruleset, folder, seed, INPUT_BYTES);
    byte[] input = Files.readAllBytes(folder.resolve(name + ".input"));
    Rules rules = RulesFile.read(folder.resolve(name + ".rules"));
    PlanOptions plan = PlanOptions.defaults();
    List<BlockEngine> planned = engines(rules, sampled ? plan.withSample(input) : plan);
    List<BlockEngine> automata = engines(rules, plan.withEngines(Set.of(EngineKind.LAZY_DFA)));
    assertThat(planned).hasAtLeastOneElementOfType(FilterEngine.class);
    assertThat(automata).doesNotHaveAnyElementsOfTypes(FilterEngine.class);

    long[] expected = reports(automata, input, new Random(seed));
    assertThat(expected).hasSizeGreaterThan(5);
    long[] found = reports(planned, input, new Random(seed));
    if (!Arrays.equals(found, expected)) {
      assertThat(told(found)).isEqualTo(told(expected));
    }
  }

  /** Beginnings of rules end at every byte of some stretches of the input, and hardly in others. */
  @Test
  void findsWhatFollowsDenseBeginnings(@TempDir Path folder)
      throws IOException, InterruptedException {
    findsWhatFollowsDenseBeginnings(folder, 0, 3);
  }

  @Test
  @Tag("slow")
  void findsWhatFollowsMoreDenseBeginnings(@TempDir Path folder)
      throws IOException, InterruptedException {
    findsWhatFollowsDenseBeginnings(folder, 3, 8);
  }

  private static void findsWhatFollowsDenseBeginnings(Path folder, int from, int to)
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    for (int rule = 0; rule < 20; rule++) {
      lines.add("/[0-9][^\\n]{0,%d}needle%02d/".formatted(100 + 20 * rule, rule));
      lines.add("/[0-9]x[^\\n]*thread%02d/".formatted(rule));
    }
    Path file = Files.write(folder.resolve("dense.rules"), lines);
    for (int seed = from; seed < to; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[2 * INPUT_BYTES];
      for (int i = 0; i < input.length; i++) {
        boolean digits = i / 30_000 % 2 != seed % 2;
        input[i] = (byte) (digits ? '0' + random.nextInt(10) : 'a' + random.nextInt(26));
      }
      for (int i = 0; i < 200; i++) {
        // None in the beginning, of which all is kept until it is run over at once.
        String word = List.of("needle%02d", "thread%02d").get(random.nextInt(2));
        put(word.formatted(random.nextInt(20)), input, 100_000 + random.nextInt(190_000));
      }
      put("9x", input, 1_000 + random.nextInt(2_000));
      put("\n", input, 200_000);
      put("9x", input, 200_000 + random.nextInt(50_000));
      Rules rules = RulesFile.read(file);
      PlanOptions plan = PlanOptions.defaults();
      List<BlockEngine> planned = engines(rules, plan);
      assertThat(planned).hasAtLeastOneElementOfType(FilterEngine.class);
      long[] expected =
          reports(
              engines(rules, plan.withEngines(Set.of(EngineKind.LAZY_DFA))), input, new Random(0));
      assertThat(expected).hasSizeGreaterThan(50);
      assertThat(told(reports(planned, input, random))).isEqualTo(told(expected));
    }
  }

  private static void put(String text, byte[] input, int at) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, input, at, bytes.length);
  }

  private static List<BlockEngine> engines(Rules rules, PlanOptions plan)
      throws InterruptedException {
    CompileOptions options = CompileOptions.defaults().withPlan(plan);
    return Engines.of(Database.compile(rules, options, CompileListener.NONE));
  }

  /** Ends and rules in their order, each once. */
  private static long[] reports(List<BlockEngine> engines, byte[] input, Random random) {
    LongStream.Builder reports = LongStream.builder();
    for (BlockEngine engine : engines) {
      BlockSession session =
          engine instanceof FilterEngine filter
              ? new FilterSession(filter, new SearchOnly(), Optional.empty())
              : engine.newSession();
      ReportBuffer buffer = new ReportBuffer();
      for (int at = 0; at < input.length; ) {
        int end = Math.min(input.length, at + 1 + random.nextInt(MOST_BLOCK));
        buffer.startBlock(at);
        session.scan(input, at, end, at, buffer);
        add(buffer, reports);
        at = end;
      }
      buffer.startBlock(input.length);
      session.finish(input, input.length, input.length, buffer);
      add(buffer, reports);
    }
    return reports.build().sorted().distinct().toArray();
  }

  private static void add(ReportBuffer buffer, LongStream.Builder reports) {
    for (int i = 0; i < buffer.size(); i++) {
      reports.add(buffer.end(i) << Integer.SIZE | buffer.rule(i));
    }
  }

  private static List<String> told(long[] reports) {
    return LongStream.of(reports)
        .mapToObj(report -> "rule " + (int) report + " at " + (report >> Integer.SIZE))
        .toList();
  }
}
