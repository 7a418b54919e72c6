package io.fsmrun.ap.anml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are no networks: errors say file, line, column and what it is about. */
class BadAnmlTest {

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MalformedNetworkException error(String text) {
    return error(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MalformedNetworkException error(byte[] bytes) {
    MalformedNetworkException e =
        catchThrowableOfType(
            MalformedNetworkException.class,
            () ->
                AnmlReader.read(new ByteArrayInputStream(bytes), "x.anml", NetworkLimits.DEFAULT));
    assertThat(e).isNotNull();
    assertThat(e.line()).isPositive();
    assertThat(e).hasMessageStartingWith("x.anml:" + e.line() + ":" + e.column() + ": ");
    return e;
  }

  /** The lines of a network, of which the first is line 2. */
  private static String network(String... lines) {
    return "<automata-network id='n'>\n" + String.join("\n", lines) + "\n</automata-network>";
  }

  private static final String STE = "<state-transition-element id='q1' symbol-set='a'";

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "<flip-flop id='q1'/>                                   | <flip-flop> 'q1' is not known",
        "<macro-reference id='q1'/>                             | macros are not supported: <macro-reference> 'q1'",
        "<state-transition-element id='q1'/>                    | 'q1' has no symbol-set",
        "<state-transition-element symbol-set='a'/>             | has no id",
        "<state-transition-element id='' symbol-set='a'/>       | empty id",
        "<state-transition-element id='q1' symbol-set='a' start='now'/>  | start of 'q1' is 'now'",
        "<state-transition-element id='q1' symbol-set='a' latch='x'/>    | latch of 'q1' is 'x'",
        "<state-transition-element id='q1' symbol-set='a' case='x'/>     | 'case' is not known in <state-transition-element> 'q1'",
        "<counter id='q1'/>                                     | 'q1' has no target",
        "<counter id='q1' target='0'/>                          | 'q1' has the target 0",
        "<counter id='q1' target='99999999999999999999'/>       | target of 'q1' is '99999999999999999999'",
        "<counter id='q1' target='3000000000'/>                 | 'q1' has the target 3000000000",
        "<counter id='q1' target='2' at_target='latch'/>        | 'at_target' is not known in <counter> 'q1'",
        "<counter id='q1' target='2' at-target='x'/>            | at-target of 'q1' is 'x'",
        "<or id='q1'><activate-on-high/></or>                   | of 'q1' has no element",
        "<or id='q1'><activate-on-high element='q1' to='2'/></or> | 'to' is not known in <activate-on-high> of 'q1'",
        "<or id='q1'><activate-on-high element='q1'><b/></activate-on-high></or> | of 'q1'",
        "<or id='q1'><activate-on-high element='nil'/></or>     | no element has the id 'nil'",
        "<or id='q1'><report-on-high reportcode='1'/><report-on-high reportcode='2'/></or> | 'q1' has two report codes",
        "<or id='q1'><activate-on-low element='q1'/></or>       | <activate-on-low> is not known in 'q1'",
        "<or id='q1'>text</or>                                  | text where an element was expected",
        "<or id='q1'>&nbsp;</or>                                | nbsp",
        "<or id='q1'/><or id='q1'/>                             | 'q1' is taken already",
        "<or id='q1'><activate-on-high element='q1'/></or>      | 'q1' is in, or behind, a circle",
        "<counter id='q1' target='2'/><or id='g'><activate-on-high element='q1'/></or> | counter 'q1' must say whether",
        "<or id='g'><activate-on-high element='q1'/></or><counter id='q1' target='2'/> | counter 'q1' must say whether",
        "<or id='g'><activate-on-high element='q1:cnt'/></or><or id='q1'/> | 'q1' as if it were a counter",
        "<or id='g'><activate-on-high element='q1:t2'/></or><or id='q1'/> | 'q1' by port 1",
        "<sum-of-products id='q1'/><or id='g'><activate-on-high element='q1'/></or> | 'q1' must say which of its terms",
        "<or id='g'><activate-on-high element='q1:t1'/></or><counter id='q1' target='2'/> | 'q1' by a term",
      })
  void whatIsWrongIsNamedWithItsPlace(String line, String message) {
    MalformedNetworkException e = error(network("", line.strip()));
    assertThat(e).hasMessageContaining(message);
    assertThat(e.line()).isEqualTo(3);
  }

  @Test
  void aSymbolSetIsPlacedToTheCharacter() {
    String ste =
        "  <state-transition-element\r\n    start='none' symbol-set = \"[&lt;a&#x41;z-a]\"\r\n id='q1' >";
    MalformedNetworkException e = error("<automata-network>\r\n<!-- x -->\r" + ste);
    assertThat(e).hasMessageContaining("in the symbol set of 'q1'").hasMessageContaining("z-a");
    assertThat(e.line()).isEqualTo(4);
    assertThat(e.column()).isEqualTo("    start='none' symbol-set = \"[&lt;a&#x41;z".length());
  }

