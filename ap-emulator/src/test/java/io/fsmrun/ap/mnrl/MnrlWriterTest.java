package io.fsmrun.ap.mnrl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The form of MNRL files, property by property, as the schema wants it. */
class MnrlWriterTest {

  private static String[] lines(AutomataNetwork network) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    MnrlWriter.write(network, out);
    return out.toString(StandardCharsets.UTF_8).split("\n", -1);
  }

  @Test
  void everyNodeHasAllThatTheSchemaRequires() throws IOException {
    NetworkBuilder builder = new NetworkBuilder("net");
    int ste = builder.ste("s", SymbolSet.ofChars("a["));
    builder.start(ste, StartKind.ALL_INPUT);
    builder.report(ste, "7");
    int counter = builder.counter("c", 3, CounterMode.LATCH);
    int gate = builder.gate("g", GateFunction.OR);
    builder.edge(ste, counter, Ports.RESET);
    builder.edge(ste, gate);
    String[] lines = lines(builder.build());
    assertThat(lines[0]).isEqualTo("{\"id\":\"net\",\"nodes\":[");
    assertThat(lines[1])
        .isEqualTo(
            "{'id':'s','type':'hState','enable':'always','report':true,'inputDefs':[{'portId':'i','width':1}],'outputDefs':[{'portId':'o','width':1,'activate':[{'id':'c','portId':'rst'},{'id':'g','portId':'b0'}]}],'attributes':{'symbolSet':'[\\\\x5ba]','latched':false,'reportId':'7'}}"
                .replace('\'', '"'));
    assertThat(lines[2])
        .endsWith(
            "{'id':'c','type':'upCounter','enable':'onStartAndActivateIn','report':false,'inputDefs':[{'portId':'cnt','width':1},{'portId':'rst','width':1}],'outputDefs':[{'portId':'o','width':1,'activate':[]}],'attributes':{'threshold':3,'mode':'high','reportId':''}}"
                .replace('\'', '"'));
    assertThat(lines[3]).contains("\"gateType\":\"or\"").contains("\"portId\":\"b0\"");
  }

  @Test
  void onLastIsForStesThatDoNotStart() throws IOException {
    NetworkBuilder builder = new NetworkBuilder("net");
    int plain = builder.ste("plain", SymbolSet.ALL);
    int starting = builder.ste("starting", SymbolSet.ALL);
    builder.start(starting, StartKind.START_OF_DATA);
    for (int ste : new int[] {plain, starting}) {
      builder.report(ste, "");
      builder.atEndOnly(ste);
    }
    String[] lines = lines(builder.build());
    assertThat(lines[1]).contains("\"plain\"").contains("\"enable\":\"onLast\",\"report\":true");
    assertThat(lines[2]).contains("\"enable\":\"onStartAndActivateIn\",\"report\":false");
    assertThat(lines[3])
        .contains(
            "\"id\":\"starting_end\",\"type\":\"boolean\",\"enable\":\"onLast\",\"report\":true")
        .contains("\"reportId\":\"starting\"");
  }
}
