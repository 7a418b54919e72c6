package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs that are read ahead by one thread and searched, once or twice, by another. */
@Timeout(120)
class PipeInputTest {

  private static final long SEED = 20_261_122;
  private static final byte[] END = new byte[0];

  private final AtomicLong now = new AtomicLong(1);
  private final AtomicLong told = new AtomicLong();
  private long toldUntil = Long.MAX_VALUE;

  /** Nobody who takes over; keeps so many bytes. */
  private Takeover keeping(long kept) {
    return new Takeover() {
      @Override
      public long keptBytes() {
        return kept;
      }

      @Override
      public boolean arrived(long bytes, IntFunction<byte[]> beginning) {
        told.set(bytes);
        return bytes < toldUntil;
      }

      @Override
      public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last) {
        throw new AssertionError();
      }

      @Override
      public boolean isOver() {
        return false;
      }

      @Override
      public long nanoTime() {
        return now.get();
      }
    };
  }

  /** Gives what it is told to give, when it is. */
  private static final class Typed extends InputStream {
    private final BlockingQueue<byte[]> typed = new LinkedBlockingQueue<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    @Override
    public int read() {
      throw new AssertionError("byte by byte");
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        byte[] next = typed.take();
        if (next.length == 0) {
          return -1;
        }
        System.arraycopy(next, 0, into, from, next.length);
        return next.length;
      } catch (InterruptedException e) {
        throw new IOException("interrupted");
      }
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  private static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(PipeInput pipe, int most) throws Exception {
    byte[] into = new byte[most + 2];
    int count = pipe.read(into, 1, most);
    return count < 0 ? END : Arrays.copyOfRange(into, 1, 1 + count);
  }

  private static void until(AtomicLong value, long expected) throws InterruptedException {
    while (value.get() < expected) {
      Thread.sleep(1);
    }
  }

  /** What has come is given at once, and all of it if there is room. */
  @Test
  void nothingWaitsForMore() throws Exception {
    Typed in = new Typed();
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(1 << 20))) {
      in.typed.add(new byte[] {1});
      assertThat(read(pipe, 100)).containsExactly(1);
      in.typed.add(new byte[] {2, 3});
      in.typed.add(new byte[] {4});
      until(told, 4);
      assertThat(pipe.state()).isEqualTo(new Takeover.Pipe(3, false, 0));
      assertThat(read(pipe, 2)).containsExactly(2, 3);
      assertThat(read(pipe, 2)).containsExactly(4);
      assertThat(pipe.given()).isEqualTo(4);
      in.typed.add(END);
      assertThat(read(pipe, 2)).isEmpty();
      assertThat(pipe.state()).isEqualTo(new Takeover.Pipe(0, true, 0));
      assertThat(pipe.beginning(3)).containsExactly(1, 2, 3);
      assertThat(pipe.beginning(9)).containsExactly(1, 2, 3, 4);
    }
    while (!in.closed.get()) {
      Thread.sleep(1);
    }
  }

  @Test
  void silenceIsMeasuredWhileSomethingIsWaitedFor() throws Exception {
    Typed in = new Typed();
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(1 << 16))) {
      now.set(100);
      assertThat(pipe.state().silentNanos()).isEqualTo(99);
      in.typed.add(new byte[1 << 15]);
      until(told, 1 << 15);
      assertThat(pipe.state().silentNanos()).isZero();
      now.set(500);
      assertThat(pipe.state().silentNanos()).isEqualTo(400);
      in.typed.add(new byte[1 << 15]);
      until(told, 1 << 16);
      // There is no room: it is not the input's fault.
      while (pipe.state().silentNanos() != 0) {
        Thread.sleep(1);
      }
      now.set(9000);
      assertThat(pipe.state().silentNanos()).isZero();
      pipe.forget();
      read(pipe, 10);
      in.typed.add(END);
    }
  }

  @Test
  void nobodyIsToldWhoWantsToHearNoMore() throws Exception {
    toldUntil = 2;
    Typed in = new Typed();
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(1 << 20))) {
      for (int i = 0; i < 4; i++) {
        in.typed.add(new byte[1]);
      }
      in.typed.add(END);
      while (!pipe.state().ended()) {
        Thread.sleep(1);
      }
    }
    assertThat(told).hasValue(2);
  }

  /** Counts what was read of many bytes. */
  private static final class Endless extends InputStream {
    private final AtomicLong given = new AtomicLong();
    private final long all;

    Endless(long all) {
      this.all = all;
    }

    @Override
    public int read() {
      throw new AssertionError("byte by byte");
    }

    @Override
    public int read(byte[] into, int from, int length) {
      long start = given.get();
      int count = (int) Math.min(length, all - start);
      for (int i = 0; i < count; i++) {
        into[from + i] = (byte) ((start + i) / 7);
      }
      given.addAndGet(count);
      return count == 0 ? -1 : count;
    }
  }

  private static void readTo(PipeInput pipe, long from, long to) throws Exception {
    for (long at = from; at < to; ) {
      byte[] next = read(pipe, (int) Math.min(100_000, to - at));
      for (int i = 0; i < next.length; i++) {
        assertThat(next[i]).isEqualTo((byte) ((at + i) / 7));
      }
      at += next.length;
    }
  }

  /** However much has been read, and whatever is forgotten. */
  @Test
  void memoryIsBounded() throws Exception {
    int kept = 700_000;
    Endless in = new Endless(Long.MAX_VALUE);
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(kept))) {
      until(in.given, kept);
      readTo(pipe, 0, kept - 1);
      Thread.sleep(20);
      assertThat(in.given).hasValue(kept);
      pipe.forget();
      long most = kept - 1 + PipeInput.AHEAD_BYTES;
      until(in.given, most);
      Thread.sleep(20);
      assertThat(in.given).hasValue(most);
      readTo(pipe, kept - 1, 3_000_000);
      assertThatThrownBy(pipe::again).isInstanceOf(IllegalStateException.class);
      assertThat(pipe.beginning(10)).isEmpty();
    }
  }

  @Test
  void itBeginsAnewAndGoesOn() throws Exception {
    int kept = 700_000;
    Endless in = new Endless(3_000_000);
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(kept))) {
      readTo(pipe, 0, 650_000);
      InputStream again = pipe.again();
      assertThat(again.read()).isZero();
      byte[] rest = again.readAllBytes();
      assertThat(rest).hasSize(2_999_999);
      for (int i = 0; i < rest.length; i++) {
        assertThat(rest[i]).isEqualTo((byte) ((i + 1) / 7));
      }
      assertThat(again.read()).isEqualTo(-1);
    }
  }

  /** Pieces of any size, both searches and both ways to go on, as threads happen to run. */
  @Test
  void nothingIsLostInAnyRace() throws Exception {
    for (int run = 0; run < 300; run++) {
      Random random = new Random(SEED + run);
      byte[] input = bytes(SEED + run, random.nextInt(1_500_000));
      InputStream in = inPieces(input, SEED - run);
      int kept = 65_536 + random.nextInt(600_000);
      try (PipeInput pipe = PipeInput.begin(() -> in, keeping(kept))) {
        List<byte[]> first = new ArrayList<>();
        long stop = Math.min(kept, random.nextInt(900_000));
        while (pipe.given() < stop) {
          byte[] next = read(pipe, Math.min(1 + random.nextInt(200_000), kept));
          if (next.length == 0) {
            break;
          }
          first.add(next);
          if (pipe.given() > kept - 200_000) {
            break;
          }
        }
        int given = (int) pipe.given();
        assertThat(joined(first)).as("%d", run).isEqualTo(Arrays.copyOf(input, given));
        byte[] rest;
        if (random.nextBoolean()) {
          rest = pipe.again().readAllBytes();
          assertThat(rest).as("%d", run).isEqualTo(input);
        } else {
          pipe.forget();
          List<byte[]> later = new ArrayList<>();
          for (byte[] next = read(pipe, 50_000); next.length > 0; next = read(pipe, 50_000)) {
            later.add(next);
          }
          rest = joined(later);
          assertThat(rest).isEqualTo(Arrays.copyOfRange(input, given, input.length));
        }
      }
    }
  }

  private static byte[] joined(List<byte[]> pieces) {
    byte[] all = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int at = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, at, piece.length);
      at += piece.length;
    }
    return all;
  }

  private static InputStream inPieces(byte[] input, long seed) {
    Random random = new Random(seed);
    return new ByteArrayInputStream(input) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        if (random.nextInt(20) == 0) {
          LockSupport.parkNanos(1000);
        }
        return super.read(into, from, Math.min(length, 1 + random.nextInt(90_000)));
      }
    };
  }

  @Test
  void whatCameBeforeAFailureIsGiven() throws Exception {
    Throwable[] failures = {
      new IOException("broken"), new IllegalStateException("odd"), new OutOfMemoryError("full")
    };
    for (Throwable failure : failures) {
      InputStream failing =
          new InputStream() {
            private int reads;

            @Override
            public int read() {
              throw new AssertionError("byte by byte");
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
              if (reads++ == 0) {
                return 3;
              }
              switch (failure) {
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                default -> throw (Error) failure;
              }
            }
          };
      try (PipeInput pipe = PipeInput.begin(() -> failing, keeping(1 << 20))) {
        assertThat(read(pipe, 10)).hasSize(3);
        assertThatThrownBy(() -> read(pipe, 10)).isSameAs(failure);
      }
    }
  }

  @Test
  void whatCannotBeOpenedFailsWhenItIsRead() throws Exception {
    IOException none = new IOException("none");
    PipeInput.Source missing =
        () -> {
          throw none;
        };
    try (PipeInput pipe = PipeInput.begin(missing, keeping(1 << 20))) {
      assertThatThrownBy(() -> read(pipe, 10)).isSameAs(none);
    }
  }

  @Test
  void whoWaitsCanBeInterrupted() throws Exception {
    Typed in = new Typed();
    try (PipeInput pipe = PipeInput.begin(() -> in, keeping(1 << 20))) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> read(pipe, 10)).isInstanceOf(InterruptedException.class);
      in.typed.add(new byte[] {7});
      assertThat(read(pipe, 10)).containsExactly(7);
    }
    while (!in.closed.get()) {
      Thread.sleep(1);
    }
  }
}
