package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
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
}
