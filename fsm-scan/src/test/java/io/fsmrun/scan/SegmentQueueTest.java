package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SegmentQueueTest {

  private final SegmentCosts costs = new SegmentCosts();
  private final SegmentQueue queue = new SegmentQueue(costs);
  private final List<StreamSegment> segments = new ArrayList<>();

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      segments.add(new StreamSegment(new byte[1], 0, 1, i));
    }
    queue.addAll(segments);
  }

  @Test
  void workersLeaveTheFirstToTheCallingThread() throws InterruptedException {
    add(4);
    assertThat(queue.take()).isSameAs(segments.get(1));
    assertThat(queue.take()).isSameAs(segments.get(2));
    assertThat(queue.claim(segments.get(0))).isTrue();
    assertThat(queue.claim(segments.get(1))).isFalse();
    assertThat(queue.await(segments.get(1))).isSameAs(segments.get(3));
    queue.done(segments.get(1), 1);
    assertThat(queue.await(segments.get(1))).isNull();
    queue.done(segments.get(2), 1);
    queue.done(segments.get(3), 1);
    queue.end();
    assertThat(queue.take()).isNull();
  }

  /** Handing over takes half as long as recording: two segments' time is enough for one. */
  @Test
  void workersTakeTheFirstIfTheCallingThreadComesToItLateEnough() throws InterruptedException {
    add(7);
    assertThat(queue.take()).isSameAs(segments.get(1));
    queue.done(segments.get(1), 1_000);
    assertThat(queue.take()).isSameAs(segments.get(2));
    queue.done(segments.get(2), 1_000);
    assertThat(queue.claim(segments.get(0))).isTrue();
    queue.handedOver(segments.get(1), 501);
    queue.handedOver(segments.get(2), 501);
    assertThat(queue.take()).as("nothing is to be handed over").isSameAs(segments.get(4));
    assertThat(queue.take()).as("one is").isSameAs(segments.get(5));
    assertThat(queue.take()).as("two are").isSameAs(segments.get(3));
    assertThat(queue.claim(segments.get(3))).isFalse();
  }

  /** What it scans itself takes it an hour, as in scans before; recording takes a minute. */
  @Test
  void workersTakeTheFirstWhileTheCallingThreadScansForLong() throws InterruptedException {
    costs.recorded(1, 60_000_000_000L);
    costs.scanned(1, 3_600_000_000_000L);
    add(5);
    assertThat(queue.take()).as("it has nothing to do").isSameAs(segments.get(1));
    assertThat(queue.claim(segments.get(0))).isTrue();
    assertThat(queue.take()).as("it scans").isSameAs(segments.get(2));
    assertThat(queue.claim(segments.get(3))).isTrue();
  }

  @Test
  void costsAreThoseOfTheLastSegments() {
    assertThat(costs.toRecord(100)).isZero();
    costs.recorded(10, 50);
    assertThat(costs.toRecord(100)).isEqualTo(500);
    costs.recorded(10, 90);
    assertThat(costs.toRecord(100)).isEqualTo(600);
    costs.handedOver(1, 2);
    costs.scanned(1, 3);
    assertThat(costs.toHandOver(10)).isEqualTo(20);
    assertThat(costs.toScan(10)).isEqualTo(30);
  }

  @Test
  void workersTakeTheLastThatThereIs() throws InterruptedException {
    add(1);
    assertThat(queue.take()).isSameAs(segments.get(0));
    assertThat(queue.claim(segments.get(0))).isFalse();
  }

  @Test
  void aFailureIsMetWhereverTheCallingThreadComesNext() throws InterruptedException {
    add(3);
    queue.failed(queue.take(), new UnsupportedOperationException("broken"));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> queue.claim(segments.get(0)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> queue.await(segments.get(1)));
  }
}
