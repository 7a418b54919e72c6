package io.fsmrun.regex;

import io.fsmrun.regex.RegexNode.Alternate;
import io.fsmrun.regex.RegexNode.Assertion;
import io.fsmrun.regex.RegexNode.Concat;
import io.fsmrun.regex.RegexNode.Empty;
import io.fsmrun.regex.RegexNode.Repeat;
import io.fsmrun.regex.RegexNode.Symbols;
import java.util.BitSet;

/**
 * Says what a syntax tree matches, straight from its meaning: no automaton, no cleverness.
 *
 * <p>A node is a function from positions to positions: where a match of it may end if it starts at
 * one of the given ones. Positions are 0 to the length of the input, as offsets between bytes.
 */
final class ReferenceMatcher {

  private final byte[] input;

  private ReferenceMatcher(byte[] input) {
    this.input = input;
  }

  /** Every offset at which some match ends, wherever it starts; an empty match ends too. */
  static BitSet ends(RegexNode tree, byte[] input) {
    BitSet everywhere = new BitSet();
    everywhere.set(0, input.length + 1);
    return new ReferenceMatcher(input).after(tree, everywhere);
  }

  /** Every offset at which a match ends that starts at {@code start}. */
  static BitSet endsFrom(RegexNode tree, byte[] input, int start) {
    BitSet one = new BitSet();
    one.set(start);
    return new ReferenceMatcher(input).after(tree, one);
  }

  private BitSet after(RegexNode node, BitSet starts) {
    return switch (node) {
      case Empty empty -> starts;
      case Symbols symbols -> afterByte(symbols, starts);
      case Concat concat -> afterAll(concat, starts);
      case Alternate alternate -> afterAny(alternate, starts);
      case Repeat repeat -> afterRepeat(repeat, starts);
      case Assertion assertion -> where(assertion.kind(), starts);
    };
  }

  private BitSet afterByte(Symbols symbols, BitSet starts) {
    BitSet ends = new BitSet();
    for (int at = 0; at < input.length; at++) {
      if (starts.get(at) && symbols.set().contains(input[at] & 0xff)) {
        ends.set(at + 1);
      }
    }
    return ends;
  }

  private BitSet afterAll(Concat concat, BitSet starts) {
    BitSet ends = starts;
    for (RegexNode part : concat.parts()) {
      ends = after(part, ends);
    }
    return ends;
  }

  private BitSet afterAny(Alternate alternate, BitSet starts) {
    BitSet ends = new BitSet();
    for (RegexNode branch : alternate.branches()) {
      ends.or(after(branch, starts));
    }
    return ends;
  }

  private BitSet afterRepeat(Repeat repeat, BitSet starts) {
    BitSet reached = starts;
    for (int times = 0; times < repeat.min() && !reached.isEmpty(); times++) {
      reached = after(repeat.body(), reached);
    }
    BitSet ends = (BitSet) reached.clone();
    for (int times = repeat.min(); times != repeat.max() && !reached.isEmpty(); times++) {
      reached = after(repeat.body(), reached);
      BitSet all = (BitSet) ends.clone();
      all.or(reached);
      if (all.equals(ends)) {
        // One more time leads nowhere new, so neither do several more.
        break;
      }
      ends = all;
    }
    return ends;
  }

  private BitSet where(Assertion.Kind kind, BitSet starts) {
    BitSet ends = new BitSet();
    for (int at = 0; at <= input.length; at++) {
      if (starts.get(at) && holds(kind, at)) {
        ends.set(at);
      }
    }
    return ends;
  }

  private boolean holds(Assertion.Kind kind, int at) {
    boolean atEnd = at == input.length;
    boolean beforeNewline = !atEnd && input[at] == '\n';
    boolean afterNewline = at > 0 && input[at - 1] == '\n';
    return switch (kind) {
      case START_OF_INPUT -> at == 0;
      case START_OF_LINE -> at == 0 || afterNewline && !atEnd;
      case END_OF_INPUT -> atEnd;
      case END_OR_FINAL_NEWLINE -> atEnd || beforeNewline && at == input.length - 1;
      case END_OF_LINE -> atEnd || beforeNewline;
      case WORD_BOUNDARY -> isWord(at - 1) != isWord(at);
      case NOT_WORD_BOUNDARY -> isWord(at - 1) == isWord(at);
    };
  }

  private boolean isWord(int index) {
    if (index < 0 || index >= input.length) {
      return false;
    }
    int symbol = input[index] & 0xff;
    return symbol >= 'a' && symbol <= 'z'
        || symbol >= 'A' && symbol <= 'Z'
        || symbol >= '0' && symbol <= '9'
        || symbol == '_';
  }
}
