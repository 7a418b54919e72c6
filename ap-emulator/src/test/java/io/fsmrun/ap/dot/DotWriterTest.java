package io.fsmrun.ap.dot;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.convert.Networks;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Graphs for Graphviz. */
class DotWriterTest {

  private static final String TEXT = "\"(?:[^\"\\\\\\p{Cntrl}]|\\\\.)*\"";
  private static final String ATTRIBUTES =
      "\\[\\w+=(?:\\w+|" + TEXT + ")(?:, \\w+=(?:\\w+|" + TEXT + "))*]";

  private static String dot(AutomataNetwork network, IntFunction<DotWriter.Style> styles) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      DotWriter.write(network, out, styles);
      return out.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every line is a statement of the language, whatever the ids are. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void everyLineIsAStatement(@ForAll long seed) {
    AutomataNetwork network = Networks.random(seed, Networks.Wish.ANYTHING);
    String[] lines =
        dot(network, element -> new DotWriter.Style("#ff0000", "\"\\\n" + element)).split("\n");
    assertThat(lines[0]).matches("digraph " + TEXT + " \\{");
    assertThat(lines[1]).isEqualTo("  rankdir=LR;");
    assertThat(lines[lines.length - 1]).isEqualTo("}");
    assertThat(lines).hasSize(3 + network.size() + network.edgeCount());
    for (int i = 2; i < lines.length - 1; i++) {
      String statement =
          i < 2 + network.size()
              ? "  n\\d+ " + ATTRIBUTES
              : "  n\\d+ -> n\\d+( " + ATTRIBUTES + ")?";
      assertThat(lines[i]).matches(statement + ";");
    }
  }

  @Test
  void stylesColourAndNote() {
    NetworkBuilder builder = new NetworkBuilder("a \"net\"");
    int ste = builder.ste("s&\\N", SymbolSet.ofChars("ab"));
    builder.report(ste, "5");
    builder.edge(ste, builder.counter("c", 3, CounterMode.ROLL), Ports.RESET);
    String dot =
        dot(
            builder.build(),
            element ->
                element == ste ? new DotWriter.Style("red", "12 times") : DotWriter.Style.PLAIN);
    assertThat(dot)
        .isEqualTo(
            """
            digraph "a \\"net\\"" {
              rankdir=LR;
              n0 [label="s&amp;\\\\N\\n[ab]\\nreports 5\\n12 times", shape=ellipse, peripheries=2, style=filled, fillcolor="red"];
              n1 [label="c\\nroll at 3", shape=box];
              n0 -> n1 [label="reset"];
            }
            """);
  }
}
