package io.fsmrun.regex;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Objects;

/**
 * The syntax tree of a byte regex, after flags and classes are resolved.
 *
 * <p>Case folding, {@code .}, classes and line modes are already applied: what is left says which
 * bytes, in which order, under which assertions. Captures and laziness are gone, since they do not
 * change where matches end. Trees are immutable values.
 */
public sealed interface RegexNode {

  /** Matches the empty string, always. */
  record Empty() implements RegexNode {}

  /**
   * Matches one byte out of a set.
   *
   * @param set the symbols; the empty set never matches
   */
  record Symbols(SymbolSet set) implements RegexNode {
    /** Checks that the set is there. */
    public Symbols {
      Objects.requireNonNull(set);
    }
  }

  /**
   * Matches its parts one after the other.
   *
   * @param parts two or more nodes
   */
  record Concat(List<RegexNode> parts) implements RegexNode {
    /** Copies the list. */
    public Concat {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Matches any one of its branches.
   *
   * @param branches two or more nodes, any of which may be empty
   */
  record Alternate(List<RegexNode> branches) implements RegexNode {
    /** Copies the list. */
    public Alternate {
      branches = List.copyOf(branches);
    }
  }

  /**
   * Matches its body between {@code min} and {@code max} times.
   *
   * @param body what is repeated
   * @param min the least number of times, from 0
   * @param max the most times, at least {@code min}, or {@link #UNBOUNDED}
   */
  record Repeat(RegexNode body, int min, int max) implements RegexNode {
    /** The value of {@code max} that sets no upper bound. */
    public static final int UNBOUNDED = -1;

    /** Checks the bounds. */
    public Repeat {
      Objects.requireNonNull(body);
      if (min < 0 || max != UNBOUNDED && max < min) {
        throw new IllegalArgumentException("repeat {" + min + "," + max + "}");
      }
    }
  }

  /**
   * Matches the empty string where a condition on the neighbouring bytes holds.
   *
   * @param kind the condition
   */
  record Assertion(Kind kind) implements RegexNode {
    /**
     * The conditions, with PCRE's meaning (newline is {@code \n} alone, word bytes are {@code
     * [0-9A-Za-z_]}).
     */
    public enum Kind {
      /** {@code \A}, and {@code ^} without flag m: before the first byte. */
      START_OF_INPUT,
      /**
       * {@code ^} with flag m: before the first byte, or after a newline that is not the last byte.
       */
      START_OF_LINE,
      /** {@code \z}: after the last byte. */
      END_OF_INPUT,
      /**
       * {@code \Z}, and {@code $} without flag m: after the last byte, or before a newline that is
       * the last byte.
       */
      END_OR_FINAL_NEWLINE,
      /** {@code $} with flag m: after the last byte, or before any newline. */
      END_OF_LINE,
      /** {@code \b}: between a word byte and a byte that is none, or an edge of the input. */
      WORD_BOUNDARY,
      /** {@code \B}: wherever {@code \b} does not hold. */
      NOT_WORD_BOUNDARY;

      /**
       * The places where this holds, as pairs of what lies before and after.
       *
       * <pre>
       *   before: 0 the start of the input, 1 newline, 2 word byte, 3 other byte
       *   after:  0 the end of the input, 1 a newline that is the last byte, 2 another newline,
       *           3 word byte, 4 other byte
       *   bit:    before * 5 + after
       * </pre>
       *
       * @return 20 bits; AND of two assertions' bits is where both hold
       */
      public int pairs() {
        return Contexts.of(this);
      }
    }
  }
}
