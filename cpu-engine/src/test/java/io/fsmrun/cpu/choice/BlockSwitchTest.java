package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Blocks of a stream go to one technique or the other, each once, with the state. */
final class BlockSwitchTest {

  private static final byte[] INPUT = new byte[1 << 16];

  private boolean prefersAutomaton;
  private long idleNanos = -1;
  private boolean trying;
  private int part = Integer.MAX_VALUE;
  private boolean gaveUp;
  private boolean givesUp;
  private boolean ahead;
  private long saidBytes;
  private int measured;
  private int measuredBefore = -1;
  private int blocks;
  private long searchedBytes;
  private boolean saidLearning;
  private long owed;
  private long owedMore;
  private long putOff;
  private long saidNanos;
  private boolean asksWhetherInputRepeats;
  private int saidRepeats;
  private boolean asksWhetherInputRecurs;
  private long saidPeriod;
  private long owedWhenRun = -1;
  private long runBytes;
  private long saidSettled;
  private int settles;
  private int probeEnds;
  private int followed;
  private long standsAt = -1;
  private boolean runsWhenSettled = true;
  private long searchNanos;

  private final TechniqueChoice choice =
      new TechniqueChoice() {
        @Override
        public boolean prefersAutomaton() {
          return prefersAutomaton || measured == measuredBefore;
        }

        @Override
        public boolean isTrying() {
          return trying;
        }

        @Override
        public boolean isProbing() {
          return measured < probeEnds;
        }

        @Override
        public int partBytes() {
          return part;
        }

        @Override
        public void idle(long nanos) {
          idleNanos = nanos;
        }

        @Override
        public void searched(int bytes, long nanos, boolean learning) {
          saidLearning = learning;
          saidNanos = nanos;
          measured++;
          saidBytes += bytes;
        }

        @Override
        public boolean asksWhetherInputRepeats() {
          return asksWhetherInputRepeats;
        }

        @Override
        public void inputRepeats() {
          saidRepeats++;
        }

        @Override
        public boolean asksWhetherInputRecurs() {
          return asksWhetherInputRecurs;
        }

        @Override
        public void inputRecurs(long period) {
          saidPeriod = period;
        }

        @Override
        public void putOff(long nanos) {
          putOff = nanos;
        }

        @Override
        public boolean settled(long before, long nanos) {
          saidSettled += before;
          return runsWhenSettled;
        }

        @Override
        public void handedOver(long nanos) {}

        @Override
        public void followed(long nanos) {
          followed++;
        }

        @Override
        public boolean goesOn(int bytes, long nanos) {
          return !givesUp;
        }

        @Override
        public void ran(int bytes, long nanos, boolean whole) {
          measured++;
          saidBytes += whole ? bytes : 0;
        }
      };

  private final BlockSwitch blockSwitch =
      new BlockSwitch(
          choice,
          new BlockSwitch.Techniques() {
            @Override
            public boolean runAutomaton(
                byte[] input,
                int from,
                int to,
                long position,
                ReportBuffer out,
                IntPredicate goesOn) {
              if (!goesOn.test(0)) {
                gaveUp = true;
                return false;
              }
              ahead = true;
              owedWhenRun = owed;
              runBytes += to - from;
              return true;
            }

            @Override
            public boolean stands(long position) {
              return position == standsAt;
            }

            @Override
            public void follow(
                byte[] input, int from, int to, long position, BooleanSupplier goesOn) {
              assertThat(position).isEqualTo(standsAt);
              assertThat(searchedBytes).isEqualTo(position + (to - from));
              standsAt = goesOn.getAsBoolean() ? position + (to - from) : -1;
            }

            @Override
            public boolean takeState() {
              boolean was = ahead;
              ahead = false;
              return was;
            }

            @Override
            public void search(byte[] input, int from, int to, long position, ReportBuffer out) {
              assertThat(ahead).isFalse();
              searchedBytes += to - from;
              owed += owedMore;
              for (long end = System.nanoTime() + searchNanos; System.nanoTime() < end; ) {
                Thread.onSpinWait();
              }
            }

            @Override
            public long owedNanos() {
              return owed;
            }

            @Override
            public void settle() {
              settles++;
              owed = 0;
            }

            @Override
            public boolean isLearning() {
              return searchedBytes < 4_000;
            }
          });

