package io.fsmrun.ap.mnrl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.convert.Networks;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.ap.network.StartKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What MNRL files say. */
class MnrlReaderTest {

  static AutomataNetwork read(String text) throws IOException {
    return MnrlReader.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        "x.mnrl",
        NetworkLimits.DEFAULT);
  }

  /** A network of one node, written with single quotes. */
  private static AutomataNetwork one(String node) throws IOException {
    return read(("{'id': 'n', 'nodes': [" + node + "]}").replace('\'', '"'));
  }

  @Test
  void propertiesComeInAnyOrderAndUnknownOnesAreSkipped() throws IOException {
    AutomataNetwork network =
        read(
            """
            {"attributes": {"x": [1, {"id": "no"}]},
             "nodes": [
              {"outputDefs": [{"activate": [{"portId": "cnt", "id": "c"}, {"id": "g", "portId": "b0", "why": 1}],
                               "width": 1, "portId": "o"}],
               "attributes": {"latched": true, "reportId": 17, "symbolSet": "[a\\\\x62]", "note": {"latched": 3}},
               "extra": [[]], "report": true, "enable": "always", "type": "hState", "id": "s",
               "inputDefs": [{"portId": "i", "width": 1}]},
              {"id": "c", "type": "upCounter", "enable": "onStartAndActivateIn", "report": true,
               "inputDefs": [], "outputDefs": [{"portId": "o", "width": 1,
                 "activate": [{"id": "s", "portId": "i"}]}],
               "attributes": {"mode": "rollover", "threshold": 9, "reportId": null}},
              {"id": "g", "type": "boolean", "enable": "onLast", "report": false,
               "attributes": {"gateType": "nor", "reportId": "unused"}}
             ],
             "id": "late"}
            """);
    assertThat(network.networkId()).isEqualTo("late");
    assertThat(Networks.canonical(network))
        .hasSize(3)
        .containsEntry("s", "STE [ab] ALL_INPUT true reports <17> -> [c by 0, g by 0]")
        .containsEntry("c", "COUNTER 9 ROLL reports <> -> [s by 0]")
        .containsEntry("g", "GATE NOR at end -> []");
  }

  @ParameterizedTest
  @CsvSource({
    "onActivateIn, NONE, false",
    "onStartAndActivateIn, START_OF_DATA, false",
    "always, ALL_INPUT, false",
    "onLast, NONE, true"
  })
  void whatEnablesAnSte(String enable, StartKind start, boolean atEnd) throws IOException {
    AutomataNetwork network =
        one(
            "{'id':'s','type':'hState','enable':'%s','report':true,'attributes':{'symbolSet':'*'}}"
                .formatted(enable));
    assertThat(network.start(0)).isEqualTo(start);
    assertThat(network.isAtEndOnly(0)).isEqualTo(atEnd);
    assertThat(network.reportCode(0)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"trigger, PULSE", "high, LATCH", "rollover, ROLL"})
  void counterModes(String name, CounterMode mode) throws IOException {
    AutomataNetwork network =
        one(
            "{'id':'c','type':'upCounter','enable':'always','report':false,'attributes':{'threshold':2,'mode':'%s'}}"
                .formatted(name));
    assertThat(network.counterMode(0)).isEqualTo(mode);
  }

  @ParameterizedTest
  @CsvSource({
    "and, AND",
    "or, OR",
    "nor, NOR",
    "nand, NAND",
    "not, NOT",
    "sop, SUM_OF_PRODUCTS",
    "pos, PRODUCT_OF_SUMS",
    "nsum-of-products, NEGATED_SUM_OF_PRODUCTS",
    "npos, NEGATED_PRODUCT_OF_SUMS"
  })
  void gates(String name, GateFunction function) throws IOException {
    AutomataNetwork network =
        one(
            "{'id':'g','type':'boolean','enable':'always','report':false,'attributes':{'gateType':'%s'}}"
                .formatted(name));
    assertThat(network.gateFunction(0)).isEqualTo(function);
  }

  @Test
  void termsArePorts() throws IOException {
    String gate =
        "{'id':'%s','type':'boolean','enable':'always','report':false,'attributes':{'gateType':'sop'}%s}";
    String edges =
        ",'outputDefs':[{'portId':'o','width':1,'activate':[{'id':'h','portId':'b2'},{'id':'h','portId':'t1'}]}]";
    AutomataNetwork network = one(gate.formatted("g", edges) + "," + gate.formatted("h", ""));
    assertThat(network.port(0, 0)).isZero();
    assertThat(network.port(0, 1)).isEqualTo(2);
  }
}
