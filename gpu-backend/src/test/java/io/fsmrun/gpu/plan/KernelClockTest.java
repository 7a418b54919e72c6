package io.fsmrun.gpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Sequence;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Time in which some kernel ran, with marks that tell times of our own. */
final class KernelClockTest {

  private final Deque<Double> recorded = new ArrayDeque<>();
  private final Set<Mark> open = new HashSet<>();

  private static final class FakeMark implements Mark {
    private double millis;

    @Override
    public void await() {}

    @Override
    public double millisSince(Mark earlier) {
      return millis - ((FakeMark) earlier).millis;
    }

    @Override
    public void close() {}
  }

  /** A device whose queues record the next times. */
  private Device device() {
    Queue queue =
        (Queue)
            Proxy.newProxyInstance(
                Queue.class.getClassLoader(),
                new Class<?>[] {Queue.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("record")) {
                    ((FakeMark) arguments[0]).millis = recorded.remove();
                  }
                  return method.getName().equals("run") ? 3 : null;
                });
    return (Device)
        Proxy.newProxyInstance(
            Device.class.getClassLoader(),
            new Class<?>[] {Device.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("newQueue")) {
                return queue;
              }
              assertThat(method.getName()).isEqualTo("newMark");
              Mark mark = new FakeMark();
              open.add(mark);
              return mark;
            });
  }

  private void launch(Queue queue, double from, double to) {
    recorded.addAll(Arrays.asList(from, to));
    queue.launch(null, null, null);
    assertThat(recorded).isEmpty();
  }

  @Test
  void timesOfQueuesAreNotAddedUp() {
    KernelClock clock = new KernelClock(device());
    Queue a = clock.newQueue();
    Queue b = clock.newQueue();
    a.launch(null, null, null);
    for (int scan = 0; scan < 2; scan++) {
      clock.begin();
      recorded.add(9.5);
      launch(a, 10, 14);
      launch(b, 11, 13);
      clock.endPiece();
      launch(b, 20, 25);
      launch(a, 22, 30);
      clock.endPiece();
      // Queued early, and seen in a later piece.
      launch(b, 15, 16);
      launch(a, 30, 31);
      clock.endPiece();
      assertThat(clock.end()).isCloseTo(4 + 10 + 1 + 1, within(1e-9));
    }
    // Marks are used again.
    assertThat(open).hasSizeLessThanOrEqualTo(12);
  }

  @Test
  void aSequenceIsOneLaunch() {
    KernelClock clock = new KernelClock(device());
    Queue a = clock.newQueue();
    assertThat(a.run(new Sequence())).isEqualTo(3);
    clock.begin();
    recorded.addAll(Arrays.asList(1.0, 2.0, 9.0));
    assertThat(a.run(new Sequence())).isEqualTo(3);
    assertThat(recorded).isEmpty();
    assertThat(clock.end()).isEqualTo(7);
  }

  @Test
  void aScanThatFailedLeavesNothing() {
    KernelClock clock = new KernelClock(device());
    Queue a = clock.newQueue();
    clock.begin();
    recorded.add(0.0);
    launch(a, 1, 5);
    clock.begin();
    assertThat(clock.end()).isZero();
    clock.begin();
    recorded.add(7.0);
    launch(a, 7, 9);
    assertThat(clock.end()).isEqualTo(2);
  }
}
