package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which handlers share the code that calls them, and that all of it does the same. */
class HandlerFeedsTest {

  private static final int[] IDS = {7, 11, 13};

  private static final MatchHandler ONE = (rule, start, end, tag) -> true;
  private static final MatchHandler TWO = (rule, start, end, tag) -> end < 2;
  private static final MatchHandler THREE = (rule, start, end, tag) -> rule > 3;

  private record Recorder(List<String> heard, int most) implements MatchHandler {
    @Override
    public boolean match(int rule, long start, long end, long tag) {
      heard.add(rule + " " + start + " " + end + " " + tag);
      return heard.size() < most;
    }
  }

  private static ReportBuffer reports(int count) {
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(100);
    for (int i = 0; i < count; i++) {
      reports.add(i % IDS.length, 101L + i / 2);
    }
    return reports;
  }

  @Test
  void everyClassHasItsOwnCode() {
    HandlerFeeds feeds = new HandlerFeeds(3);
    ReportFeed first = feeds.feed(ONE);
    ReportFeed second = feeds.feed(TWO);
    assertThat(first).isExactlyInstanceOf(CopiedFeed.class);
    assertThat(second.getClass()).isNotEqualTo(first.getClass());
    assertThat(second.getClass().isHidden()).isTrue();
    assertThat(feeds.feed(THREE).getClass())
        .isNotEqualTo(first.getClass())
        .isNotEqualTo(second.getClass());
  }

  @Test
  void handlersOfAClassShareIt() {
    HandlerFeeds feeds = new HandlerFeeds(3);
    feeds.feed(ONE);
    ReportFeed feed = feeds.feed(new Recorder(new ArrayList<>(), 1));
    assertThat(feeds.feed(new Recorder(new ArrayList<>(), 2))).isSameAs(feed);
    assertThat(feeds.feed(ONE)).isNotSameAs(feed);
  }

  @Test
  void classesBeyondTheLimitShareTheLast() {
    HandlerFeeds feeds = new HandlerFeeds(2);
    ReportFeed first = feeds.feed(ONE);
    ReportFeed last = feeds.feed(TWO);
    assertThat(feeds.feed(THREE)).isSameAs(last).isNotSameAs(first);
  }

  @Test
  void copiesDoWhatTheOriginalDoes() {
    HandlerFeeds feeds = new HandlerFeeds(2);
    feeds.feed(ONE);
    ReportFeed copy = feeds.feed(new Recorder(new ArrayList<>(), 1));
    for (int count = 0; count < 12; count++) {
      for (int most = 1; most <= count + 1; most++) {
        Recorder expected = new Recorder(new ArrayList<>(), most);
        boolean goesOn = true;
        for (int i = 0; i < count && goesOn; i++) {
          goesOn = expected.match(IDS[i % 3], MatchHandler.NO_START, 101L + i / 2, 5);
        }
        for (ReportFeed feed : List.of(new CopiedFeed(), copy)) {
          Recorder blocks = new Recorder(new ArrayList<>(), most);
          assertThat(feed.feed(blocks, reports(count), 0, count, IDS, 5)).isEqualTo(goesOn);
          assertThat(blocks).isEqualTo(expected);
          PackedReports packed = new PackedReports(IDS.length);
          packed.startPiece(100);
          packed.add(reports(count), 0, count);
          PackedReports.Reader reader = packed.reader(0, count);
          Recorder recorded = new Recorder(new ArrayList<>(), most);
          assertThat(reader.nextSpan()).isEqualTo(count > 0);
          assertThat(feed.feed(recorded, reader, 0, count, IDS, 5)).isEqualTo(goesOn);
          assertThat(recorded).isEqualTo(expected);
        }
      }
    }
  }

  /** The bytes of a stretch, both of whose rules report now and then, or the only one. */
  private static ReportBuffer bits(long seed, boolean two) {
    Random random = new Random(seed);
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(100);
    long[] words = random.longs(3).toArray();
    if (two) {
      reports.addBits(words, random.longs(3).toArray(), 3, 1, 2, 101);
    } else {
      reports.addBits(words, 3, 1, 101);
    }
    reports.orderApart(Long.MAX_VALUE);
    assertThat(reports.nextStretch()).isTrue();
    assertThat(reports.isOfBits()).isTrue();
    return reports;
  }

  @Test
  void bitsAreHandedOverAsReportsAre() {
    HandlerFeeds feeds = new HandlerFeeds(2);
    feeds.feed(ONE);
    ReportFeed copy = feeds.feed(new Recorder(new ArrayList<>(), 1));
    for (int seed = 0; seed < 50; seed++) {
      boolean two = seed % 2 == 0;
      ReportBuffer listed = bits(seed, two);
      listed.sort();
      for (int most : new int[] {1, 2, 3, 4, 5, 30, 99, 1000}) {
        Recorder expected = new Recorder(new ArrayList<>(), most);
        boolean goesOn = true;
        for (int i = 0; i < listed.size() && goesOn; i++) {
          goesOn = expected.match(IDS[listed.rule(i)], MatchHandler.NO_START, listed.end(i), 5);
        }
        for (ReportFeed feed : List.of(new CopiedFeed(), copy)) {
          ReportBuffer reports = bits(seed, two);
          Recorder heard = new Recorder(new ArrayList<>(), most);
          assertThat(feed.feed(heard, reports.bits(), reports.from(), reports.to(), IDS, 5))
              .isEqualTo(goesOn);
          assertThat(heard).isEqualTo(expected);
        }
      }
    }
  }
}
