package io.fsmrun.cpu.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReportBufferTest {

  private static List<String> contents(ReportBuffer reports) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      all.add(reports.end(i) + " " + reports.rule(i));
    }
    return all;
  }

  private static long[] fullWords() {
    long[] full = new long[64];
    Arrays.fill(full, -1);
    return full;
  }

  /** What is read in stretches, and how many there are. */
  private static List<String> stretches(ReportBuffer reports, int[] count) {
    List<String> all = new ArrayList<>();
    while (reports.nextStretch()) {
      count[0]++;
      assertThat(reports.from()).isLessThan(reports.to());
      if (reports.isOfBits()) {
        all.addAll(slots(reports.bits(), reports.from(), reports.to()));
        continue;
      }
      for (int i = reports.from(); i < reports.to(); i++) {
        all.add(reports.end(i) + " " + reports.rule(i));
      }
    }
    return all;
  }

  /** What is read from bits one by one, which is what is read from them word by word. */
  private static List<String> slots(PlaceBits bits, int from, int to) {
    List<String> all = new ArrayList<>();
    for (int slot = from; slot < to; slot = bits.next(slot + 1)) {
      all.add(bits.end(slot) + " " + bits.rule(slot));
    }
    long[] numbers = bits.numbers(bits.rule(), bits.other());
    List<String> byWord = new ArrayList<>();
    for (int word = from / 64; word * 64 < to; word++) {
      for (long rest = bits.word(word, from, to); rest != 0; rest &= rest - 1) {
        long number = numbers[Long.numberOfTrailingZeros(rest)];
        byWord.add(bits.end(word * 64) + (number >>> 32) + " " + (int) number);
      }
    }
    assertThat(byWord).isEqualTo(all);
    return all;
  }

  private static String text(long report, long position) {
    return position + (report >>> 32) + " " + (int) report;
  }

  /** Adds bits of a rule or two, one time to several, mostly one behind the other. */
  private static void addBits(
      ReportBuffer reports, Random random, long position, Set<Long> expected) {
    int place = random.nextInt(20);
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      long[] words = {random.nextLong(), random.nextLong()};
      long[] others = {random.nextLong(), 0};
      boolean two = random.nextBoolean();
      if (two) {
        reports.addBits(words, others, 2, 1, 2, position + place);
      } else {
        reports.addBits(words, 2, 1, position + place);
      }
      for (int bit = 0; bit < 128; bit++) {
        if ((words[bit / 64] >>> bit & 1) != 0) {
          expected.add((long) bit + place << 32 | 1);
        }
        if (two && (others[bit / 64] >>> bit & 1) != 0) {
          expected.add((long) bit + place << 32 | 2);
        }
      }
      place += random.nextInt(4) == 0 ? 5 : 128;
    }
  }

  /** Adds reports near their places, some twice: as filters do, and now and then farther off. */
  private static void addNear(
      ReportBuffer reports, Random random, long position, Set<Long> expected) {
    int distance = 1 + random.nextInt(40);
    List<Long> near = new ArrayList<>();
    for (int place = 0; near.size() < 600; place += random.nextInt(3)) {
      near.add((long) place << 32 | random.nextInt(3));
    }
    for (int i = 0; i + distance < near.size(); i += 1 + random.nextInt(distance)) {
      Collections.swap(near, i, i + random.nextInt(distance));
    }
    near.forEach(one -> reports.add((int) (long) one, position + (one >>> 32)));
    expected.addAll(near);
  }

  /** Adds stretches that ascend, as engines do: one of many reports, or some, or very many. */
  private static Set<Long> addStretches(ReportBuffer reports, Random random, long position) {
    TreeSet<Long> expected = new TreeSet<>();
    int stretches = random.nextInt(4) == 0 ? 30 : random.nextInt(5);
    int large = random.nextInt(6);
    for (int s = 0; s < stretches; s++) {
      if (random.nextInt(5) == 0) {
        addBits(reports, random, position, expected);
        continue;
      }
      if (s == 0 && random.nextInt(3) == 0) {
        addNear(reports, random, position, expected);
        continue;
      }
      TreeSet<Long> stretch = new TreeSet<>();
      for (int i = s == large ? 1500 : random.nextInt(40); i > 0; i--) {
        stretch.add((long) random.nextInt(s == large ? 700 : 30) << 32 | random.nextInt(3));
      }
      stretch.forEach(one -> reports.add((int) (long) one, position + (one >>> 32)));
      expected.addAll(stretch);
    }
    return expected;
  }

  @Test
  void isReadInOrderEachReportOnce() {
    int[] stretches = new int[1];
    for (int seed = 0; seed < 800; seed++) {
      Random random = new Random(seed);
      ReportBuffer reports = new ReportBuffer();
      reports.startBlock(1000);
      Set<Long> added = addStretches(reports, random, 1000);
      List<String> expected = added.stream().map(one -> text(one, 1000)).toList();
      if (seed % 3 == 0) {
        reports.sort();
        assertThat(contents(reports)).as("seed %d", seed).isEqualTo(expected);
        // What comes later is put in order too.
        reports.add(7, 1000);
        added.add(7L);
        reports.order();
        assertThat(stretches(reports, stretches))
            .as("seed %d", seed)
            .isEqualTo(added.stream().map(one -> text(one, 1000)).toList());
      } else {
        if (seed % 3 == 1) {
          reports.order();
        } else {
          reports.orderApart(Long.MAX_VALUE);
        }
        assertThat(stretches(reports, stretches)).as("seed %d", seed).isEqualTo(expected);
      }
    }
    assertThat(stretches[0]).as("reports that are read where they lie").isGreaterThan(2000);
  }

  @Test
  void leavesLateReportsForLater() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      ReportBuffer reports = new ReportBuffer();
      reports.startBlock(1000);
      TreeSet<Long> waiting = new TreeSet<>();
      for (int block = 0; block < 4; block++) {
        waiting.addAll(addStretches(reports, random, 1000));
        long due = random.nextInt(3) == 0 ? Long.MAX_VALUE : 1000 + random.nextInt(40);
        if (seed % 2 == 0) {
          reports.order();
          reports.cut(due);
        } else {
          reports.orderApart(due);
        }
        List<String> expected = new ArrayList<>();
        for (Long one : List.copyOf(waiting)) {
          if (1000 + (one >>> 32) <= due) {
            expected.add(text(one, 1000));
            waiting.remove(one);
          }
        }
        assertThat(stretches(reports, new int[1])).as("seed %d", seed).isEqualTo(expected);
        reports.keepRest();
      }
      reports.sort();
      assertThat(contents(reports))
          .as("seed %d", seed)
          .isEqualTo(waiting.stream().map(one -> text(one, 1000)).toList());
    }
  }

  @Test
  void packsReportsIntoHalf() {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(5000);
    reports.add(3, 4999);
    reports.add(7, 5001);
    reports.add(4095, 5010);
    int[] packed = new int[4];
    reports.pack(1, 3, 4900, 12, packed, 2);
    assertThat(packed).containsExactly(0, 0, 101 << 12 | 7, 110 << 12 | 4095);
  }

  @Test
  void growsByWhatIsAddedAtOnce() {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(0);
    reports.add(2, 0);
    long[] full = fullWords();
    reports.addBits(full, 64, 2, 1);
    reports.addBits(full, full, 64, 2, 3, 5000);
    assertThat(reports.size()).isEqualTo(1 + 3 * 4096);
    reports.sort();
    assertThat(reports.size()).isEqualTo(1 + 3 * 4096);
    assertThat(reports.end(4096)).isEqualTo(4096);
    assertThat(reports.rule(4098)).isEqualTo(3);
    assertThat(reports.end(4098)).isEqualTo(5000);
    assertThat(reports.capacity()).isGreaterThanOrEqualTo(3 * 4096);
  }

  @Test
  void takesNoMemoryForPlacesWithoutReports() {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(0);
    int before = reports.capacity();
    long[] few = new long[1024];
    few[1000] = 0b11;
    reports.addBits(few, 1024, 2, 1);
    reports.addBits(few, few, 1024, 2, 3, 100_000);
    assertThat(reports.size()).isEqualTo(6);
    assertThat(reports.end(1)).isEqualTo(64_002);
    assertThat(reports.end(2)).isEqualTo(164_000);
    assertThat(reports.capacity()).isEqualTo(before);
  }

  @Test
  void manyBitsTakeNoNumbers() {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(0);
    int before = reports.capacity();
    long[] full = fullWords();
    for (int i = 0; i < 16; i++) {
      reports.addBits(full, full, 64, 2, 3, 1 + i * 4096L);
    }
    reports.orderApart(65_535);
    assertThat(reports.nextStretch()).isTrue();
    assertThat(reports.isOfBits()).isTrue();
    assertThat(reports.nextStretch()).isFalse();
    reports.keepRest();
    assertThat(reports.size()).as("the last place").isEqualTo(2);
    assertThat(reports.rule(1)).isEqualTo(3);
    assertThat(reports.end(1)).isEqualTo(65_536);
    assertThat(reports.capacity()).isEqualTo(before);
  }

  @Test
  void farApartAndVeryManyBitsAreListed() {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(0);
    long[] full = fullWords();
    reports.addBits(full, 64, 2, 1);
    reports.addBits(full, 64, 2, 1L << 30);
    for (int i = 1; i < 400; i++) {
      reports.addBits(full, 64, 2, 1 + i * 4096L);
    }
    assertThat(reports.size()).isEqualTo(401 * 4096);
    assertThat(reports.capacity()).isGreaterThan(145 * 4096).isLessThan(401 * 4096);
    reports.orderApart(Long.MAX_VALUE);
    List<String> all = stretches(reports, new int[1]);
    assertThat(all).hasSize(401 * 4096).startsWith("1 2", "2 2").endsWith((1L << 30) + 4095 + " 2");
  }

  /** Nanoseconds that this thread runs to read many short stretches, the least of a few times. */
  private static long nanosToRead(boolean betweenBits) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int time = 0; time < 5; time++) {
      ReportBuffer reports = new ReportBuffer();
      reports.startBlock(0);
      if (betweenBits) {
        reports.addBits(fullWords(), 64, 1, 1);
        reports.addBits(fullWords(), 64, 1, 1 + 64 * 16_000);
      }
      // Every 17th place is in a stretch of its own, which is read by turns with the others.
      for (int rest = 1; rest >= 0; rest--) {
        for (int place = 64 * 64; place < 64 * 16_000; place++) {
          if ((place % 17 == 0 ? 0 : 1) == rest) {
            reports.add(2, place + 1);
          }
        }
      }
      long start = threads.getCurrentThreadCpuTime();
      reports.orderApart(Long.MAX_VALUE);
      while (reports.nextStretch()) {
        assertThat(reports.from()).isLessThan(reports.to());
      }
      least = Math.min(least, threads.getCurrentThreadCpuTime() - start);
    }
    return least;
  }

  @Test
  void wordsWithoutBitsAreNotLookedThroughForEachStretch() {
    long alone = nanosToRead(false);
    assertThat(nanosToRead(true)).isLessThan(10 * alone);
  }
}
