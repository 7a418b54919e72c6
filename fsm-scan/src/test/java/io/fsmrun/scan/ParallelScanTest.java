package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelScanTest {

  private static final int SEGMENT = 4096;

  /** As long as the first bytes; and as the first segments, a fourth of the longest. */
  private static final int CHECKPOINT = SEGMENT / 4;

  private static final int THREADS = 2;

  /** Who stops at the first match does not pay for reading much more, whatever is known before. */
  @Test
  void littleIsReadBeforeTheFirstMatches() throws Exception {
    Database database = Database.compile("/\\x00/");
    ParallelOptions options = new ParallelOptions(THREADS, SEGMENT, 16, CHECKPOINT);
    ParallelMemory memory = new ParallelMemory(database, options);
    byte[] input = new byte[100 * SEGMENT];
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      for (int round = 0; round < 5; round++) {
        boolean stopAtOnce = round > 2;
        SegmentSource.Reader reader = new SegmentSource.OfMemory(MemorySegment.ofArray(input));
        SegmentSource source = new SegmentSource.OfReader(reader, 64);
        MatchHandler handler =
            (rule, start, end, tag) -> {
              if (end == 1) {
                assertThat(input.length - reader.remaining())
                    .isLessThanOrEqualTo(CHECKPOINT + 2 * THREADS * CHECKPOINT);
              }
              return !stopAtOnce;
            };
        ParallelScan scan = new ParallelScan(source, handler, memory, threads);
        try {
          assertThat(scan.run()).isEqualTo(!stopAtOnce);
        } finally {
          scan.end();
        }
      }
    }
  }
}
