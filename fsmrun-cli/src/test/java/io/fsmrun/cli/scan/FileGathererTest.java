package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small files come in batches, others by themselves, all in order, and memory stays in bounds. */
@Timeout(60)
class FileGathererTest {

  private static final int HALF = 600_000;

  @TempDir Path directory;

  private List<Target> files(int... sizes) throws IOException {
    List<Target> targets = new ArrayList<>();
    for (int size : sizes) {
      Path file = directory.resolve("f" + targets.size());
      Files.write(file, new byte[size]);
      targets.add(Target.of(file));
    }
    return targets;
  }

  @Test
  void stepsComeInOrder() throws Exception {
    int large = FileGatherer.SMALL_BYTES + 1;
    List<Target> targets = files(HALF, HALF, 3, large, 0, 5, large);
    targets.add(4, Target.standardInput());
    List<String> steps = new ArrayList<>();
    try (FileGatherer gatherer = new FileGatherer(new FileTree(targets, false), 2)) {
      FileGatherer.Step step = gatherer.next();
      while (!(step instanceof FileGatherer.End)) {
        switch (step) {
          case FileGatherer.Alone alone -> steps.add("alone " + targets.indexOf(alone.target()));
          case FileGatherer.Files files -> {
            FileBatch batch = files.await();
            StringBuilder text = new StringBuilder("batch");
            for (int i = 0; i < batch.count(); i++) {
              assertThat(batch.entry(i).length())
                  .isEqualTo(Math.toIntExact(Files.size(batch.entry(i).target().path())));
              text.append(' ').append(targets.indexOf(batch.entry(i).target()));
            }
            steps.add(text.toString());
            gatherer.giveBack(batch);
          }
          case FileGatherer.End end -> throw new AssertionError(end);
        }
        step = gatherer.next();
      }
      assertThat(((FileGatherer.End) step).failure()).isNull();
    }
    assertThat(steps)
        .containsExactly("batch 0", "batch 1 2", "alone 3", "alone 4", "batch 5 6", "alone 7");
  }

  /** Nobody gives batches back: the walk waits, and ends when it shall. */
  @Test
  void theWalkWaitsForBatches() throws Exception {
    List<Target> targets = new ArrayList<>();
    Target half = files(HALF).get(0);
    for (int i = 0; i < 100; i++) {
      targets.add(half);
      targets.add(Target.standardInput());
    }
    int batches = 0;
    try (FileGatherer gatherer = new FileGatherer(new FileTree(targets, false), 1)) {
      for (int i = 0; i < 6; i++) {
        batches += gatherer.next() instanceof FileGatherer.Files ? 1 : 0;
      }
      assertThat(batches).isEqualTo(3);
      assertThat(gatherer.hasNext()).isFalse();
    }
  }

  @Test
  void aWalkThatFailsSaysSo() throws Exception {
    List<Target> targets = new ArrayList<>();
    targets.add(null);
    try (FileGatherer gatherer = new FileGatherer(new FileTree(targets, false), 1)) {
      assertThat(gatherer.next())
          .isInstanceOfSatisfying(
              FileGatherer.End.class,
              end -> assertThat(end.failure()).isInstanceOf(NullPointerException.class));
    }
  }
}
