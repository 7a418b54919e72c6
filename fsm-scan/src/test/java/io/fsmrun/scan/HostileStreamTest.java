package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** States of streams, under right fingerprints and checksums, that no stream was saved as. */
class HostileStreamTest {

  /** What restoring a state and going on with it may allocate. */
  private static final long MOST_BYTES = 64L << 20;

  private static final long MOST_NANOS = 10_000_000_000L;
  private static final MatchHandler ALL = (rule, start, end, tag) -> true;
  private static final byte[] INPUT = EveryEngine.input(2, 3000);
  private static final Database DATABASE;
  private static final List<Match> MATCHES;

  static {
    try {
      DATABASE = EveryEngine.database();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    MATCHES = TestDatabases.matches(DATABASE, INPUT);
  }

  private final Scanner scanner = DATABASE.newScanner();

  /** Positions near the greatest number would overflow, and the scanner could not go on. */
  @Test
  void streamsAreNotLongerThanAnyCanBe() {
    for (long position : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 100, (1L << 62) + 1}) {
      assertThatExceptionOfType(DamagedDataException.class)
          .isThrownBy(() -> scanner.restore(at(position)))
          .withMessageContaining("a stream of " + position + " bytes");
    }
    Stream far = scanner.restore(at(1L << 61));
    assertThat(far.write(INPUT, ALL)).isTrue();
    far = scanner.restore(far.save());
    assertThat(far.close(ALL)).isTrue();
    checkScanner(new SplittableRandom(1), 1);
  }

  /** The state of a stream, moved to a position. */
  private byte[] at(long position) {
    Stream stream = scanner.open();
    stream.write(INPUT, ALL);
    BinaryReader state = new BinaryReader(SavedStream.open(stream.save(), DATABASE.fingerprint()));
    state.readLong();
    BinaryWriter moved = new BinaryWriter();
    moved.writeLong(position);
    while (state.remaining() > 0) {
      moved.writeByte(state.readByte());
    }
    return SavedStream.close(moved.toByteArray(), DATABASE.fingerprint());
  }

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void mutatedStatesAreRefusedOrHarmless(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    mutateAndGoOn(scanner, INPUT, random, seed);
    checkScanner(random, seed);
  }

  /** Other rules have other things to remember. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void mutatedStatesOfOtherRules(@ForAll long seed) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    Database database = EveryEngine.small(seed);
    byte[] input = RandomScans.input(new Random(seed), 1200);
    List<Match> expected = TestDatabases.matches(database, input);
    Scanner other = database.newScanner();
    for (int round = 0; round < 6; round++) {
      mutateAndGoOn(other, input, random, seed);
    }
    List<Match> matches = new ArrayList<>();
    other.scan(input, TestDatabases.collector(matches));
    assertThat(matches).as("seed %d", seed).isEqualTo(expected);
  }

  private static void mutateAndGoOn(
      Scanner scanner, byte[] input, SplittableRandom random, long seed) {
    int cut = 1 + random.nextInt(random.nextBoolean() ? 60 : input.length - 1);
    Stream stream = scanner.open();
    stream.write(input, 0, cut, ALL);
    long fingerprint = scanner.database().fingerprint();
    byte[] state = SavedStream.open(stream.save(), fingerprint);
    byte[] hostile = SavedStream.close(new Mutations(random).of(state), fingerprint);
    long before = Allocation.bytes();
    long start = System.nanoTime();
    try {
      Stream restored = restored(scanner, hostile);
      if (restored != null) {
        goOn(scanner, restored, input, random);
      }
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed, e);
    }
    assertThat(Allocation.bytes() - before).as("seed %d", seed).isLessThan(MOST_BYTES);
    assertThat(System.nanoTime() - start).as("seed %d", seed).isLessThan(MOST_NANOS);
  }

  /** Null if it is refused. */
  private static Stream restored(Scanner scanner, byte[] saved) {
    try {
      return scanner.restore(saved);
    } catch (DamagedDataException e) {
      return null;
    }
  }

  private static void goOn(Scanner scanner, Stream stream, byte[] input, SplittableRandom random) {
    Stream current = stream;
    for (int at = 0; at < 900; ) {
      int to = at + 1 + random.nextInt(200);
      current.write(input, at, to, ALL);
      if (random.nextBoolean()) {
        current = scanner.restore(current.save());
      }
      at = to;
    }
    current.close(ALL);
  }

  /** Whatever it was given before, a scanner finds what it should. */
  private void checkScanner(SplittableRandom random, long seed) {
    List<Match> matches = new ArrayList<>();
    if (random.nextBoolean()) {
      scanner.scan(INPUT, TestDatabases.collector(matches));
    } else {
      Stream stream = scanner.open();
      int cut = random.nextInt(INPUT.length);
      stream.write(INPUT, 0, cut, TestDatabases.collector(matches));
      stream.write(INPUT, cut, INPUT.length, TestDatabases.collector(matches));
      stream.close(TestDatabases.collector(matches));
    }
    assertThat(matches).as("seed %d", seed).isEqualTo(MATCHES);
  }
}
