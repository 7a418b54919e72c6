package io.fsmrun.ap.anml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.convert.Networks;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.network.Ports;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ANML files say. */
class AnmlReaderTest {

  private static AutomataNetwork read(String text) throws IOException {
    return read(text, StandardCharsets.UTF_8);
  }

  private static AutomataNetwork read(String text, Charset charset) throws IOException {
    return AnmlReader.read(
        new ByteArrayInputStream(text.getBytes(charset)), "x.anml", NetworkLimits.DEFAULT);
  }

  private static final String BODY =
      """
      <automata-network id="n" name="called n">
        <!-- a comment -->
        <description>anything, even <b>tags</b> &amp; so on</description>
        <state-transition-element id="a" symbol-set="[a-c]" start="all-input">
          <activate-on-match element="c:cnt"/>
          <activate-on-match element="s:t2"/>
          <report-on-match reportcode="7"/>
        </state-transition-element>
        <state-transition-element id="b" symbol-set="*" start="start-of-data" latch="true">
          <activate-on-match element="c:rst"/>
          <activate-on-match element="i"/>
          <activate-on-match element="a"/>
        </state-transition-element>
        <counter id="c" target="3" at-target="latch"><report-on-target/></counter>
        <inverter id="i" high-only-on-eod="true"><activate-on-high element="b"/></inverter>
        <sum-of-products id="s"><report-on-high reportcode="x"/></sum-of-products>
      </automata-network>
      """;

  @Test
  void allKindsOfElements() throws IOException {
    AutomataNetwork network = read(BODY);
    assertThat(network.networkId()).isEqualTo("n");
    assertThat(Networks.canonical(network))
        .hasSize(5)
        .containsEntry("a", "STE [a-c] ALL_INPUT false reports <7> -> [c by 0, s by 1]")
        .containsEntry("b", "STE * START_OF_DATA true -> [a by 0, c by 1, i by 0]")
        .containsEntry("c", "COUNTER 3 LATCH reports <> -> []")
        .containsEntry("i", "GATE NOT at end -> [b by 0]")
        .containsEntry("s", "GATE SUM_OF_PRODUCTS reports <x> -> []");
  }

  @Test
  void bothRootsAreOne() throws IOException {
    AutomataNetwork wrapped =
        read("<?xml version='1.0'?><anml version='1.0'><description/>" + BODY + "</anml>");
    assertThat(Networks.canonical(wrapped)).isEqualTo(Networks.canonical(read(BODY)));
  }

  @ParameterizedTest
  @CsvSource({"pulse, PULSE", "latch, LATCH", "roll, ROLL", "rollover, ROLL"})
  void counterModes(String name, CounterMode mode) throws IOException {
    String counter =
        "<automata-network><counter id='c' target='1000000000' at-target='%s'/></automata-network>";
    AutomataNetwork network = read(counter.formatted(name));
    assertThat(network.counterMode(0)).isEqualTo(mode);
    assertThat(network.target(0)).isEqualTo(1_000_000_000);
    assertThat(read(counter.formatted("latch").replace(" at-target='latch'", "")).counterMode(0))
        .isEqualTo(CounterMode.PULSE);
  }

  @ParameterizedTest
  @CsvSource({
    "and, AND",
    "or, OR",
    "nor, NOR",
    "nand, NAND",
    "inverter, NOT",
    "sum-of-products, SUM_OF_PRODUCTS",
    "product-of-sums, PRODUCT_OF_SUMS",
    "nsum-of-products, NEGATED_SUM_OF_PRODUCTS",
    "nproduct-of-sums, NEGATED_PRODUCT_OF_SUMS"
  })
  void gates(String name, GateFunction function) throws IOException {
    AutomataNetwork network = read("<automata-network><" + name + " id='g'/></automata-network>");
    assertThat(network.gateFunction(0)).isEqualTo(function);
  }

  @Test
  void ofAPlainGateTheOneTermMayBeNamed() throws IOException {
    AutomataNetwork network =
        read(
            "<automata-network><or id='g'><activate-on-high element='h:t1'/></or><or id='h'/></automata-network>");
    assertThat(network.port(0, 0)).isEqualTo(Ports.INPUT);
  }

  @Test
  void colonsThatNameNoPortBelongToTheId() throws IOException {
    AutomataNetwork network =
        read(
            "<automata-network><or id='a:b'><activate-on-high element='x:y:t'/></or><or id='x:y:t'/></automata-network>");
    assertThat(network.successor(0, 0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16", "UTF-16LE", "UTF-16BE"})
  void encodings(String encoding) throws IOException {
    String text =
        "<?xml version='1.0' encoding='%s'?><automata-network id='\u00e9'/>".formatted(encoding);
    assertThat(read(text, Charset.forName(encoding)).networkId()).isEqualTo("\u00e9");
    assertThat(read("\ufeff<automata-network id='\u00e9'/>").networkId()).isEqualTo("\u00e9");
  }

  /** Honest files have more references and attributes than parsers are told to be afraid of. */
  @Test
  void manyReferencesAreNoBomb() throws IOException {
    StringBuilder text = new StringBuilder("<automata-network>");
    for (int i = 0; i < 150_000; i++) {
      text.append("<or id='&lt;&amp;&#x41;").append(i).append("'/>");
    }
    AutomataNetwork network = read(text + "</automata-network>");
    assertThat(network.size()).isEqualTo(150_000);
    assertThat(network.id(149_999)).isEqualTo("<&A149999");
  }

  @Test
  void theStreamIsLeftOpenAndFailuresOfItComeThrough() {
    byte[] start = BODY.substring(0, 800).getBytes(StandardCharsets.UTF_8);
    FilterInputStream failing =
        new FilterInputStream(new ByteArrayInputStream(start)) {
          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            if (count < 0) {
              throw new IOException("the disk is gone");
            }
            return count;
          }

          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    assertThatThrownBy(() -> AnmlReader.read(failing, "x.anml", NetworkLimits.DEFAULT))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
  }
}
