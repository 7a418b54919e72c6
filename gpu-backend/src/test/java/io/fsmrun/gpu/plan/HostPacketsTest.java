package io.fsmrun.gpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that several threads scan: their reports come as those of one, and no thread is left. */
@Timeout(60)
final class HostPacketsTest {

  private static final int PACKETS = 3000;
  private static final int MANY = 200_000;

  private final AtomicInteger begun = new AtomicInteger();
  private byte[] data;
  private long[] offsets;

  /** Packets of which many are empty and some larger than a share and a slice. */
  @BeforeEach
  void make() {
    Random random = new Random(7);
    offsets = new long[PACKETS + 1];
    offsets[0] = 5;
    for (int p = 0; p < PACKETS; p++) {
      int bytes = p % 1000 == 500 ? MANY : random.nextInt(3) == 0 ? 0 : random.nextInt(600);
      offsets[p + 1] = offsets[p] + bytes;
    }
    offsets[PACKETS / 2] = offsets[PACKETS / 2 - 1];
    data = new byte[(int) offsets[PACKETS] + 3];
    random.nextBytes(data);
  }

  @AfterEach
  void noThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> "host rules".equals(thread.getName()) && thread.isAlive());
  }

  /** Rule 1 matches each byte that is divisible by a number, rule 2 the end of the input. */
  private HostEngine engine(int threads, int divisor) {
    return new HostEngine() {
      @Override
      public Scan begin() {
        begun.incrementAndGet();
        return new Scan() {
          private long at;

          @Override
          public void write(MemorySegment bytes, ReportSink sink) {
            for (byte value : bytes.toArray(ValueLayout.JAVA_BYTE)) {
              at++;
              if (value % divisor == 0) {
                sink.report(1, at);
              }
            }
          }

          @Override
          public void finish(ReportSink sink) {
            sink.report(2, at);
          }
        };
      }

      @Override
      public int threads() {
        return threads;
      }
    };
  }

  private List<Report> expected(int packet, int divisor) {
    List<Report> expected = new ArrayList<>();
    byte[] bytes = Arrays.copyOfRange(data, (int) offsets[packet], (int) offsets[packet + 1]);
    engine(1, divisor)
        .begin()
        .write(MemorySegment.ofArray(bytes), (rule, end) -> expected.add(new Report(rule, end)));
    expected.add(new Report(2, bytes.length));
    return expected;
  }

  private HostPackets packets(HostEngine engine) {
    return new HostPackets(engine, MemorySegment.ofArray(data), offsets);
  }

  private static List<Report> take(HostPackets packets) throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    packets.startPiece();
    for (; packets.has(); packets.advance()) {
      reports.add(new Report(packets.rule(), packets.end()));
    }
    packets.endPiece();
    return reports;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 16})
  void reportsComeAsThoseOfOneThread(int threads) throws InterruptedException {
    for (int divisor : new int[] {1, 3, 100}) {
      HostPackets packets = packets(engine(threads, divisor));
      for (int p = 0; p < PACKETS; p++) {
        assertThat(take(packets)).as("packet %d", p).isEqualTo(expected(p, divisor));
      }
      packets.close();
    }
  }

  /** What nobody takes is not scanned, but for some shares. */
  @Test
  void memoryIsBounded() throws InterruptedException {
    HostPackets packets = packets(engine(2, 1));
    int before = -1;
    while (begun.get() != before) {
      before = begun.get();
      Thread.sleep(100);
    }
    // Every share but the ones that hold a long packet has some hundred packets.
    assertThat(before).isBetween(1, PACKETS - 1);
    assertThat(take(packets)).isEqualTo(expected(0, 1));
    packets.close();
  }

  @Test
  void reportsThatNobodyWantsAreDropped() throws InterruptedException {
    HostPackets packets = packets(engine(3, 1));
    for (int p = 0; p < PACKETS; p++) {
      packets.startPiece();
      if (p % 7 == 0) {
        assertThat(packets.has()).isTrue();
        assertThat(packets.end()).isEqualTo(expected(p, 1).getFirst().end());
      }
      packets.endPiece();
    }
    packets.close();
  }

  @Test
  void aHostThatFailsSaysSoWhereItDoes() throws InterruptedException {
    HostEngine right = engine(4, 3);
    AtomicInteger scans = new AtomicInteger();
    HostEngine engine =
        new HostEngine() {
          @Override
          public Scan begin() {
            if (scans.incrementAndGet() == PACKETS / 3) {
              throw new UnsupportedOperationException("no more");
            }
            return right.begin();
          }

          @Override
          public int threads() {
            return 4;
          }
        };
    HostPackets packets = packets(engine);
    assertThatThrownBy(
            () -> {
              for (int p = 0; p < PACKETS; p++) {
                assertThat(take(packets)).isEqualTo(expected(p, 3));
              }
            })
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("no more");
    packets.close();
  }

  @Test
  void whoWaitsCanBeInterrupted() {
    HostEngine engine =
        new HostEngine() {
          @Override
          public Scan begin() {
            return new Scan() {
              @Override
              public void write(MemorySegment bytes, ReportSink sink) {
                // Long as it is, an interrupt is noticed after it.
              }

              @Override
              public void finish(ReportSink sink) {
                Thread.currentThread().interrupt();
              }
            };
          }

          @Override
          public int threads() {
            return 3;
          }
        };
    HostPackets packets = packets(engine);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> take(packets)).isInstanceOf(InterruptedException.class);
    packets.close();
  }
}
