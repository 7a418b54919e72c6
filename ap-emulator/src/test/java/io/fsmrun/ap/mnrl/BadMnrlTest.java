package io.fsmrun.ap.mnrl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are no networks: errors say file, line, column and what it is about. */
class BadMnrlTest {

  private static MalformedNetworkException error(byte[] bytes) {
    MalformedNetworkException e =
        catchThrowableOfType(
            MalformedNetworkException.class,
            () ->
                MnrlReader.read(new ByteArrayInputStream(bytes), "x.mnrl", NetworkLimits.DEFAULT));
    assertThat(e).isNotNull();
    assertThat(e.line()).isPositive();
    assertThat(e).hasMessageStartingWith("x.mnrl:" + e.line() + ":" + e.column() + ": ");
    return e;
  }

  private static MalformedNetworkException error(String text) {
    return error(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Single quotes for double ones; the nodes are on line 2. */
  private static String network(String nodes) {
    return ("{'id':'n','nodes':[\n" + nodes + "\n]}").replace('\'', '"');
  }

  private static final String TO =
      ",'report':false,'outputDefs':[{'portId':'o','width':1,'activate':[{'id':'%s','portId':'%s'}]}]";
  private static final String STE =
      "{'id':'q1','type':'hState','enable':'always','attributes':{'symbolSet':'a'}";
  private static final String GATE =
      "{'id':'q1','type':'boolean','enable':'always','attributes':{'gateType':'or'}";
  private static final String COUNTER =
      "{'id':'q1','type':'upCounter','enable':'always','report':false,'attributes':{'threshold':%s,'mode':'%s'}}";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{'id':'q1','type':'latch'}                        | type of 'q1' is 'latch'",
        "{'id':'q1'}                                       | 'q1' has no type",
        "{'type':'hState'}                                 | has no id",
        "{'id':7}                                          | an id must be a string",
        "[]                                                | a node must be an object",
        "{'id':'q1','type':'state','attributes':{'symbolSet':{'o':'a'}}} | 'q1' is a state",
        "{'id':'q1','type':'hState','report':false,'enable':'always'}    | 'q1' has no symbolSet",
        "{'id':'q1','type':'hState','report':false,'enable':'now','attributes':{'symbolSet':'a'}} | enable of 'q1' is 'now'",
        "{'id':'q1','type':'hState','report':false,'attributes':{'symbolSet':'a'}}  | 'q1' has no enable",
        "{'id':'q1','type':'hState','report':1,'enable':'always'}    | report of 'q1' must be a boolean",
        "{'id':'q1','type':'hState','enable':'always','attributes':{'symbolSet':'a','latched':'no'}} | latched of 'q1'",
        "{'id':'q1','type':'hState','enable':'always','attributes':{'symbolSet':'a'}} | 'q1' has no report",
        "{'id':'q1','attributes':{'reportId':true}}        | reportId of 'q1' must be a string or a number",
        "{'id':'q1','id':'q2'}                             | Duplicate",
        "{'id':'q1','outputDefs':{}}                       | outputDefs of 'q1' must be an array",
        "{'id':'q1','outputDefs':[{'activate':[{'id':'q1'}]}]}  | edge of 'q1' has no id or no portId",
      })
  void whatIsWrongIsNamedWithItsPlace(String node, String message) {
    MalformedNetworkException e = error(network(node.strip()));
    assertThat(e).hasMessageContaining(message);
    assertThat(e.line()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "0, high, 'has the target 0'",
    "-3, high, 'has the target -3'",
    "1.5, high, 'is 1.5'",
    "1e9, high, 'is 1e9'",
    "3000000000, high, 'has the target 3000000000'",
    "99999999999999999999, high, 'is 99999999999999999999'",
    "null, high, no threshold",
    "3, low, mode of 'q1' is 'low'"
  })
  void counters(String threshold, String mode, String message) {
    assertThat(error(network(COUNTER.formatted(threshold, mode)))).hasMessageContaining(message);
  }

  @Test
  void counterOnLast() {
    String counter = COUNTER.formatted("3", "high").replace("always", "onLast");
    assertThat(error(network(counter))).hasMessageContaining("onLast");
  }

