package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Chains that are well-formed, but that no planner makes, as a file may have them: refused, or
 * scanned without harm, however blocks are scanned.
 */
class OddChainsTest {

  private static final int RULES = 4;
  private static final long MOST_NANOS = 10_000_000_000L;

  private final List<Nfa> heads = new ArrayList<>();
  private final List<Nfa> tails = new ArrayList<>();
  private final List<Nfa> besides = new ArrayList<>();

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void areRefusedOrHarmless(@ForAll long seed) {
    Random random = new Random(seed);
    long start = System.nanoTime();
    try {
      scan(FilterEngine.read(new BinaryReader(file(random)), RULES), random);
    } catch (DamagedDataException e) {
      assertThat(e).hasMessageContaining("at byte");
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(System.nanoTime() - start).as("seed %d", seed).isLessThan(MOST_NANOS);
  }

  private byte[] file(Random random) {
    heads.clear();
    tails.clear();
    besides.clear();
    List<Chain> chains = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      try {
        chains.add(chain(random));
      } catch (IllegalArgumentException e) {
        i++; // No chain at all; another one is drawn.
      }
    }
    boolean byClasses = random.nextInt(4) == 0;
    BinaryWriter out = new BinaryWriter();
    out.writeInt(byClasses ? 1 : 0);
    NfaCodec.writeSet(random.nextBoolean() ? SymbolSet.EMPTY : set(random), out);
    ChainCodec.write(chains, out);
    GroupCodec.write(
        groups(new LinkTable(chains, Checkpoint.NONE).factors(), byClasses, random), out);
    return out.toByteArray();
  }