  @Test
  void aSymbolSetLateInAFileIsPlacedToTheCharacter() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 60_000; i++) {
      text.append("<!-- \u00e9 -->\n<or\nid='%d'/>\n".formatted(i));
    }
    MalformedNetworkException e =
        error(network(text + "<state-transition-element id='q1' symbol-set='\\q'/>"));
    assertThat(e.line()).isEqualTo(180_002);
    assertThat(e.column()).isEqualTo("<state-transition-element id='q1' symbol-set='\\".length());
  }

  @Test
  void otherRoots() {
    assertThat(error("<anml-project/>")).hasMessageContaining("the root element is <anml-project>");
    assertThat(error("<anml version='1'/>")).hasMessageContaining("no <automata-network>");
    assertThat(error("<anml><or id='q'/></anml>")).hasMessageContaining("<or> 'q'");
    String two = "<anml><automata-network id='one'/>\n<automata-network id='two'/></anml>";
    assertThat(error(two)).hasMessageContaining("a second network, 'two'");
    assertThat(error(two).line()).isEqualTo(2);
  }

  @Test
  void truncatedFiles() {
    String whole = network(STE + "><report-on-match reportcode='5'/></state-transition-element>");
    for (int length = 0; length < whole.length(); length++) {
      error(whole.substring(0, length));
    }
    assertThat(error(whole + "<")).isNotNull();
    assertThat(error(whole + "more")).isNotNull();
    assertThat(error(whole + whole)).isNotNull();
  }

  @Test
  void bytesThatAreNoText() {
    byte[] bad = network("", "<or id='q?'/>").getBytes(StandardCharsets.UTF_8);
    bad[new String(bad, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xc3;
    MalformedNetworkException e = error(bad);
    assertThat(e).hasMessageContaining("not UTF-8");
    assertThat(e.line()).isEqualTo(3);
    assertThat(e.column()).isEqualTo("<or id='q?".length());
    assertThat(error(new byte[] {'<', 'a', (byte) 0xe2, (byte) 0x82}))
        .hasMessageContaining("within a character");
    assertThat(error("<?xml version='1.0' encoding='klingon'?><anml/>"))
        .hasMessageContaining("klingon");
    assertThat(error(network("<or id='\u0001'/>")).line()).isEqualTo(2);
  }

  @Test
  void limitsAreSaidWithTheirPlace() {
    NetworkLimits limits = new NetworkLimits(2, 1, 10);
    String[] lines = {"<or id='a'/>", "<or id='b'/>", "<or id='c'/>"};
    assertThatThrownBy(() -> AnmlReader.read(bytes(network(lines)), "x.anml", limits))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageStartingWith("x.anml:4:")
        .hasMessageContaining("elements: 3, over the limit of 2");
    String longId = network("", "<or id='" + "x".repeat(11) + "'/>");
    assertThatThrownBy(() -> AnmlReader.read(bytes(longId), "x.anml", limits))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageStartingWith("x.anml:3:");
    String edges =
        "<or id='a'><activate-on-high element='b'/>\n<activate-on-high element='b'/></or>";
    assertThatThrownBy(() -> AnmlReader.read(bytes(network(edges)), "x.anml", limits))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageStartingWith("x.anml:3:");
  }

  /** A tag without end must not fill the memory. */
  @Test
  void aTagWithoutEndIsStopped() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            java.util.Arrays.fill(target, offset, offset + length, (byte) 'x');
            return length;
          }
        };
    InputStream in = new SequenceInputStream(bytes("<automata-network id='"), endless);
    assertThatThrownBy(() -> AnmlReader.read(in, "x.anml", NetworkLimits.DEFAULT))
        .isInstanceOf(MalformedNetworkException.class)
        .hasMessageContaining("characters");
  }

  @Test
  void deepNestingIsStopped() {
    assertThat(error(network("<description>" + "<b>".repeat(1_000_000))))
        .hasMessageContaining("deep");
  }

  @Test
  void entityBombsAreRefused() {
    StringBuilder bomb = new StringBuilder("<!DOCTYPE anml [<!ENTITY a0 'ha'>");
    for (int i = 1; i < 30; i++) {
      bomb.append("<!ENTITY a%d '%s'>".formatted(i, ("&a" + (i - 1) + ";").repeat(10)));
    }
    bomb.append("]>\n<automata-network id='&a29;'/>");
    assertThat(error(bomb.toString())).hasMessageContaining("document type");
    assertThat(error("<!DOCTYPE anml><automata-network/>")).hasMessageContaining("document type");
  }

  @Test
  void nothingOutsideOfTheFileIsRead(@TempDir Path folder) throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "the secret");
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/x.dtd";
      for (String place : new String[] {secret.toUri().toString(), url}) {
        String general = "<!DOCTYPE a [<!ENTITY e SYSTEM '%s'>]>".formatted(place);
        String parameter = "<!DOCTYPE a [<!ENTITY %% e SYSTEM '%s'> %%e;]>".formatted(place);
        String subset = "<!DOCTYPE a SYSTEM '%s'>".formatted(place);
        for (String type : new String[] {general, parameter, subset}) {
          MalformedNetworkException e = error(type + network("<description>&e;</description>"));
          assertThat(e).hasMessageContaining("document type");
          assertThat(e.getMessage()).doesNotContain("the secret");
        }
      }
      assertThat(requests).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void whatAnmlCannotWriteIsAnErrorBeforeAnythingIsWritten() {
    for (String id : new String[] {"c:cnt", "x:t3", "bell\u0007", "end\uffff"}) {
      NetworkBuilder builder = new NetworkBuilder("n");
      builder.ste(id, SymbolSet.ALL);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      assertThatThrownBy(
              () -> AnmlWriter.write(builder.build(), out, AnmlWriter.EndReports.ATTRIBUTE))
          .isInstanceOf(MalformedNetworkException.class)
          .hasMessageContaining(id);
      assertThat(out.size()).isZero();
    }
  }
}