  @Test
  void edgesThatFitNothing() {
    assertThat(error(network(STE + TO.formatted("nil", "i") + "}")))
        .hasMessageContaining("no element has the id 'nil'");
    assertThat(error(network(STE + TO.formatted("q1", "x") + "}")))
        .hasMessageContaining("port 'x' in an edge of 'q1'");
    assertThat(error(network(STE + TO.formatted("q1", "rst") + "}")))
        .hasMessageContaining("'q1' as if it were a counter");
    assertThat(error(network(GATE + TO.formatted("q1", "b0") + "}")))
        .hasMessageContaining("'q1' is in, or behind, a circle");
    String ste = STE.replace("q1", "s") + TO.formatted("q1", "i") + "}";
    assertThat(error(network(ste + ",\n" + COUNTER.formatted("3", "high"))))
        .hasMessageContaining("'q1' must say whether");
    MalformedNetworkException twice =
        error(network(STE + ",'report':true},\n" + STE + ",'report':true}"));
    assertThat(twice).hasMessageContaining("'q1' is taken already, by the element at line 2");
    assertThat(twice.line()).isEqualTo(3);
  }

  @Test
  void aSymbolSetIsPlacedToTheCharacter() {
    String head =
        "{'id':'q1','type':'hState','enable':'always','report':false,'attributes':{'symbolSet':'[";
    MalformedNetworkException e = error(network(head + "\\\\x41z-a]'}}"));
    assertThat(e).hasMessageContaining("in the symbol set of 'q1'");
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo((head + "\\\\x41z").length());
  }

  @Test
  void wrongWholes() {
    assertThat(error("")).hasMessageContaining("nothing in the file");
    assertThat(error("[]")).hasMessageContaining("no JSON object");
    assertThat(error("<anml/>").line()).isEqualTo(1);
    assertThat(error("{\"id\":\"n\"}")).hasMessageContaining("no nodes");
    assertThat(error("{\"nodes\":[]}")).hasMessageContaining("no id");
    assertThat(error("{\"id\":\"n\",\"nodes\":{}}")).hasMessageContaining("must be an array");
    assertThat(error("{\"id\":\"n\",\"nodes\":[],\"nodes\":[]}")).hasMessageContaining("Duplicate");
    assertThat(error(network("") + " {}")).hasMessageContaining("something follows");
    assertThat(error(network("") + " x").line()).isEqualTo(3);
  }

  @Test
  void truncatedFiles() throws IOException {
    String whole = network(STE + ",'report':true}").strip();
    assertThat(MnrlReaderTest.read(whole).size()).isEqualTo(1);
    for (int length = 0; length < whole.length(); length++) {
      error(whole.substring(0, length));
    }
  }

  @Test
  void bytesThatAreNoText() {
    byte[] bad = network(STE + ",'report':true}").getBytes(StandardCharsets.UTF_8);
    bad[new String(bad, StandardCharsets.UTF_8).indexOf("q1")] = (byte) 0xff;
    assertThat(error(bad).line()).isEqualTo(2);
    byte[] wide = "{\"id\":\"\ud800\"}".getBytes(StandardCharsets.UTF_16BE);
    wide[wide.length - 3] = (byte) 0xd8;
    assertThat(error(wide)).isNotNull();
  }

  @Test
  void deepNestingIsStopped() {
    assertThat(error("{\"x\":" + "[".repeat(1_000_000))).hasMessageContaining("depth");
  }

  @Test
  void limitsAreSaidWithTheirPlace() {
    NetworkLimits limits = new NetworkLimits(1, 1, 5);
    String edge = "{\"id\":\"q1\",\"portId\":\"i\"}";
    String twoEdges =
        network(STE + TO.formatted("q1", "i") + "}").replace(edge, edge + ",\n" + edge);
    String twoElements =
        network(STE + ",'report':true},\n" + STE.replace("q1", "q2") + ",'report':true}");
    for (String text : new String[] {twoEdges, twoElements}) {
      assertThatThrownBy(() -> MnrlReader.read(bytes(text), "x.mnrl", limits))
          .isInstanceOf(LimitExceededException.class)
          .hasMessageStartingWith("x.mnrl:3:")
          .hasMessageEndingWith("2, over the limit of 1");
    }
    String longId = network(STE.replace("q1", "x".repeat(6)) + ",'report':true}");
    assertThatThrownBy(() -> MnrlReader.read(bytes(longId), "x.mnrl", limits))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageStartingWith("x.mnrl:2:");
    assertThat(error("{\"id\":\"" + "x".repeat(3_000_000) + "\"}").line()).isEqualTo(1);
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
