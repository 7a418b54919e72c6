package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.RegexParser;
import io.fsmrun.regex.RuleCompiler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tails need is what they need, and is told rightly. */
final class NeededRunTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        ".[a-f0-9]{32}; 32; 1; 1",
        ".[ \\t\\w.-]{0,20}[=:]{1,3}[a-z0-9]{16}x; 18; 1; 21",
        ".[a-z]{9,40}; 9; 1; 1",
        ".{40}[a-f0-9]{32}; 32; 40; 40",
        ".(?:ab|cde)[0-9]{10}[0-9a-f]{12}; 24; 1; 1",
        ".(?:xy|xyz)[0-9]{10}[0-9a-f]{12}; 22; 3; 4",
        ".[=:]{0,5}(?:[a-f-]{10,150}|[a-f0-9][a-f_0-9]{11,}={0,3})[\\s,]; 10; 1; 6",
        ".(?:[a-f]{10}x|[0-9]{4}[a-f]{20}); 11; 1; 5",
        ".(?:[a-f]{10}|x{4}[a-f]{20}); 10; 1; 5",
        "[a-z]{8}; 8; 0; 0"
      })
  void runsAreFound(String pattern, int length, int first, int last) {
    Optional<NeededRun> run = NeededRun.of(compile(pattern));
    assertThat(run).isPresent();
    assertThat(List.of(run.get().length(), run.get().first(), run.get().last()))
        .containsExactly(length, first, last);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        ".*[a-f0-9]{32}",
        "[a-z]{7}",
        "(?:[a-f]{32}|x)",
        "[a-z]{0,40}",
        "(?:[a-f]{9})*",
        ".{600}[a-f]{20}"
      })
  void whatIsNotNeededIsNot(String pattern) {
    assertThat(NeededRun.of(compile(pattern))).isEmpty();
  }

  @Test
  void tailsThatMatchAreNeverLeftOut() {
    String[] parts = {
      "[a-f]{8}",
      "[a-f]{0,5}",
      "[a-c]{9,12}",
      "x?",
      "(?:x|ab)",
      "(?:[a-c]{8}|[d-f]{9})",
      "[x-z]{8}",
      "."
    };
    int without = 0;
    int matching = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      StringBuilder pattern = new StringBuilder(".");
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        pattern.append(parts[random.nextInt(parts.length)]);
      }
      Nfa nfa = compile(pattern.toString());
      Optional<NeededRun> run = NeededRun.of(nfa);
      if (run.isEmpty()) {
        continue;
      }
      byte[] input = input(random);
      for (int begin = 0; begin < input.length; begin++) {
        boolean matches = matches(nfa, input, begin);
        boolean may = run.get().mayFollow(input, begin, input.length);
        assertThat(may || !matches).as("seed %d, %s at %d", seed, pattern, begin).isTrue();
        assertThat(may)
            .as("seed %d, %s at %d", seed, pattern, begin)
            .isEqualTo(isThere(run.get(), input, begin));
        without += may ? 0 : 1;
        matching += matches ? 1 : 0;
      }
    }
    assertThat(without).isGreaterThan(1_000);
    assertThat(matching).isGreaterThan(200);
  }

  /** Looks at each place by itself. */
  private static boolean isThere(NeededRun run, byte[] input, int begin) {
    if (begin + run.last() + run.length() > input.length) {
      return true;
    }
    for (int at = begin + run.first(); at <= begin + run.last(); at++) {
      int count = 0;
      while (count < run.length() && run.has(input[at + count])) {
        count++;
      }
      if (count == run.length()) {
        return true;
      }
    }
    return false;
  }

  private static byte[] input(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 120) {
      String letters = random.nextBoolean() ? "abc" : random.nextBoolean() ? "def" : "xyz";
      for (int i = random.nextInt(14); i >= 0; i--) {
        text.append(letters.charAt(random.nextInt(3)));
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean matches(Nfa nfa, byte[] input, int begin) {
    List<Integer> active = List.of(Nfa.START);
    for (int i = begin; i < input.length && !active.isEmpty(); i++) {
      List<Integer> next = new ArrayList<>();
      for (int q : active) {
        for (int s = 0; s < nfa.successorCount(q); s++) {
          int r = nfa.successor(q, s);
          if (nfa.symbols(r).contains(input[i] & 0xff) && !next.contains(r)) {
            next.add(r);
          }
        }
      }
      active = next;
      if (active.stream().anyMatch(q -> nfa.reportFlags(q) != ReportFlags.NONE)) {
        return true;
      }
    }
    return false;
  }

  private static Nfa compile(String pattern) {
    return new RuleCompiler(CompileLimits.defaults(), 1)
        .compilePart(RegexParser.parse(pattern, RegexFlags.ofLetters("s")));
  }
}
