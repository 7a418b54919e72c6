package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Steps of words against steps of sets of states, on automata of chains, gaps and other edges. */
final class BitNfaTest {

  private static final int LETTERS = 4;

  @ParameterizedTest
  @CsvSource({"1, 0", "5, 0", "30, 0", "64, 0", "12, 3", "40, 10", "64, 64"})
  void stepsAsSetsOfStatesDo(int states, int otherEdges) {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      Nfa nfa = automaton(random, states, otherEdges);
      SymbolClasses classes = nfa.symbolClasses();
      int[] representatives =
          IntStream.range(0, classes.count()).map(classes::representative).toArray();
      BitNfa bits = new BitNfa(nfa, classes.toByteArray(), representatives);
      for (int run = 0; run < 20; run++) {
        int symbol = 'a' + random.nextInt(LETTERS);
        BitSet expected = step(nfa, BitSet.valueOf(new long[] {1L << Nfa.START}), symbol);
        long actual = bits.start(symbol);
        for (int i = 0; i < 100; i++) {
          assertThat(Long.bitCount(actual))
              .as("seed %d, states after %d symbols", seed, i + 1)
              .isEqualTo(expected.cardinality());
          assertThat(bits.accepts(actual))
              .as("seed %d, accepting after %d symbols", seed, i + 1)
              .isEqualTo(expected.stream().anyMatch(s -> isAccepting(nfa, s)));
          symbol = 'a' + random.nextInt(LETTERS);
          expected = step(nfa, expected, symbol);
          actual = bits.step(actual, symbol);
        }
      }
    }
  }

  private static boolean isAccepting(Nfa nfa, int state) {
    return nfa.reportFlags(state) != ReportFlags.NONE;
  }

  private static BitSet step(Nfa nfa, BitSet active, int symbol) {
    BitSet next = new BitSet();
    active.stream()
        .forEach(
            state -> {
              for (int i = 0; i < nfa.successorCount(state); i++) {
                int successor = nfa.successor(state, i);
                if (nfa.symbols(successor).contains(symbol)) {
                  next.set(successor);
                }
              }
            });
    return next;
  }

  /** A chain with states that may be left out, numbered anyhow, and some more edges. */
  private static Nfa automaton(Random random, int states, int otherEdges) {
    NfaBuilder builder = new NfaBuilder();
    List<Integer> chain = new ArrayList<>();
    for (int i = 0; i < states; i++) {
      SymbolSet set = SymbolSet.of('a' + random.nextInt(LETTERS));
      for (int k = random.nextInt(LETTERS); k > 0; k--) {
        set = set.or(SymbolSet.of('a' + random.nextInt(LETTERS)));
      }
      chain.add(builder.addState(random.nextInt(2) == 0 ? SymbolSet.ALL : set));
    }
    Collections.shuffle(chain, random);
    chain.add(0, Nfa.START);
    for (int i = 0; i < states; i++) {
      builder.addEdge(chain.get(i), chain.get(i + 1));
    }
    for (int gap = random.nextInt(4); gap > 0; gap--) {
      int from = random.nextInt(states);
      int behind = from + random.nextInt(states - from) + 1;
      for (int i = from; i < behind; i++) {
        builder.addEdge(chain.get(i), chain.get(behind));
      }
    }
    for (int i = 0; i < otherEdges; i++) {
      builder.addEdge(chain.get(random.nextInt(states + 1)), chain.get(1 + random.nextInt(states)));
    }
    builder.addFlags(chain.get(states), ReportFlags.HERE);
    builder.addFlags(chain.get(1 + random.nextInt(states)), ReportFlags.HERE);
    return builder.buildWhole();
  }
}
