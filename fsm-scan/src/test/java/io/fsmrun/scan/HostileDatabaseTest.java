package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.bytes.ByteRunEngine;
import io.fsmrun.cpu.bytes.ByteSetEngine;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.filter.SwitchingSessions;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.token.SwitchingTokens;
import io.fsmrun.cpu.token.TokenEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * Files under right checksums that no program wrote: refused, or a database that scans without
 * harm, in little time and memory.
 */
class HostileDatabaseTest {

  /** What loading a file of some kilobytes, and scanning a little, may allocate. */
  private static final long MOST_BYTES = 256L << 20;

  private static final long MOST_NANOS = 10_000_000_000L;
  private static final Database DATABASE;
  private static final FileSections SECTIONS;
  private static final byte[] INPUT = EveryEngine.input(1, 2000);

  static {
    try {
      DATABASE = EveryEngine.database();
      SECTIONS = new FileSections(DATABASE);
    } catch (InterruptedException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Database load(FileSections sections) throws UnusableDatabaseException {
    return Database.load(MemorySegment.ofArray(sections.file()));
  }

  @Test
  void everyEngineIsThereAndComesBack() throws IOException {
    assertThat(DATABASE.engines().stream().map(BlockEngine::name))
        .containsExactlyInAnyOrder(
            ByteSetEngine.NAME,
            ByteRunEngine.NAME,
            FilterEngine.BY_WINDOWS,
            FilterEngine.BY_CLASSES,
            TokenEngine.NAME,
            ShiftEngine.NAME,
            LazyEngine.NAME,
            StartEngine.NAME);
    List<Match> matches = TestDatabases.matches(DATABASE, INPUT);
    assertThat(matches.stream().mapToInt(Match::ruleId).distinct().count()).isGreaterThan(15);
    assertThat(TestDatabases.matches(load(SECTIONS), INPUT)).isEqualTo(matches);
  }

  @Test
  void enginesAreThereOnce() {
    for (int i = DatabaseFormat.PLAN; i < SECTIONS.count(); i++) {
      FileSections twice = SECTIONS.copy();
      twice.repeat(i);
      assertThatExceptionOfType(UnusableDatabaseException.class)
          .isThrownBy(() -> load(twice))
          .withMessageContaining("a second engine named");
    }
  }

  /** Both names are read by one reader. */
  @Test
  void enginesAreWhatTheyAreNamed() {
    FileSections swapped = SECTIONS.copy();
    int windows = section(FilterEngine.BY_WINDOWS);
    int classes = section(FilterEngine.BY_CLASSES);
    byte[] bytes = SECTIONS.get(windows);
    swapped.set(classes, renamed(bytes, SECTIONS.get(classes)));
    swapped.remove(windows);
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> load(swapped))
        .withMessageContaining("an engine named literal-filter in the place of class-index");
  }

  private static int section(String engine) {
    for (int i = DatabaseFormat.PLAN; ; i++) {
      if (new BinaryReader(SECTIONS.get(i)).readText().equals(engine)) {
        return i;
      }
    }
  }

  /** A tail of 16,000 states that 3,000 chains name would be 96 million states and edges. */
  @Test
  void automataAreNotMultiplied() {
    FileSections hostile = SECTIONS.copy();
    hostile.set(section(FilterEngine.BY_WINDOWS), HostileChains.section(16_000, 3000));
    int length = hostile.file().length;
    assertThat(length).isLessThan(200_000);
    long before = Allocation.bytes();
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> load(hostile))
        .withMessageContaining("states and edges of heads and tails that chains share")
        .withMessageContaining("compile the rules again");
    assertThat(Allocation.bytes() - before).isLessThan(200L * length);
    hostile.set(section(FilterEngine.BY_WINDOWS), HostileChains.section(16, 3000));
    assertThatNoException().isThrownBy(() -> load(hostile));
  }