  private Chain chain(Random random) {
    int count = 1 + random.nextInt(4);
    List<List<Factor>> pieces = new ArrayList<>();
    List<Gap> gaps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean onDemand = random.nextInt(3) == 0;
      List<Factor> piece = new ArrayList<>();
      for (int f = 1 + random.nextInt(2); f > 0; f--) {
        piece.add(factor(onDemand, random));
      }
      pieces.add(piece);
      if (i > 0) {
        gaps.add(gap(random));
      }
    }
    Optional<Head> head =
        random.nextInt(3) == 0
            ? Optional.of(new Head(drawn(heads, 6, Kind.HEAD, random), gap(random)))
            : Optional.empty();
    Optional<Nfa> tail =
        random.nextInt(3) == 0
            ? Optional.of(drawn(tails, 12, Kind.TAIL, random))
            : Optional.empty();
    int start = head.isPresent() ? EdgeCondition.ALWAYS : condition(random);
    int end = tail.isPresent() ? EdgeCondition.ALWAYS : condition(random);
    return new Chain(random.nextInt(RULES), start, head, pieces, gaps, tail, end);
  }

  private static int condition(Random random) {
    return random.nextBoolean() ? EdgeCondition.ALWAYS : random.nextInt(EdgeCondition.ALWAYS + 1);
  }

  private Factor factor(boolean onDemand, Random random) {
    List<SymbolSet> string = new ArrayList<>();
    int length = 1 + random.nextInt(random.nextInt(6) == 0 ? 40 : 7);
    boolean oneSet = random.nextInt(4) == 0;
    for (int i = 0; i < length; i++) {
      string.add(oneSet && i > 0 ? string.get(0) : set(random));
    }
    if (onDemand) {
      return Factor.demanded(string);
    }
    Optional<Nfa> before = beside(random);
    Optional<Nfa> after = beside(random);
    // Mostly enough.
    int most = random.nextInt(20) == 0 ? random.nextInt(5) : 4 + random.nextInt(3);
    return new Factor(before, string, after, most, most, false);
  }

  private Optional<Nfa> beside(Random random) {
    return random.nextBoolean()
        ? Optional.empty()
        : Optional.of(drawn(besides, 4, Kind.BESIDE, random));
  }

  private static Gap gap(Random random) {
    int min = random.nextInt(3) == 0 ? random.nextInt(90) : 0;
    int max = random.nextBoolean() ? Gap.UNBOUNDED : min + random.nextInt(70);
    return new Gap(random.nextBoolean() ? SymbolSet.ALL : set(random), min, max);
  }

  private static SymbolSet set(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> SymbolSet.ALL;
      case 1 -> random.nextInt(9) == 0 ? SymbolSet.EMPTY : SymbolSet.of('\n').complement();
      case 2 -> SymbolSet.range('a', 'c');
      default -> SymbolSet.of("abcd\n ".charAt(random.nextInt(6)));
    };
  }

  /** Where an automaton is used: most of those beside strings have no way back. */
  private enum Kind {
    HEAD,
    TAIL,
    BESIDE
  }

  /** Often one that another chain has, too. */
  private static Nfa drawn(List<Nfa> known, int mostStates, Kind kind, Random random) {
    if (!known.isEmpty() && random.nextInt(3) == 0) {
      return known.get(random.nextInt(known.size()));
    }
    if (kind == Kind.TAIL && random.nextInt(3) == 0) {
      known.add(row(random));
      return known.get(known.size() - 1);
    }
    NfaBuilder builder = new NfaBuilder();
    int states = 1 + random.nextInt(mostStates);
    for (int state = 1; state <= states; state++) {
      builder.addState(set(random));
      if (kind == Kind.HEAD && random.nextInt(3) == 0) {
        builder.setAlwaysEnabled(state);
      }
    }
    boolean back = kind != Kind.BESIDE || random.nextInt(20) == 0;
    for (int edge = random.nextInt(3 * states + 1); edge > 0; edge--) {
      int from = random.nextInt(states + 1);
      int to = 1 + random.nextInt(states);
      builder.addEdge(back ? from : Math.min(from, to - 1), to);
    }
    for (int state = 0; state <= states; state++) {
      if (random.nextInt(3) == 0) {
        builder.addFlags(state, kind == Kind.HEAD ? ReportFlags.HERE : random.nextInt(16));
      }
    }
    Nfa nfa = random.nextBoolean() ? builder.build() : builder.buildWhole();
    known.add(nfa);
    return nfa;
  }

  /** Bytes of one set in a row behind the first one, with reports from some number on. */
  private static Nfa row(Random random) {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(set(random));
    builder.addEdge(Nfa.START, state);
    SymbolSet set = set(random);
    int length = 8 + random.nextInt(30);
    int least = 1 + random.nextInt(length);
    for (int i = 1; i <= length; i++) {
      int next = builder.addState(set);
      builder.addEdge(state, next);
      builder.addFlags(next, i < least ? ReportFlags.NONE : ReportFlags.HERE);
      state = next;
    }
    if (random.nextInt(3) == 0) {
      builder.addEdge(state, state);
    }
    return builder.build();
  }

  private static List<FilterPasses.Group> groups(
      List<Factor> factors, boolean byClasses, Random random) {
    WindowChooser chooser = new WindowChooser(factors, ByteModel.prior());
    if (byClasses) {
      return chooser.classes();
    }
    if (random.nextBoolean()) {
      try {
        return chooser.choose();
      } catch (IllegalArgumentException e) {
        // Some string has no window: all are found by bytes.
      }
    }
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int f = 0; f < factors.size(); f++) {
      if (!factors.get(f).onDemand()) {
        int offset = random.nextInt(factors.get(f).string().size());
        places.add(new FilterPasses.Place(f, offset));
      }
    }
    return places.isEmpty()
        ? List.of()
        : List.of(
            new FilterPasses.Group(FilterPasses.Method.BYTES, 1, Stride.EVERY, false, places));
  }

  private static void scan(FilterEngine engine, Random random) {
    byte[] input = new byte[200 + random.nextInt(400)];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "aaabcd\n x".charAt(random.nextInt(9));
    }
    BlockSession session = session(engine, random);
    ReportBuffer reports = new ReportBuffer();
    session.start();
    int kept = 0;
    for (int at = 0; at < input.length; ) {
      // As in a stream, nothing is there but the history and the block.
      int to = Math.min(input.length, at + 1 + random.nextInt(80));
      byte[] block = Arrays.copyOfRange(input, at - kept, to);
      reports.startBlock(at);
      session.scan(block, kept, block.length, at, reports);
      at = to;
      kept = Math.min(at, engine.historyBytes());
      if (random.nextInt(4) == 0) {
        session = moved(session, engine, at, random);
      }
    }
    reports.startBlock(input.length);
    session.finish(input, input.length, input.length, reports);
  }

  /** Another session in the same state, or in one that somebody made of it. */
  private static BlockSession moved(
      BlockSession session, FilterEngine engine, int position, Random random) {
    BinaryWriter saved = new BinaryWriter();
    session.save(saved);
    byte[] state = saved.toByteArray();
    BlockSession other = session(engine, random);
    other.start();
    if (random.nextInt(3) == 0 && state.length > 0) {
      byte[] hostile = state.clone();
      hostile[random.nextInt(state.length)] = (byte) random.nextInt(random.nextBoolean() ? 4 : 256);
      try {
        other.restore(new BinaryReader(hostile), position);
        return other;
      } catch (DamagedDataException e) {
        other.start();
      }
    }
    other.restore(new BinaryReader(state), position);
    return other;
  }

  private static BlockSession session(FilterEngine engine, Random random) {
    return SwitchingSessions.canSwitch(engine)
        ? SwitchingSessions.of(engine, new Random(random.nextLong()))
        : engine.newSession();
  }
}
