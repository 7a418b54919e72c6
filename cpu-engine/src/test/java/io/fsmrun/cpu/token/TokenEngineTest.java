package io.fsmrun.cpu.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenEngineTest {

  private static final SymbolSet SPACE = SymbolSet.of(' ');
  private static final TokenElement ANY = after(TokenElement.ANY);

  private static TokenElement after(int predicate) {
    return new TokenElement(predicate, 1, TokenElement.UNBOUNDED);
  }

  /** Takes one token. */
  private static Nfa word(String text) {
    NfaBuilder builder = new NfaBuilder();
    int state = Nfa.START;
    for (int i = 0; i < text.length(); i++) {
      int next = builder.addState(SymbolSet.of(text.charAt(i)));
      builder.addEdge(state, next);
      state = next;
    }
    builder.addFlags(state, ReportFlags.HERE);
    return builder.build();
  }

  private static List<String> scan(TokenProgram program, String text) {
    byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
    BlockSession session = new TokenEngine(program).newSession();
    ReportBuffer reports = new ReportBuffer();
    reports.startBlock(100);
    session.scan(input, 0, input.length, 100, reports);
    List<String> found = new ArrayList<>();
    for (int i = 0; i < reports.size(); i++) {
      found.add((reports.end(i) - 100) + ":" + reports.rule(i));
    }
    return found;
  }

  @Test
  void reportsByEndThenRule() {
    TokenProgram program =
        new TokenProgram(
            SPACE,
            List.of(word("a"), word("to")),
            List.of(
                new TokenChain(7, List.of(after(1)), 1, false),
                new TokenChain(3, List.of(after(2), after(1)), 1, false),
                new TokenChain(3, List.of(after(1), ANY, ANY), 1, false),
                new TokenChain(5, List.of(ANY, ANY, after(1)), 1, false),
                new TokenChain(1, List.of(after(1)), 2, true)));
    // The first token follows no delimiter.
    assertThat(scan(program, "a a  to a   b a"))
        .containsExactly("4:7", "5:1", "10:3", "10:5", "10:7", "11:1", "12:1");
    assertThat(scan(program, " a x a y z ")).containsExactly("3:7", "7:3", "7:5", "7:7", "11:3");
  }

  @Test
  void refusesProgramsThatCannotBe() {
    TokenChain chain = new TokenChain(0, List.of(after(1)), 1, false);
    assertThatThrownBy(() -> new TokenProgram(SPACE, List.of(), List.of(chain)))
        .hasMessageContaining("no predicate 1");
    assertThatThrownBy(() -> new TokenProgram(SymbolSet.EMPTY, List.of(word("a")), List.of(chain)))
        .hasMessageContaining("delimiters");
    assertThatThrownBy(() -> new TokenChain(0, List.of(), 1, false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TokenElement(0, 3, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
