package io.fsmrun.ap.profile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Colours of elements. */
class HeatMapTest {

  /** STEs that are active on 0, 1, 10, 100 and 1000 of 1000 symbols. */
  private static HeatMap map() {
    NetworkBuilder builder = new NetworkBuilder("");
    SymbolSet[] sets = {
      SymbolSet.of('z'),
      SymbolSet.of('a'),
      SymbolSet.ofChars("ab"),
      SymbolSet.ofChars("abc"),
      SymbolSet.ALL
    };
    for (int i = 0; i < sets.length; i++) {
      builder.start(builder.ste("s" + i, sets[i]), StartKind.ALL_INPUT);
    }
    byte[] input = ("a" + "b".repeat(9) + "c".repeat(90) + "d".repeat(900)).getBytes(ISO_8859_1);
    ActivityProfiler profiler = new ActivityProfiler(builder.build());
    profiler.feed(input, 0, input.length);
    return new HeatMap(profiler.finish());
  }

  private static int brightness(String colour) {
    int rgb = Integer.parseInt(colour.substring(1), 16);
    return (rgb >> 16) + (rgb >> 8 & 255) + (rgb & 255);
  }

  @Test
  void colourGrowsDarkerWithThePowerOfTheCount() {
    HeatMap map = map();
    assertThat(map.colour(0)).isEqualTo(HeatMap.NEVER);
    assertThat(map.colour(1)).isEqualTo("#fff5dc");
    assertThat(map.colour(4)).isEqualTo("#800a1c");
    assertThat(brightness(map.colour(2))).isLessThan(brightness(map.colour(1)));
    assertThat(brightness(map.colour(3))).isLessThan(brightness(map.colour(2)));
    assertThat(brightness(map.colour(4))).isLessThan(brightness(map.colour(3)));
  }

  @Test
  void attributesAreReadable() {
    HeatMap map = map();
    assertThat(map.dotAttributes(1))
        .isEqualTo(
            "style=filled, fillcolor=\"#fff5dc\", fontcolor=\"#000000\","
                + " tooltip=\"active 1 times\"");
    assertThat(map.dotAttributes(4)).contains("fontcolor=\"#ffffff\"").contains("1000");
    assertThat(map.dotAttributes(0)).contains(HeatMap.NEVER).contains("#000000");
  }

  @Test
  void theLegendCoversEveryCountOnce() {
    HeatMap map = map();
    List<HeatMap.Entry> legend = map.legend();
    assertThat(legend.get(0).label()).isEqualTo("never active");
    assertThat(legend).hasSize(9);
    for (int i = 1; i < legend.size(); i++) {
      assertThat(legend.get(i).from()).isEqualTo(legend.get(i - 1).to() + 1);
    }
    assertThat(legend.get(8).to()).isEqualTo(1_000);
    assertThat(legend.get(8).label()).startsWith("active ").endsWith(" to 1,000 times");
    assertThat(legend.stream().map(HeatMap.Entry::colour)).doesNotHaveDuplicates();
    assertThat(legend.get(8).colour()).isEqualTo(map.colour(4));
  }

  @Test
  void aNetworkThatNeverActsHasOneColour() {
    NetworkBuilder builder = new NetworkBuilder("");
    builder.ste("s", SymbolSet.ALL);
    HeatMap map = new HeatMap(new ActivityProfiler(builder.build()).finish());
    assertThat(map.colour(0)).isEqualTo(HeatMap.NEVER);
    assertThat(map.legend()).hasSize(1);
  }
}
