package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.testkit.RandomAutomata;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** The engine against the reference, however the stream is cut and whatever is switched off. */
class LazyEngineTest {

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void findsWhatTheReferenceFinds(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 6, 12);
    LazyEngine engine = new LazyEngine(automata, Unions.options(random));
    BlockSession session = engine.newSession();
    for (int stream = 0; stream < 2; stream++) {
      byte[] input = Unions.input(random, automata, random.number(0, 150));
      SortedSet<Long> found = new TreeSet<>();
      session.start();
      int[] cuts = random.cuts(0, input.length, random.number(1, 12));
      for (int i = 0; i + 1 < cuts.length; i++) {
        Unions.scan(session, input, cuts[i], cuts[i + 1], found);
        if (random.chance(0.5)) {
          session = moved(session, engine, cuts[i + 1]);
        }
      }
      Unions.finish(session, input, found);
      assertThat(found).as("seed %d", seed).isEqualTo(Unions.expected(automata, input));
    }
  }

  private static BlockSession moved(BlockSession session, LazyEngine engine, long position) {
    BinaryWriter out = new BinaryWriter();
    session.save(out);
    BlockSession other = engine.newSession();
    BinaryReader in = new BinaryReader(out.toByteArray());
    other.restore(in, position);
    in.expectEnd();
    return other;
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void longBlocksAreCutIntoLanes(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 3, 6);
    byte[] input = Unions.input(random, automata, random.number(4000, 9000));
    LazyOptions options = Unions.options(random).withLanes(true);
    LazySession session = new LazyEngine(automata, options).newSession();
    SortedSet<Long> expected = Unions.expected(automata, input);
    for (int again = 0; again < 2; again++) {
      assertThat(Unions.scanWhole(session, input)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void comesBackAsWrittenOrIsRefused(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 4, 8);
    LazyEngine engine = new LazyEngine(automata, Unions.options(random));
    BinaryWriter out = new BinaryWriter();
    engine.write(out);
    byte[] bytes = out.toByteArray();
    LazyEngine read = LazyEngine.read(LazyEngine.NAME, new BinaryReader(bytes), 5);
    byte[] input = Unions.input(random, automata, 80);
    assertThat(Unions.scanWhole(read.newSession(), input))
        .isEqualTo(Unions.expected(automata, input));
    for (int i = 0; i < bytes.length; i++) {
      byte[] bad = bytes.clone();
      bad[i] ^= (byte) random.number(1, 255);
      readOrRefuse(bad, input);
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> LazyEngine.read(LazyEngine.NAME, new BinaryReader(cut), 5))
          .isInstanceOf(DamagedDataException.class);
    }
  }

  private static void readOrRefuse(byte[] bytes, byte[] input) {
    LazyEngine engine;
    try {
      engine = LazyEngine.read(LazyEngine.NAME, new BinaryReader(bytes), 5);
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("at byte");
      return;
    }
    for (long report : Unions.scanWhole(engine.newSession(), input)) {
      assertThat(report & 0xfffff).isLessThan(5);
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void damagedStatesAreRefused(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleAutomaton> automata = Unions.random(random, 4, 10);
    LazyEngine engine = new LazyEngine(automata, Unions.options(random));
    BlockSession session = engine.newSession();
    byte[] input = Unions.input(random, automata, 30);
    Unions.scan(session, input, 0, 30, new TreeSet<>());
    BinaryWriter out = new BinaryWriter();
    session.save(out);
    byte[] bytes = out.toByteArray();
    for (int i = 0; i < bytes.length; i++) {
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> session.restore(new BinaryReader(cut), 30))
          .isInstanceOf(DamagedDataException.class);
      byte[] bad = bytes.clone();
      bad[i] ^= (byte) random.number(1, 255);
      try {
        session.restore(new BinaryReader(bad), 30);
      } catch (DamagedDataException e) {
        assertThat(e).hasMessageContaining("at byte");
      }
      Unions.scan(session, input, 0, 30, new TreeSet<>());
    }
    // The session is as good as before.
    assertThat(Unions.scanWhole(session, input)).isEqualTo(Unions.expected(automata, input));
  }

  @Test
  void reportsBackOnlyIfSomeRuleReportsLate() {
    for (int flags = 1; flags < 16; flags++) {
      NfaBuilder builder = new NfaBuilder();
      int state = builder.addState(SymbolSet.ALL);
      builder.setAlwaysEnabled(state);
      builder.addFlags(state, flags);
      LazyEngine engine = LazyEngine.of(List.of(new RuleAutomaton(0, builder.build())));
      assertThat(engine.reportsBack()).isEqualTo(ReportFlags.canonical(flags) != ReportFlags.HERE);
    }
  }

  @Test
  void whatIsAnchoredCostsNothingOnceItFailed() {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(SymbolSet.of('x'));
    builder.addEdge(Nfa.START, state);
    builder.addFlags(state, ReportFlags.HERE);
    LazyEngine engine = LazyEngine.of(List.of(new RuleAutomaton(0, builder.build())));
    LazySession session = engine.newSession();
    byte[] input = new byte[1 << 20];
    input[0] = 'x';
    assertThat(Unions.scanWhole(session, input)).containsExactly(Unions.report(0, 1));
    LazyStatistics statistics = session.statistics();
    assertThat(statistics.tableSymbols() + statistics.directSymbols()).isEqualTo(2);
  }

  /**
   * A file cannot have sessions take a gigabyte, nor does an engine with a large cache get lost.
   */
  @Test
  void cachesOfFilesAreNoLargerThanUsual() {
    int usual = LazyOptions.defaults().cacheBytes();
    LazyOptions large = LazyOptions.defaults().withCacheBytes(LazyOptions.MOST_CACHE_BYTES);
    BinaryWriter written = new BinaryWriter();
    new LazyEngine(List.of(), large).write(written);
    BinaryReader in = new BinaryReader(written.toByteArray());
    assertThat(in.readInt(Integer.MAX_VALUE, "the size of the cache")).isEqualTo(usual);
    BinaryWriter hostile = new BinaryWriter();
    hostile.writeInt(usual + 1);
    while (in.remaining() > 0) {
      hostile.writeByte(in.readByte());
    }
    assertThat(LazyEngine.read(LazyEngine.NAME, new BinaryReader(written.toByteArray()), 5).name())
        .isEqualTo(LazyEngine.NAME);
    assertThatThrownBy(
            () -> LazyEngine.read(LazyEngine.NAME, new BinaryReader(hostile.toByteArray()), 5))
        .isInstanceOf(DamagedDataException.class)
        .hasMessageContaining("the size of the cache");
  }

  @Test
  void noRulesFindNothing() {
    LazyEngine engine = LazyEngine.of(List.of());
    assertThat(Unions.scanWhole(engine.newSession(), new byte[10_000])).isEmpty();
    assertThat(engine.historyBytes()).isZero();
  }
}