  /**
   * The same rest behind many branches is an automaton for each: what is refused of those that are
   * shared is never planned.
   */
  @Test
  void plannedChainsShareNothing() throws IOException, InterruptedException {
    StringBuilder rule = new StringBuilder("/(");
    for (char branch = 'A'; branch < 'Y'; branch++) {
      rule.append(branch).append("QKZ").append(branch).append("[^\\n]*|");
    }
    rule.setCharAt(rule.length() - 1, ')');
    Database database = Database.compile(rule.append("(ab|cd){60}xy/").toString());
    assertThat(database.plan().choices().toString()).contains("24 branches, then 24 automata");
    BinaryReader in = new BinaryReader(new FileSections(database).get(DatabaseFormat.PLAN));
    assertThat(in.readText()).isEqualTo(FilterEngine.BY_WINDOWS);
    in.readByte();
    in.readByte();
    NfaCodec.readSet(in);
    for (int sets = in.readCount("symbol sets"); sets > 0; sets--) {
      NfaCodec.readSet(in);
    }
    assertThat(NfaCodec.readAll(in)).hasSize(24);
  }

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void mutatedFilesAreRefusedOrHarmless(@ForAll long seed)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    boolean small = random.nextBoolean();
    FileSections hostile =
        small ? new FileSections(EveryEngine.small(random.nextLong())) : SECTIONS.copy();
    byte[] input = small ? RandomScans.input(new Random(seed), 600) : INPUT;
    mutate(hostile, random);
    long before = Allocation.bytes();
    long start = System.nanoTime();
    try {
      Database database = load(hostile);
      scan(database, input, random);
    } catch (UnusableDatabaseException e) {
      assertThat(e).hasMessageContaining("compile the rules again");
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(Allocation.bytes() - before).as("seed %d", seed).isLessThan(MOST_BYTES);
    assertThat(System.nanoTime() - start).as("seed %d", seed).isLessThan(MOST_NANOS);
  }

  /** Whole, and in pieces with the stream saved between them. */
  private static void scan(Database database, byte[] input, SplittableRandom random) {
    Scanner scanner = database.newScanner();
    scanner.scan(input, (rule, start, end, tag) -> true);
    MatchHandler handler = (rule, start, end, tag) -> true;
    Stream stream = scanner.open();
    for (int at = 0; at < input.length; ) {
      int to = Math.min(input.length, at + 1 + random.nextInt(300));
      stream.write(input, at, to, handler);
      stream = scanner.restore(stream.save());
      at = to;
    }
    stream.close(handler);
    for (BlockEngine engine : database.engines()) {
      scan(engine, input, random);
    }
  }

  /** By turns in the ways that a session has, whatever they cost. */
  private static void scan(BlockEngine engine, byte[] input, SplittableRandom random) {
    BlockSession session = session(engine, random);
    ReportBuffer reports = new ReportBuffer();
    session.start();
    for (int at = 0; at < input.length; ) {
      int to = Math.min(input.length, at + 1 + random.nextInt(200));
      reports.startBlock(at);
      session.scan(input, at, to, at, reports);
      at = to;
      if (random.nextInt(4) == 0) {
        BinaryWriter state = new BinaryWriter();
        session.save(state);
        session = session(engine, random);
        session.start();
        session.restore(new BinaryReader(state.toByteArray()), at);
      }
    }
    reports.startBlock(input.length);
    session.finish(input, input.length, input.length, reports);
  }

  private static BlockSession session(BlockEngine engine, SplittableRandom random) {
    Random coins = new Random(random.nextLong());
    if (engine instanceof FilterEngine filter && SwitchingSessions.canSwitch(filter)) {
      return SwitchingSessions.of(filter, coins);
    }
    return engine instanceof TokenEngine tokens && SwitchingTokens.canSwitch(tokens)
        ? SwitchingTokens.of(tokens, coins)
        : engine.newSession();
  }

  private static void mutate(FileSections file, SplittableRandom random) {
    int count = file.count();
    // Engines are most of what there is to be read.
    int at = random.nextInt(8) == 0 ? random.nextInt(count) : 3 + random.nextInt(count - 3);
    int other = random.nextInt(count);
    byte[] bytes = file.get(at);
    switch (random.nextInt(16)) {
      case 0 -> {
        file.set(at, file.get(other));
        file.set(other, bytes);
      }
      case 1 -> file.set(at, renamed(bytes, file.get(other)));
      case 2 -> file.remove(at);
      case 3 -> file.repeat(at);
      default -> file.set(at, new Mutations(random).of(bytes));
    }
  }

  /** An engine's section with the name of another. */
  private static byte[] renamed(byte[] bytes, byte[] other) {
    int length = Math.min(other.length, 1 + other[0] % 32);
    int start = Math.min(bytes.length, 1 + bytes[0]);
    byte[] named = new byte[length + bytes.length - start];
    System.arraycopy(other, 0, named, 0, length);
    System.arraycopy(bytes, start, named, length, bytes.length - start);
    return named;
  }
}
