package io.fsmrun.cli.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dk.brics.automaton.RegExp;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.BricsBridge;
import java.io.StringReader;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Drawings of machines, read back. */
class MachineDrawingTest {

  private static final String ANY = "[\u0000-\u00ff]*";

  private static Dfa dfa(String regex) {
    return BricsBridge.toDfa(new RegExp(ANY + regex).toAutomaton(), 5_000);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static long count(String text, String regex) {
    return Pattern.compile(regex).matcher(text).results().count();
  }

  @Test
  void aSmallMachineIsDrawnWhole() throws Exception {
    Dfa dfa = dfa("abc");
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, s -> s / 2, 40);
    // Four states, one of which reports and has two outlines.
    assertThat(dfa.stateCount()).isEqualTo(4);
    assertThat(parse(drawing.svg()).getElementsByTagName("rect").getLength()).isEqualTo(5);
    assertThat(drawing.svg()).contains(">a<", ">b<", ">c<", ">set 0<", ">set 1<");
    assertThat(drawing.note()).contains("the start", "reports").doesNotContain("are drawn");
    assertThat(count(drawing.dot(), "\\[label=\"\\d+\\\\nset")).isEqualTo(4);
    assertThat(drawing.dot())
        .contains("s0 -> s1 [label=\"a\"]", "s2 -> s0 [label=\"^ac\"]", "peripheries=2");
  }

  @Test
  void chainsOfALongMachineBecomeOneNode() throws Exception {
    Dfa dfa = dfa("abcdefghijklmnopqrstuvwxyz(0|1)");
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, s -> 0, 8);
    assertThat(dfa.stateCount()).isGreaterThan(25);
    assertThat(drawing.svg()).contains("states)").contains("bcdefg");
    assertThat(drawing.note()).contains("chain").doesNotContain("states are drawn");
    parse(drawing.svg());
  }

  @Test
  void chainsDoNotCrossGroups() {
    Dfa dfa = dfa("abcdefghijklmnopqrstuvwxyz(0|1)");
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, s -> s, 8);
    assertThat(drawing.svg()).doesNotContain("states)");
    assertThat(drawing.note()).contains("8 of " + dfa.stateCount() + " states are drawn");
  }

  @Test
  void whatIsTooLargeIsCutAndSaysSo() throws Exception {
    Dfa dfa = dfa("a[\u0000-\u00ff]{10}b");
    assertThat(dfa.stateCount()).isGreaterThan(MachineDrawing.MOST_DOT_STATES);
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, s -> s % 7, 40);
    int outlines = parse(drawing.svg()).getElementsByTagName("rect").getLength();
    assertThat(outlines).isBetween(40, 80);
    assertThat(drawing.note()).contains("are drawn, those nearest", "The text has the 2,000");
    assertThat(count(drawing.dot(), "\\[label=\"\\d+\\\\nset")).isEqualTo(2_000);
    assertThat(drawing).isEqualTo(MachineDrawing.of(dfa, s -> s % 7, 40));
  }

  @Test
  void awkwardBytesStayReadable() throws Exception {
    Dfa dfa = dfa("\\<\\\"\\&\\\\\n");
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, s -> 0, 40);
    assertThat(parse(drawing.svg()).getDocumentElement().getTextContent())
        .contains("<", "\"", "&", "\\n");
    assertThat(drawing.dot()).contains("[label=\"\\\"\"]", "[label=\"\\\\n\"]");
    assertThatThrownBy(() -> MachineDrawing.of(dfa, s -> 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void byteClassesAreShort() {
    assertThat(ByteLabel.of(SymbolSet.range('a', 'z'))).isEqualTo("a-z");
    assertThat(ByteLabel.of(SymbolSet.of('\n').complement())).isEqualTo("^\\n");
    assertThat(ByteLabel.of(SymbolSet.ALL)).isEqualTo("any");
    assertThat(ByteLabel.of(SymbolSet.range('a', 'b').or(SymbolSet.of(' ')))).isEqualTo("\u2423ab");
    assertThat(ByteLabel.of(SymbolSet.of('-').or(SymbolSet.of(255)))).isEqualTo("\\-\\xff");
    assertThat(ByteLabel.of(SymbolSet.ofChars("acegikmoqsuwy024"))).hasSize(14).endsWith("\u2026");
  }
}
