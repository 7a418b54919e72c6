package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Transformations of 100,000 STEs take seconds. The limits are far above what is needed, and far
 * below what a quadratic step would take.
 */
@Timeout(60)
class TransformationSpeedTest {

  private static final int STES = 100_000;

  /** Words of 20 letters; half of them end, and half begin, as the word before. */
  private static AutomataNetwork words;

  /** One chain; each element differs from all others by its place alone. */
  private static AutomataNetwork chain;

  @BeforeAll
  static void build() {
    words = words();
    NetworkBuilder builder = new NetworkBuilder("chain");
    for (int i = 0; i < STES; i++) {
      builder.ste("s" + i, SymbolSet.of('a'));
      builder.edge(Math.max(0, i - 1), i);
    }
    builder.start(0, StartKind.ALL_INPUT);
    builder.report(STES - 1, "r");
    chain = builder.build();
  }

  private static AutomataNetwork words() {
    int length = 20;
    SplittableRandom random = new SplittableRandom(1);
    NetworkBuilder builder = new NetworkBuilder("words");
    byte[] word = new byte[length];
    for (int first = 0; first < STES; first += length) {
      boolean changeEnd = random.nextBoolean();
      for (int i = changeEnd ? length / 2 : 0; i < (changeEnd ? length : length / 2); i++) {
        word[i] = (byte) random.nextInt('a', 'e');
      }
      for (int i = 0; i < length; i++) {
        int ste = builder.ste("w" + (first + i), SymbolSet.of(word[i]));
        if (i > 0) {
          builder.edge(ste - 1, ste);
        }
      }
      builder.start(first, StartKind.ALL_INPUT);
      builder.report(first + length - 1, "r");
    }
    return builder.build();
  }

  @Test
  void theOptimizerOnWords() {
    AutomataNetwork small = Optimizer.optimize(words, Optimizer.Options.ALL).network();
    assertThat(small.size()).isBetween(STES / 100, STES * 3 / 4);
  }

  @Test
  void theOptimizerOnAChain() {
    assertThat(Optimizer.optimize(chain, Optimizer.Options.ALL).network().size()).isEqualTo(STES);
  }

  @Test
  void aHubIsSplit() {
    NetworkBuilder builder = new NetworkBuilder("hub");
    int hub = builder.ste("hub", SymbolSet.ALL);
    for (int i = 1; i <= STES / 4; i++) {
      int in = builder.ste("i" + i, SymbolSet.of('a'));
      builder.start(in, StartKind.ALL_INPUT);
      builder.edge(in, hub);
      int out = builder.ste("o" + i, SymbolSet.of('b'));
      builder.edge(hub, out);
      builder.report(out, "");
    }
    AutomataNetwork network = builder.build();
    AutomataNetwork after = new FanLimits(16, FanLimits.NO_LIMIT, 10_000_000).apply(words);
    assertThat(after.size()).isEqualTo(STES);
    FanLimitsTest.assertWithin(
        new FanLimits(FanLimits.NO_LIMIT, 1000, 10_000_000).apply(network), STES, 1000);
    assertThat(new PrefixMerging().apply(network).size()).isEqualTo(STES / 4 + 2);
  }

  @Test
  void strideAndWidening() {
    assertThat(TwoStride.apply(words).network().size()).isGreaterThan(STES);
    assertThat(ByteWidening.apply(words, WidenedNetwork.Padding.AFTER).network().size())
        .isEqualTo(2 * STES);
  }
}
