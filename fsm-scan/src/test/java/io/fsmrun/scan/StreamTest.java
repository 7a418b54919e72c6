package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.RuleChoice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Streams: chunks, many at once, saved and restored, stopped and reset. */
class StreamTest {

  private static final Database DATABASE =
      TestDatabases.of(List.of("ab", "bab", "aaaaaaaab"), List.of("a.?b", "b$", "\\bab\\b", "c*"));

  private static byte[] input(long seed, int length) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) "aaab \nc".charAt(random.nextInt(7));
    }
    return input;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void chunksOfAllSizesAndKinds() {
    SplittableRandom random = new SplittableRandom(7);
    Scanner scanner = DATABASE.newScanner();
    for (int round = 0; round < 60; round++) {
      byte[] input = input(round, random.nextInt(round % 10 == 0 ? 90_000 : 300));
      int largest = 1 + random.nextInt(round % 3 == 0 ? 40_000 : 20);
      List<Match> matches = new ArrayList<>();
      MatchHandler handler = TestDatabases.collector(matches);
      Stream stream = scanner.open();
      for (int at = 0; at < input.length; ) {
        int to = Math.min(input.length, at + random.nextInt(largest + 1));
        assertThat(write(stream, input, at, to, random.nextInt(5), handler)).isTrue();
        at = to;
      }
      assertThat(stream.close(handler)).isTrue();
      assertThat(matches).as("round %s", round).isEqualTo(TestDatabases.matches(DATABASE, input));
    }
  }

  private static boolean write(
      Stream stream, byte[] input, int from, int to, int kind, MatchHandler handler) {
    byte[] copy = Arrays.copyOfRange(input, from, to);
    try (Arena arena = Arena.ofConfined()) {
      return switch (kind) {
        case 0 -> stream.write(input, from, to, handler);
        case 1 -> stream.write(copy, handler);
        case 2 -> stream.write(ByteBuffer.allocateDirect(copy.length).put(copy).flip(), handler);
        case 3 -> {
          MemorySegment outside = arena.allocate(copy.length + 1L).asSlice(0, copy.length);
          outside.copyFrom(MemorySegment.ofArray(copy));
          yield stream.write(outside, handler);
        }
        default -> {
          MemorySegment all = MemorySegment.ofArray(copy);
          int half = copy.length / 2;
          yield stream.writeParts(List.of(all.asSlice(0, half), all.asSlice(half)), handler);
        }
      };
    }
  }

  @Test
  void manyAtOnceSavedAndRestoredBetweenAllWrites() {
    SplittableRandom random = new SplittableRandom(11);
    Scanner[] scanners = {DATABASE.newScanner(), DATABASE.newScanner()};
    int count = 20;
    byte[][] inputs = new byte[count][];
    Stream[] streams = new Stream[count];
    int[] at = new int[count];
    List<List<Match>> matches = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      inputs[i] = input(100 + i, random.nextInt(200));
      streams[i] = scanners[0].open();
      matches.add(new ArrayList<>());
    }
    for (int step = 0; step < 4000; step++) {
      int i = random.nextInt(count);
      int to = Math.min(inputs[i].length, at[i] + random.nextInt(6));
      if (random.nextInt(4) == 0) {
        streams[i].moveTo(scanners[random.nextInt(2)]);
      }
      streams[i].write(inputs[i], at[i], to, TestDatabases.collector(matches.get(i)));
      at[i] = to;
      if (random.nextBoolean()) {
        byte[] saved = streams[i].save();
        assertThat(streams[i].sizeBytes()).isEqualTo(saved.length - 12);
        streams[i] = scanners[random.nextInt(2)].restore(saved);
      }
    }
    for (int i = 0; i < count; i++) {
      streams[i].write(inputs[i], at[i], inputs[i].length, TestDatabases.collector(matches.get(i)));
      streams[i].close(TestDatabases.collector(matches.get(i)));
      assertThat(matches.get(i)).isEqualTo(TestDatabases.matches(DATABASE, inputs[i]));
    }
  }

  @Test
  void damagedStatesAreRefused() {
    Scanner scanner = DATABASE.newScanner();
    Stream stream = scanner.open();
    stream.write(bytes("aaab a"), (rule, start, end, tag) -> true);
    byte[] saved = stream.save();
    for (int i = 0; i < saved.length; i++) {
      byte[] damaged = saved.clone();
      damaged[i]++;
      byte[] cut = Arrays.copyOf(saved, i);
      assertThatExceptionOfType(DamagedDataException.class)
          .isThrownBy(() -> scanner.restore(damaged));
      assertThatExceptionOfType(DamagedDataException.class).isThrownBy(() -> scanner.restore(cut));
    }
    Database other = TestDatabases.of(List.of("ab"), List.of());
    assertThatExceptionOfType(DamagedDataException.class)
        .isThrownBy(() -> other.restore(saved))
        .withMessageContaining("other rules");
    assertThatIllegalArgumentException().isThrownBy(() -> stream.moveTo(other.newScanner()));
  }

  /** The same rules and engines, whose plans give the same reasons, but other windows. */
  @Test
  void statesOfOtherPlansAreRefused() throws InterruptedException {
    Rules rules = Rules.of(List.of("abcdefgh.*xyzw", "stuvwxyz"));
    byte[] text = bytes("abcd".repeat(40_000));
    byte[] otherText = bytes("efghstuv".repeat(20_000));
    Database one = planned(rules, text);
    Database same = planned(rules, text);
    Database other = planned(rules, otherText);
    assertThat(one.plan().choices().stream().map(RuleChoice::engine).toList())
        .isEqualTo(other.plan().choices().stream().map(RuleChoice::engine).toList());
    Stream stream = one.newScanner().open();
    stream.write(bytes("abcdefgh"), (rule, start, end, tag) -> true);
    byte[] saved = stream.save();
    List<Match> matches = new ArrayList<>();
    same.restore(saved).write(bytes("xyzw"), TestDatabases.collector(matches));
    assertThat(matches).hasSize(1);
    assertThatExceptionOfType(DamagedDataException.class).isThrownBy(() -> other.restore(saved));
  }

  private static Database planned(Rules rules, byte[] sample) throws InterruptedException {
    PlanOptions plan = PlanOptions.defaults().withSample(sample);
    return Database.compile(rules, CompileOptions.defaults().withPlan(plan), (x, y) -> {});
  }

  /** States that someone made, with the right fingerprint and checksum. */
  @Test
  void hostileStatesAreRefusedOrHarmless() {
    Scanner scanner = DATABASE.newScanner();
    Stream stream = scanner.open();
    stream.write(bytes("xaaab ab"), (rule, start, end, tag) -> true);
    byte[] state = SavedStream.open(stream.save(), DATABASE.fingerprint());
    SplittableRandom random = new SplittableRandom(5);
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] hostile = Arrays.copyOf(state, state.length + random.nextInt(3) - 1);
      hostile[random.nextInt(hostile.length)] = (byte) random.nextInt(256);
      hostile[random.nextInt(hostile.length)] = (byte) random.nextInt(256);
      try {
        Stream restored = scanner.restore(SavedStream.close(hostile, DATABASE.fingerprint()));
        restored.close((rule, start, end, tag) -> true);
      } catch (DamagedDataException e) {
        refused++;
      } catch (AssertionError e) {
        // The literal engine of the tests has noticed that its history is not what it saw.
        assertThat(e).hasMessageContaining("history");
      }
    }
    assertThat(refused).isGreaterThan(1000);
    assertThat(scanner.count(bytes("ab"))).isPositive();
  }

  @Test
  void stoppedStreamsTellNoMore() {
    Scanner scanner = DATABASE.newScanner();
    Stream stream = scanner.open();
    assertThat(stream.write(bytes("ab ab ab"), (rule, start, end, tag) -> false)).isFalse();
    Stream restored = scanner.restore(stream.save());
    MatchHandler none =
        (rule, start, end, tag) -> {
          throw new AssertionError("a match after the stop");
        };
    for (Stream stopped : List.of(stream, restored)) {
      assertThat(stopped.write(bytes("ab ab ab"), none)).isFalse();
      assertThat(stopped.close(none)).isFalse();
    }
    stream.reset();
    List<Match> matches = new ArrayList<>();
    stream.write(bytes("ab"), TestDatabases.collector(matches));
    stream.close(TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(TestDatabases.matches(DATABASE, bytes("ab")));
  }

  @Test
  void handlersThatThrowStopTheirStreamOnly() {
    Scanner scanner = DATABASE.newScanner();
    Stream stream = scanner.open();
    Stream other = scanner.open();
    List<Match> matches = new ArrayList<>();
    other.write(bytes("xa"), TestDatabases.collector(matches));
    MatchHandler throwing =
        (rule, start, end, tag) -> {
          throw new UnsupportedOperationException("mine");
        };
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> stream.write(bytes("ab ab ab"), throwing))
        .withMessage("mine");
    assertThat(stream.write(bytes("ab"), throwing)).isFalse();
    other.write(bytes("b"), TestDatabases.collector(matches));
    other.close(TestDatabases.collector(matches));
    assertThat(matches).isEqualTo(TestDatabases.matches(DATABASE, bytes("xab")));
  }

  @Test
  void closedStreamsAreClosedUntilReset() {
    Stream stream = DATABASE.openStream();
    assertThat(stream.sizeBytes()).isZero();
    stream.close((rule, start, end, tag) -> true);
    assertThatIllegalStateException().isThrownBy(() -> stream.write(bytes("a"), null));
    assertThatIllegalStateException().isThrownBy(stream::save);
    stream.reset();
    assertThat(stream.write(bytes("x"), (rule, start, end, tag) -> true)).isTrue();
  }

  /** A million would do too; a tenth tells the bytes of each as well. */
  @Test
  void streamsAreSmall() {
    Database database = TestDatabases.of(List.of("needle", "haystack"), List.of("x\\d+y"));
    Scanner scanner = database.newScanner();
    int count = 100_000;
    Stream[] streams = new Stream[count];
    byte[] chunk = bytes("some of the hay need");
    MatchHandler none = (rule, start, end, tag) -> false;
    long before = usedBytes();
    for (int i = 0; i < count; i++) {
      streams[i] = scanner.open();
      assertThat(streams[i].write(chunk, none)).isTrue();
    }
    long each = (usedBytes() - before) / count;
    assertThat(streams[0].sizeBytes()).isLessThan(64);
    assertThat(each).as("bytes of heap a stream").isLessThan(160);
    int[] found = new int[1];
    for (Stream stream : streams) {
      stream.write(
          bytes("le"),
          (rule, start, end, tag) -> {
            found[0]++;
            return end == 22;
          });
    }
    assertThat(found[0]).isEqualTo(count);
  }

  @SuppressWarnings("System.gc")
  private static long usedBytes() {
    // What the databases of other tests have made in the background is not to come between.
    assertThat(ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES)).isTrue();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
