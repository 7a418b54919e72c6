package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** A stream run in parts that do not know their start, against the reference. */
class PartRunnerTest {

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void partsTogetherFindAll(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> rules = Unions.random(random, 5, 10);
    boolean isLong = random.chance(0.1);
    byte[] input = Unions.input(random, rules, isLong ? 20_000 : random.number(0, 300));
    LazyOptions options = Unions.options(random);
    SetAutomaton union = SetAutomaton.of(rules, options);
    int[] cuts = random.cuts(0, input.length, random.number(1, 6));
    List<PartRunner> parts = new ArrayList<>();
    SortedSet<Long> found = new TreeSet<>();
    SetRunner start = new SetRunner(union, options);
    ReportBuffer out = new ReportBuffer();
    out.startBlock(0);
    start.report(0, out);
    Unions.collect(out, found);
    for (int p = 0; p + 1 < cuts.length; p++) {
      PartRunner part = new PartRunner(union, options);
      if (p == 0) {
        part.beginKnown(0, start.states());
      } else {
        int lookFrom = random.number(0, cuts[p]);
        part.begin(input, lookFrom, cuts[p], cuts[p], start.states());
      }
      inPieces(part, false, input, cuts[p], cuts[p + 1], found);
      parts.add(part);
    }
    int[] states = start.states();
    for (int p = 0; p + 1 < cuts.length; p++) {
      if (parts.get(p).completeFrom(states)) {
        inPieces(parts.get(p), true, input, cuts[p], cuts[p + 1], found);
      }
      states = parts.get(p).end();
    }
    SetRunner end = new SetRunner(union, options);
    ActiveSet last = union.newSet();
    Arrays.stream(states).forEach(last::add);
    end.become(last);
    out.startBlock(input.length);
    end.finish(input.length, out);
    Unions.collect(out, found);
    assertThat(found).as("seed %d", seed).isEqualTo(Unions.expected(rules, input));
  }

  private static void inPieces(
      PartRunner part, boolean again, byte[] input, int from, int to, SortedSet<Long> found) {
    ReportBuffer out = new ReportBuffer();
    boolean more = true;
    for (int at = from; at < to && more; at += 1000) {
      int end = Math.min(to, at + 1000);
      out.startBlock(at);
      if (again) {
        more = part.complete(input, at, end, at, out);
      } else {
        part.run(input, at, end, at, out);
      }
      Unions.collect(out, found);
    }
  }

  /** A gap that is open before the part, and opens in it too: from there on nothing is missing. */
  @Test
  void whatThePartHasItselfIsNotRunTwice() {
    List<RuleAutomaton> rules = List.of(LaneStartTest.gap(0, "ab", SymbolSet.ALL, "cd"));
    byte[] input = LazyThroughput.letters(new SplittableRandom(4), 100_000, 'm', 8);
    for (int at : new int[] {10, 60_000}) {
      input[at] = 'a';
      input[at + 1] = 'b';
    }
    LazyOptions options = LazyOptions.defaults();
    SetAutomaton union = SetAutomaton.of(rules, options);
    PartRunner first = new PartRunner(union, options);
    PartRunner second = new PartRunner(union, options);
    first.beginKnown(0, new SetRunner(union, options).states());
    second.begin(input, 49_900, 50_000, 50_000, new int[0]);
    SortedSet<Long> found = new TreeSet<>();
    inPieces(first, false, input, 0, 50_000, found);
    inPieces(second, false, input, 50_000, 100_000, found);
    assertThat(first.completeFrom(new SetRunner(union, options).states())).isFalse();
    assertThat(second.completeFrom(first.end())).isTrue();
    ReportBuffer out = new ReportBuffer();
    int at = 50_000;
    boolean more = true;
    while (more) {
      out.startBlock(at);
      more = second.complete(input, at, at + 1000, at, out);
      at += 1000;
    }
    // Noted at the first of 4, 8, 16 ... KiB after the start that is past the second place.
    assertThat(at).isEqualTo(50_000 + 17_000);
    assertThat(second.end()).isEqualTo(first.end());
    assertThat(found).isEmpty();
    PartRunner knowing = new PartRunner(union, options);
    knowing.begin(input, 49_900, 50_000, 50_000, first.end());
    assertThat(knowing.completeFrom(first.end())).isFalse();
  }
}
