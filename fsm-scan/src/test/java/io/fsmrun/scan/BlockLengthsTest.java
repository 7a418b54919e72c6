package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.scan.plan.Plan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockLengthsTest {

  private static final int RULES = 2_000;
  private static final byte MATCHED = 'a';

  @Test
  void blocksOfFewReportsDoubleUpToTheLargest() {
    BlockLengths lengths = new BlockLengths(100);

    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      seen.add(lengths.next());
      lengths.scanned(lengths.next(), lengths.next());
    }

    assertThat(seen)
        .containsExactly(1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, 1 << 16);
  }

  @Test
  void manyReportsShortenTheNextBlockToWhatBringsOneMillion() {
    BlockLengths lengths = new BlockLengths(100);
    lengths.scanned(1 << 16, 1 << 22);

    for (int i = 0; i < 10; i++) {
      lengths.scanned(lengths.next(), 0);
    }

    assertThat(lengths.next()).isEqualTo(1 << 14);
    assertThat(lengths.longest()).isEqualTo(1 << 14);
    lengths.start();
    assertThat(lengths.next()).isEqualTo(1 << 10);
  }

  @Test
  void longBlocksComeBackAfterALongCalmStretchOnly() {
    BlockLengths lengths = new BlockLengths(100);
    lengths.scanned(1 << 16, 1 << 26);
    int least = lengths.longest();

    long bytes = 0;
    while (lengths.longest() < lengths.largest()) {
      bytes += lengths.next();
      lengths.scanned(lengths.next(), 3);
    }

    assertThat(least).isEqualTo(1 << 10);
    assertThat(bytes).isBetween(1L << 19, 1L << 21);
  }

  @Test
  void lengthsStayWhereTwiceAsMuchWouldBeTooMuch() {
    BlockLengths lengths = new BlockLengths(100);
    lengths.scanned(1 << 16, 1 << 22);

    for (int i = 0; i < 1_000; i++) {
      lengths.scanned(1 << 14, 3 << 18);
    }

    assertThat(lengths.longest()).isEqualTo(1 << 14);
  }

  @Test
  void blocksKeepTheLeastLengthWhateverTheyBring() {
    BlockLengths lengths = new BlockLengths(1_000_000);
    for (int i = 0; i < 10; i++) {
      lengths.scanned(lengths.next(), Integer.MAX_VALUE);
    }

    assertThat(lengths.next()).isEqualTo(1 << 6);
  }

  @Test
  void aScanOfNothingButReportsHoldsFewOfThem() {
    Watched watched = new Watched();
    Scanner scanner = database(watched).newScanner();
    byte[] input = new byte[30_000];
    Arrays.fill(input, MATCHED);

    assertThat(scanner.count(input)).isEqualTo((long) input.length * RULES);
    // Without shorter blocks 30 million are held together, in memory for 33 million.
    assertThat(watched.mostReports).isLessThan(1 << 22);
    assertThat(watched.mostRoom).isLessThanOrEqualTo(1 << 22);
    assertThat(scanner.count(Arrays.copyOf(input, 8_000))).isEqualTo(8_000L * RULES);
    assertThat(watched.mostReports).isLessThan(1 << 22);
  }

  @Test
  void aSuddenBurstGivesItsMemoryBack() {
    Watched watched = new Watched();
    Scanner scanner = database(watched).newScanner();
    byte[] input = new byte[100_000];
    Arrays.fill(input, 63_000, 80_000, MATCHED);

    assertThat(scanner.count(input)).isEqualTo(17_000L * RULES);
    assertThat(watched.mostReports).isBetween(1 << 23, 1 << 26);
    assertThat(watched.lastRoom).isLessThanOrEqualTo(1 << 22);
  }

  @Test
  void threadsHoldFewReportsToo() throws InterruptedException {
    Watched watched = new Watched();
    byte[] input = new byte[60_000];
    Arrays.fill(input, MATCHED);
    ParallelOptions options = new ParallelOptions(2, 1 << 14, 1 << 9, 1 << 14);
    long[] count = {0};

    try (ParallelScanner scanner = ParallelScanner.of(database(watched), options)) {
      scanner.scan(
          input,
          (rule, start, end, tag) -> {
            count[0]++;
            return true;
          });
    }

    assertThat(count[0]).isEqualTo((long) input.length * RULES);
    assertThat(watched.mostReports).isLessThan(SegmentRecord.MOST_REPORTS + (1 << 22));
  }

  private static Database database(BlockEngine engine) {
    List<RuleInfo> rules = new ArrayList<>();
    for (int i = 0; i < RULES; i++) {
      rules.add(new RuleInfo(i, "a", "", RuleOptions.DEFAULT));
    }
    RuleTable table = new RuleTable(rules);
    Plan plan = new Plan(List.of(engine), Collections.emptyList(), List.of());
    return new Database(
        table, List.of(), plan, List.of(engine), Fingerprint.of(table, plan, List.of(engine)));
  }

  /** Reports every rule at every byte of one kind, and watches what the buffer has to hold. */
  private static final class Watched implements BlockEngine {

    private final int[] all = new int[RULES];

    private int mostReports;
    private int mostRoom;
    private int lastRoom;

    Watched() {
      Arrays.setAll(all, i -> i);
    }

    @Override
    public String name() {
      return "watched-for-tests";
    }

    @Override
    public int historyBytes() {
      return 0;
    }

    @Override
    public boolean reportsBack() {
      return false;
    }

    @Override
    public void write(BinaryWriter out) {}

    private synchronized void watch(ReportBuffer reports) {
      mostReports = Math.max(mostReports, reports.size());
      lastRoom = reports.capacity();
      mostRoom = Math.max(mostRoom, lastRoom);
    }

    @Override
    public BlockSession newSession() {
      return new BlockSession() {
        @Override
        public void start() {}

        @Override
        public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
          for (int i = from; i < to; i++) {
            if (input[i] == MATCHED) {
              reports.addAll(all, position + (i - from) + 1);
            }
          }
          watch(reports);
        }

        @Override
        public void finish(byte[] input, int to, long position, ReportBuffer reports) {}

        @Override
        public void save(BinaryWriter state) {}

        @Override
        public void restore(BinaryReader state, long position) {}
      };
    }
  }

  @Test
  void whatIsLeftIsOneBlockIfItIsNoMoreThanTheNext() {
    BlockLengths lengths = new BlockLengths(1);
    assertThat(lengths.next(1)).isEqualTo(1);
    assertThat(lengths.next(2_048)).isEqualTo(2_048);
    assertThat(lengths.next(2_049)).isEqualTo(1_024);
  }

  /** However short the rest, no block is longer than its reports allow. */
  @Test
  void whatIsLeftMakesNoBlockTooLong() {
    BlockLengths lengths = new BlockLengths(1);
    lengths.scanned(1_024, Integer.MAX_VALUE);
    int longest = lengths.longest();
    assertThat(lengths.next(longest)).isEqualTo(longest);
    assertThat(lengths.next(longest + 1)).isEqualTo(longest);
  }
}
