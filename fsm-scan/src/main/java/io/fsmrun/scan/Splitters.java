package io.fsmrun.scan;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RegexParser;
import io.fsmrun.regex.RegexSyntaxException;
import io.fsmrun.regex.RuleCompiler;
import java.util.function.Supplier;

/**
 * Splitters of input into independent pieces, such as lines, sentences or packets, for {@link
 * StrategyScanner.Builder#split}. All methods are safe for use by several threads.
 */
public final class Splitters {

  private static final RuleCompiler COMPILER = new RuleCompiler(CompileLimits.defaults(), 1);
  private static final int LAST_ASCII = 0x7f;

  private Splitters() {}

  /**
   * Splitters at a byte or at the matches of a regex. A piece ends after each byte at which a match
   * ends, and holds its delimiter; matches may overlap, and may span what were pieces.
   *
   * <p>A single character is that byte, whatever it means in a regex: {@code .} splits after full
   * stops. Anything longer is a regex without flags, as in a rules file: {@code \n} and {@code
   * \x00} are bytes, {@code [.!?]} is any of three, {@code \r\n} is both in a row.
   *
   * @param spec a character, or a regex that matches no empty string and whose matches do not
   *     depend on what follows them; ASCII, with other bytes written as {@code \xHH}
   * @return makes a fresh splitter for each scan; takes O(1) a byte, and memory for at most 10,000
   *     states that is shared by all splitters
   * @throws UnusableSplitterException if the regex is refused, too large, or unfit to split at
   */
  public static Supplier<InputSplitter> of(String spec) {
    requireAscii(spec);
    if (spec.length() == 1) {
      return bytes(SymbolSet.of(spec.charAt(0)));
    }
    RegexNode tree = parse(spec);
    if (tree instanceof RegexNode.Symbols symbols && !symbols.set().isEmpty()) {
      return bytes(symbols.set());
    }
    return matches(compile(spec, tree));
  }

  private static void requireAscii(String spec) {
    if (spec.isEmpty()) {
      throw new UnusableSplitterException(spec, "it is empty", null);
    }
    for (int i = 0; i < spec.length(); i++) {
      if (spec.charAt(i) > LAST_ASCII) {
        throw new UnusableSplitterException(
            spec, "the character at offset " + i + " is not ASCII; write bytes as \\xHH", null);
      }
    }
  }

  private static RegexNode parse(String spec) {
    try {
      return RegexParser.parse(spec, RegexFlags.NONE);
    } catch (RegexSyntaxException e) {
      throw new UnusableSplitterException(
          spec, e.construct() + " at offset " + e.offset() + ": " + e.getMessage(), e);
    }
  }

  private static Dfa compile(String spec, RegexNode tree) {
    Automaton automaton;
    try {
      automaton = COMPILER.compile(tree);
    } catch (LimitExceededException e) {
      throw new UnusableSplitterException(spec, "it is too large (" + e.getMessage() + ")", e);
    }
    if (!(automaton instanceof Dfa dfa)) {
      int states = CompileLimits.defaults().dfaStates();
      throw new UnusableSplitterException(
          spec, "its automaton has more than " + states + " states", null);
    }
    requireFit(spec, dfa);
    return dfa;
  }

  private static void requireFit(String spec, Dfa dfa) {
    if ((dfa.reportFlags(dfa.start()) & ReportFlags.HERE) != 0) {
      throw new UnusableSplitterException(spec, "it matches the empty string", null);
    }
    int all = ReportFlags.NONE;
    for (int state = 0; state < dfa.stateCount(); state++) {
      all |= dfa.reportFlags(state);
    }
    if ((all & ReportFlags.BACK) != 0) {
      throw new UnusableSplitterException(
          spec, "whether it matches depends on the byte after the match", null);
    }
    if ((all & (ReportFlags.FINAL_HERE | ReportFlags.FINAL_BACK)) != 0) {
      throw new UnusableSplitterException(
          spec, "whether it matches depends on where the input ends", null);
    }
    if (all == ReportFlags.NONE) {
      throw new UnusableSplitterException(spec, "it matches nothing", null);
    }
  }

  private static Supplier<InputSplitter> bytes(SymbolSet set) {
    boolean[] ends = new boolean[SymbolSet.ALPHABET_SIZE];
    set.forEach(symbol -> ends[symbol] = true);
    InputSplitter splitter =
        (input, from, to) -> {
          for (int i = from; i < to; i++) {
            if (ends[input[i] & 0xff]) {
              return i + 1;
            }
          }
          return -1;
        };
    // It keeps nothing between calls, so all scans may have the same.
    return () -> splitter;
  }

  private static Supplier<InputSplitter> matches(Dfa dfa) {
    boolean[] ends = new boolean[dfa.stateCount()];
    for (int state = 0; state < ends.length; state++) {
      ends[state] = dfa.reportFlags(state) != ReportFlags.NONE;
    }
    return () -> new MatchSplitter(dfa, ends);
  }

  /** Runs "anything, then the regex", and keeps the state where a buffer ends. */
  private static final class MatchSplitter implements InputSplitter {

    private final Dfa dfa;
    private final boolean[] ends;
    private int state;

    MatchSplitter(Dfa dfa, boolean[] ends) {
      this.dfa = dfa;
      this.ends = ends;
      this.state = dfa.start();
    }

    @Override
    public int nextEnd(byte[] input, int from, int to) {
      int at = state;
      for (int i = from; i < to; i++) {
        at = dfa.next(at, input[i] & 0xff);
        if (ends[at]) {
          state = at;
          return i + 1;
        }
      }
      state = at;
      return -1;
    }
  }
}
