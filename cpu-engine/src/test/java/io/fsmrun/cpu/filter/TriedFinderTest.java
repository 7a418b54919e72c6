package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.cpu.vector.VectorTrial;
import org.junit.jupiter.api.Test;

final class TriedFinderTest {

  /** The choice between searching and the automaton asks for it. */
  @Test
  void itIsTriedUntilTheTrialIsOver() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    int[] keys = {'a' | 'b' << 8 | 'c' << 16 | 'd' << 24};
    HashFinder hashes = new HashFinder(4, Stride.EVERY, 0, keys, HashFinder.Way.PLAIN);
    VectorTrial trial = new VectorTrial(64, "");
    TriedFinder finder =
        new TriedFinder(4, PairedHashes.of(Stride.EVERY, 0, keys, keys), hashes, trial);
    assertThat(finder.isTried()).isTrue();
    byte[] input = new byte[1 << 14];
    input[1_000] = 'a';
    input[1_001] = 'b';
    input[1_002] = 'c';
    input[1_003] = 'd';
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    PlaceMasks.Words words = new PlaceMasks.Words();
    trial.add(false, 64, 1_000_000_000);
    while (!trial.isOver()) {
      assertThat(finder.find(input, 0, input.length, places, words)).isEqualTo(1);
      assertThat(places[0]).isEqualTo(1_000);
    }
    assertThat(finder.isTried()).isFalse();
    assertThat(finder.find(input, 0, input.length, places, words)).isEqualTo(1);
  }
}
