package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
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

  /** It takes nearly as long as recording, so the calling thread should hardly scan by itself. */
  @Test
  void whereHandingOverIsDearTheFirstIsTakenAndSharedWithOneThatWaits()
      throws InterruptedException {
    costs.recorded(1, 60_000_000_000L);
    costs.handedOver(1, 40_000_000_000L);
    add(5);
    assertThat(queue.take()).as("it has nothing else to do").isSameAs(segments.get(1));
    assertThat(segments.get(1).isShared()).isFalse();
    assertThat(queue.claim(segments.get(0))).isTrue();
    assertThat(queue.take()).isSameAs(segments.get(2));
    assertThat(segments.get(2).isShared()).as("it has 40 s to do, of 60").isTrue();
    assertThat(queue.take()).isSameAs(segments.get(3));
    assertThat(segments.get(3).isShared()).as("it has 80 s to do").isFalse();
  }

  @Test
  void whereHandingOverIsCheapNothingIsShared() throws InterruptedException {
    costs.recorded(1, 60_000_000_000L);
    costs.handedOver(1, 20_000_000_000L);
    add(3);
    assertThat(queue.take()).isSameAs(segments.get(1));
    assertThat(segments.get(1).isShared()).isFalse();
    assertThat(queue.await(segments.get(1))).as("it is not waited for").isSameAs(segments.get(0));
  }

  /** The calling thread waits for what is recorded, rather than record something itself. */
  @Test
  void whereHandingOverIsDearOnlyLateSegmentsAreNotWaitedFor() throws Exception {
    costs.recorded(1, 20_000_000_000L);
    costs.handedOver(1, 19_000_000_000L);
    add(3);
    StreamSegment taken = queue.take();
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  LockSupport.parkNanos(5_000_000);
                  queue.done(taken, 50_000_000);
                });
    assertThat(queue.await(taken)).as("20 s are not over").isNull();
    other.join();
    queue.handedOver(taken, 47_500_000);
    for (int i = 0; i < 40; i++) {
      costs.recorded(1, 50_000_000);
      costs.handedOver(1, 47_500_000);
    }
    long start = System.nanoTime();
    StreamSegment late = queue.take();
    assertThat(late).isSameAs(segments.get(2));
    assertThat(queue.await(late)).isSameAs(segments.get(0));
    assertThat(System.nanoTime() - start).isGreaterThan(62_000_000);
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
  void shortSegmentsSayLittle() {
    costs.recorded(1_000, 5_000);
    costs.recorded(10, 100);
    assertThat(costs.toRecord(1_000)).isBetween(5_000.0, 5_015.0);
    costs.recorded(8_000, 24_000);
    assertThat(costs.toRecord(1_000)).as("a long one says all").isEqualTo(3_000);
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
