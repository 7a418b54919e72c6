package io.fsmrun.core.nfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Automata come back as they were written, and damaged ones are refused. */
class NfaCodecTest {

  private static final int LONGEST_CHAIN = 300;

  private static Nfa random(SplittableRandom random, int mostStates) {
    NfaBuilder builder = new NfaBuilder();
    int states = random.nextInt(1, mostStates);
    for (int state = 1; state < states; state++) {
      builder.addState(symbols(random));
      if (random.nextInt(4) == 0) {
        builder.setAlwaysEnabled(state);
      }
    }
    for (int state = 0; state < states; state++) {
      for (int edges = random.nextInt(4); edges > 0 && states > 1; edges--) {
        builder.addEdge(state, random.nextInt(1, states));
      }
      builder.addFlags(state, random.nextInt(3) == 0 ? random.nextInt(16) : ReportFlags.NONE);
    }
    return builder.build();
  }

  private static SymbolSet symbols(SplittableRandom random) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int ranges = random.nextInt(1, 4); ranges > 0; ranges--) {
      int first = random.nextInt(256);
      set = set.or(SymbolSet.range(first, random.nextInt(first, 256)));
    }
    return random.nextInt(5) == 0 ? SymbolSet.ALL : set;
  }

  private static int[] description(Nfa nfa) {
    IntArrayList numbers = new IntArrayList();
    nfa.describeTo(numbers::add);
    return numbers.toIntArray();
  }

  private static byte[] bytes(List<Nfa> automata) {
    BinaryWriter out = new BinaryWriter();
    NfaCodec.writeAll(automata, out);
    return out.toByteArray();
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void comesBackAsWritten(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Nfa> automata = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      automata.add(random(random, 40));
    }
    BinaryReader in = new BinaryReader(bytes(automata));
    List<Nfa> read = NfaCodec.readAll(in);
    in.expectEnd();
    assertThat(read).hasSameSizeAs(automata);
    for (int i = 0; i < read.size(); i++) {
      assertThat(description(read.get(i))).isEqualTo(description(automata.get(i)));
    }
  }

  /** What is accepted is an automaton: it can be written again, and gives the same bytes. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void damageIsRefusedOrMakesAnotherAutomaton(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] good = bytes(List.of(random(random, 20), random(random, 20)));
    for (int i = 0; i < good.length; i++) {
      for (int flip : new int[] {1, 0x80, 0xff, random.nextInt(1, 256)}) {
        byte[] bad = good.clone();
        bad[i] ^= (byte) flip;
        readOrRefuse(bad);
      }
      byte[] cut = Arrays.copyOf(good, i);
      assertThatThrownBy(() -> NfaCodec.readAll(new BinaryReader(cut)))
          .isInstanceOf(DamagedDataException.class);
    }
  }

  private static void readOrRefuse(byte[] bytes) {
    List<Nfa> automata;
    try {
      automata = NfaCodec.readAll(new BinaryReader(bytes));
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("at byte");
      return;
    }
    for (Nfa nfa : automata) {
      assertThat(nfa.symbols(Nfa.START).isEmpty()).isTrue();
      for (int state = 0; state < nfa.stateCount(); state++) {
        for (int i = 0; i < nfa.successorCount(state); i++) {
          assertThat(nfa.successor(state, i))
              .isGreaterThan(i == 0 ? Nfa.START : nfa.successor(state, i - 1))
              .isLessThan(nfa.stateCount());
        }
      }
    }
    List<Nfa> again = NfaCodec.readAll(new BinaryReader(bytes(automata)));
    for (int i = 0; i < again.size(); i++) {
      assertThat(description(again.get(i))).isEqualTo(description(automata.get(i)));
    }
  }

  @Test
  void aChainTakesThreeBytesPerState() {
    NfaBuilder builder = new NfaBuilder();
    int before = Nfa.START;
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      int state = builder.addState(SymbolSet.of('a' + i % 26));
      builder.addEdge(before, state);
      before = state;
    }
    builder.addFlags(before, ReportFlags.HERE);
    BinaryWriter out = new BinaryWriter();
    NfaCodec.write(builder.build(), out);
    assertThat(out.size()).isLessThan(3 * LONGEST_CHAIN + 27 * 3 + 10);
    assertThat(NfaCodec.read(new BinaryReader(out.toByteArray())).stateCount())
        .isEqualTo(LONGEST_CHAIN + 1);
  }

  @Test
  void hugeCountsTakeNoMemory() {
    BinaryWriter out = new BinaryWriter();
    out.writeInt(1);
    out.writeInt(0); // The empty set.
    out.writeInt(1);
    out.writeInt(1);
    out.writeInt(0);
    out.writeLong(Long.MAX_VALUE >>> 5 << 5); // As many edges as a number can say.
    out.writeInt(2);
    byte[] bytes = out.toByteArray();
    assertThatThrownBy(() -> NfaCodec.read(new BinaryReader(bytes)))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("edges, but only");
  }

  @Test
  void oneIsNotTwo() {
    Nfa nfa = random(new SplittableRandom(1), 9);
    byte[] bytes = bytes(List.of(nfa, nfa));
    assertThatThrownBy(() -> NfaCodec.read(new BinaryReader(bytes)))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("2 automata");
  }
}
