package io.fsmrun.gpu.stream;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.List;
import java.util.Locale;

/** Rules of words and gaps. */
final class WordRules {

  private static final String LETTERS = "abAB";
  private static final int NO_STATE = -1;

  private WordRules() {}

  /** A word anywhere; what its last state reports. */
  static Nfa literal(String word, int flags) {
    NfaBuilder builder = new NfaBuilder();
    builder.addFlags(append(builder, NO_STATE, word), flags);
    return builder.build();
  }

  /** A word at the start. */
  static Nfa anchored(String word, int flags) {
    NfaBuilder builder = new NfaBuilder();
    int first = builder.addState(SymbolSet.of(word.charAt(0)));
    builder.addEdge(Nfa.START, first);
    builder.addFlags(append(builder, first, word.substring(1)), flags);
    return builder.build();
  }

  /** {@code head.*tail}. */
  static Nfa gap(String head, String tail) {
    NfaBuilder builder = new NfaBuilder();
    int loop = builder.addState(SymbolSet.ALL);
    int last = append(builder, NO_STATE, head);
    builder.addEdge(last, loop);
    builder.addEdge(loop, loop);
    int first = builder.addState(SymbolSet.of(tail.charAt(0)));
    builder.addEdge(last, first);
    builder.addEdge(loop, first);
    builder.addFlags(append(builder, first, tail.substring(1)), ReportFlags.HERE);
    return builder.build();
  }

  /** {@code word(?=next)}: reported one byte late. */
  static Nfa before(String word, SymbolSet next) {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(next);
    if (word.isEmpty()) {
      builder.setAlwaysEnabled(state);
    } else {
      builder.addEdge(append(builder, NO_STATE, word), state);
    }
    builder.addFlags(state, ReportFlags.BACK);
    return builder.build();
  }

  private static int append(NfaBuilder builder, int from, String text) {
    int last = from;
    for (int i = 0; i < text.length(); i++) {
      int state = builder.addState(SymbolSet.of(text.charAt(i)));
      connect(builder, last, state, false);
      last = state;
    }
    return last;
  }

  static String word(RandomAutomata random) {
    StringBuilder word = new StringBuilder();
    for (int i = random.number(2, 8); i > 0; i--) {
      word.append(LETTERS.charAt(random.number(0, LETTERS.length() - 1)));
    }
    return word.toString();
  }

  /** One to three words of some letters, in either case perhaps, with gaps between them. */
  static Nfa words(RandomAutomata random, List<String> pool) {
    NfaBuilder builder = new NfaBuilder();
    int last = NO_STATE;
    int words = random.number(1, 3);
    boolean anchored = random.chance(0.1);
    for (int w = 0; w < words; w++) {
      String word = pool.get(random.number(0, pool.size() - 1));
      for (int i = 0; i < word.length(); i++) {
        String letter = word.substring(i, i + 1);
        String symbols =
            random.chance(0.2)
                ? letter.toLowerCase(Locale.ROOT) + letter.toUpperCase(Locale.ROOT)
                : letter;
        int state = builder.addState(SymbolSet.ofChars(symbols));
        connect(builder, last, state, anchored);
        last = state;
      }
      if (w + 1 < words) {
        SymbolSet gap = random.chance(0.5) ? SymbolSet.ALL : SymbolSet.of('\n').complement();
        int loop = builder.addState(gap);
        builder.addEdge(last, loop);
        builder.addEdge(loop, loop);
        last = loop;
      }
    }
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  private static void connect(NfaBuilder builder, int from, int to, boolean anchored) {
    if (from != NO_STATE) {
      builder.addEdge(from, to);
    } else if (anchored) {
      builder.addEdge(Nfa.START, to);
    } else {
      builder.setAlwaysEnabled(to);
    }
  }
}