  private void scan(int count, int length) {
    ReportBuffer out = new ReportBuffer();
    for (int i = 0; i < count; i++) {
      blockSwitch.scan(INPUT, 0, length, (long) blocks++ * length, out);
    }
  }

  @Test
  void thatTheInputRepeatsIsSaidIfThatIsAskedFor() {
    scan(1, 2_048);
    assertThat(saidRepeats).isZero();
    asksWhetherInputRepeats = true;
    trying = true;
    scan(1, 2_048);
    assertThat(saidRepeats).isOne();
    scan(1, Repetition.BYTES - 1);
    assertThat(saidRepeats).isOne();
  }

  @Test
  void ofALongBlockWhatComesNextIsLookedAt() {
    byte[] input = new byte[4_096];
    new Random(0x5EED_0512L).nextBytes(input);
    part = 256;
    asksWhetherInputRepeats = true;
    trying = true;
    blockSwitch.scan(input, 0, 4_096, 0, new ReportBuffer());
    assertThat(saidRepeats).isZero();
    Arrays.fill(input, 1_024, 2_048, (byte) 'a');
    blockSwitch.scan(input, 0, 4_096, 0, new ReportBuffer());
    // The 512 bytes behind 1,024, 1,280 and 1,536 are these.
    assertThat(saidRepeats).isEqualTo(3);
  }

  @Test
  void thatATextComesAgainIsSaidIfThatIsAskedFor() {
    byte[] text = new byte[10 * Recurrence.STRETCH];
    new Random(0x5EED_0514L).nextBytes(text);
    for (int time = 0; time < 4; time++) {
      blockSwitch.scan(text, 0, text.length, 0, new ReportBuffer());
    }
    assertThat(saidPeriod).isZero();
    asksWhetherInputRecurs = true;
    blockSwitch.scan(text, 0, text.length, 0, new ReportBuffer());
    assertThat(saidPeriod).isZero();
    blockSwitch.scan(text, 0, text.length, 0, new ReportBuffer());
    assertThat(saidPeriod).isEqualTo(text.length);
  }

  @Test
  void aShortBlockThatIsMeasuredStandsForThoseBefore() {
    searchNanos = 10_000;
    scan(10_000, 64);
    assertThat(searchedBytes).isEqualTo(640_000);
    assertThat(measured).isBetween(10_000 * 64 / 1_200, 10_000 * 64 / 512);
    assertThat(saidBytes).isBetween(640_000L - 1_024, 640_000L);
  }

  /** Four times as long ones are short where they take next to no time. */
  @Test
  void wherePartsTakeLittleTimeFewAreMeasured() {
    scan(20_000, 500);
    assertThat(searchedBytes).isEqualTo(10_000_000);
    // It would be 10,000 if they took long.
    assertThat(measured).isBetween(10_000_000 / 4_600, 6_000);
    assertThat(saidBytes).isBetween(10_000_000L - 4_600, 10_000_000L);
  }

  @Test
  void longBlocksAreMeasuredAll() {
    searchNanos = 10_000;
    scan(100, 512);
    assertThat(measured).isEqualTo(100);
    searchNanos = 0;
    scan(100, 2_048);
    assertThat(measured).isEqualTo(200);
  }

  @Test
  void whatIsPutOffIsACostOfSearching() {
    owedMore = 1_000_000_000;
    scan(1, 2_048);
    assertThat(saidNanos).isBetween(1_000_000_000L, 1_100_000_000L);
    scan(1, 2_048);
    assertThat(saidNanos).isBetween(1_000_000_000L, 1_100_000_000L);
    // Some of it is done.
    owedMore = -1_500_000_000;
    scan(1, 2_048);
    assertThat(saidNanos).isEqualTo(1);
    assertThat(owed).isEqualTo(500_000_000);
    assertThat(putOff).isEqualTo(owed);
    prefersAutomaton = true;
    scan(1, 2_048);
    assertThat(owedWhenRun).isZero();
    assertThat(saidSettled).isEqualTo(500_000_000);
  }

  @Test
  void itMaySearchAfterAllWhenWhatWasPutOffIsDone() {
    owedMore = 1_000_000;
    scan(1, 2_048);
    prefersAutomaton = true;
    runsWhenSettled = false;
    scan(1, 2_048);
    assertThat(saidSettled).isEqualTo(1_000_000);
    assertThat(searchedBytes).isEqualTo(4_096);
    assertThat(owed).isEqualTo(1_000_000);
    assertThat(runBytes).isZero();
    // What is not known to cost anything is done all the same, and nothing is asked.
    owed = 0;
    scan(1, 2_048);
    assertThat(settles).isEqualTo(2);
    assertThat(runBytes).isEqualTo(2_048);
  }

  @Test
  void saysWhetherTheSearchLearns() {
    scan(1, 2_048);
    assertThat(saidLearning).isTrue();
    scan(1, 2_048);
    assertThat(saidLearning).isFalse();
  }

  @Test
  void saysHowLongNothingWasScanned() throws InterruptedException {
    scan(1, 2_048);
    assertThat(idleNanos).isEqualTo(-1);
    Thread.sleep(5);
    scan(1, 2_048);
    assertThat(idleNanos).isGreaterThan(4_000_000);
  }

  @Test
  void whileSomethingIsTriedAllAreMeasured() {
    trying = true;
    prefersAutomaton = true;
    scan(1_000, 64);
    assertThat(measured).isEqualTo(1_000);
    assertThat(runBytes).isEqualTo(64_000);
  }

  @Test
  void aLongBlockIsSearchedInParts() {
    part = 1 << 13;
    measuredBefore = 2;
    scan(1, 1 << 16);
    assertThat(searchedBytes).isEqualTo(2 << 13);
    assertThat(runBytes).isEqualTo((1 << 16) - (2 << 13));
    assertThat(saidBytes).isEqualTo(1 << 16);
  }

  @Test
  void noPartIsMuchShorterThanTheOthers() {
    part = 1 << 13;
    scan(1, (5 << 12) - 1);
    assertThat(measured).isEqualTo(2);
    assertThat(searchedBytes).isEqualTo((5 << 12) - 1);
  }

  /** It runs once over what was searched: at the end of a block, and of the probe. */
  @Test
  void theAutomatonFollowsAProbe() {
    standsAt = 0;
    part = 1 << 12;
    trying = true;
    probeEnds = 21;
    scan(1, 1 << 16);
    assertThat(searchedBytes).isEqualTo(1 << 16);
    assertThat(followed).isOne();
    assertThat(standsAt).isEqualTo(1 << 16);
    // Behind the probe it runs from there, and what was put off stays so.
    measuredBefore = probeEnds;
    owed = 1_000;
    scan(1, 1 << 16);
    assertThat(searchedBytes).isEqualTo((1 << 16) + 5 * (1 << 12));
    assertThat(followed).isEqualTo(2);
    assertThat(settles).isZero();
    assertThat(runBytes).isEqualTo((1 << 16) - 5 * (1 << 12));
  }

  @Test
  void whereItIsToGoOnNoLongerTheAutomatonDoesNotFollow() {
    standsAt = 0;
    givesUp = true;
    trying = true;
    probeEnds = 100;
    scan(2, 1 << 16);
    assertThat(followed).isOne();
    assertThat(standsAt).isEqualTo(-1);
    assertThat(searchedBytes).isEqualTo(2 << 16);
  }

  @Test
  void whereSearchingIsBetterTheAutomatonDoesNotFollow() {
    standsAt = 0;
    scan(2, 1 << 16);
    assertThat(followed).isZero();
  }

  @Test
  void shortBlocksStayInTheAutomaton() {
    prefersAutomaton = true;
    scan(1_000, 64);
    assertThat(runBytes).isEqualTo(64_000);
    prefersAutomaton = false;
    scan(1_000, 64);
    assertThat(runBytes + searchedBytes).isEqualTo(128_000);
    assertThat(searchedBytes).isGreaterThan(62_000);
  }

  @Test
  void aBlockThatIsGivenUpIsSearched() {
    prefersAutomaton = true;
    givesUp = true;
    scan(10, 1_000);
    assertThat(gaveUp).isTrue();
    assertThat(searchedBytes).isEqualTo(10_000);
  }

  @Test
  void anEmptyBlockIsSearched() {
    prefersAutomaton = true;
    scan(10, 2_048);
    scan(1, 0);
    assertThat(ahead).isFalse();
    assertThat(measured).isEqualTo(10);
  }
}
