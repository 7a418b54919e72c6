package io.fsmrun.regex;

import static io.fsmrun.regex.PatternReader.syntax;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode.Alternate;
import io.fsmrun.regex.RegexNode.Assertion;
import io.fsmrun.regex.RegexNode.Concat;
import io.fsmrun.regex.RegexNode.Empty;
import io.fsmrun.regex.RegexNode.Repeat;
import io.fsmrun.regex.RegexNode.Symbols;
import io.fsmrun.regex.RegexSyntaxException.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses byte regexes in the syntax of PCRE (8.x, no options beyond the flags, C locale).
 *
 * <p>Constructs that no finite automaton can do, or whose matching depends on what was tried
 * before, are refused by name and offset; see {@link RegexSyntaxException}. Everything accepted has
 * PCRE's meaning. Where PCRE refuses a regex this parser does too, but for three liberties:
 *
 * <ul>
 *   <li>an assertion may be quantified ({@code ^*}, {@code \b?}), as in Perl;
 *   <li>a dash before or after a class such as {@code \d} within brackets is itself, as in Perl and
 *       older releases of PCRE;
 *   <li>two groups may have the same name.
 * </ul>
 *
 * <p>Groups nest at most {@link #MAX_NESTING} deep, as in PCRE, so the trees are shallow enough to
 * be walked recursively. Parsing is linear in the length of the regex.
 */
public final class RegexParser {

  /** How deep groups may nest: PCRE's default limit. */
  public static final int MAX_NESTING = 250;

  private final PatternReader in;
  private final EscapeReader escapes;
  private final BracketReader brackets;
  private final QuantifierReader quantifiers;
  private final GroupReader groupHeads;

  /** The flags in force at the reader. */
  private RegexFlags flags;

  /** How many capturing groups were opened so far. */
  private int captures;

  private int nesting;

  private RegexParser(String pattern, RegexFlags flags) {
    this.in = new PatternReader(pattern);
    this.escapes = new EscapeReader(in);
    this.brackets = new BracketReader(in, escapes);
    this.quantifiers = new QuantifierReader(in);
    this.groupHeads = new GroupReader(in);
    this.flags = flags;
  }

  /**
   * Parses a regex.
   *
   * @param pattern the regex, one char per byte (ISO-8859-1)
   * @param flags the flags it is read under
   * @return its syntax tree
   * @throws RegexSyntaxException if the regex is malformed, unsupported, or past a limit
   */
  public static RegexNode parse(String pattern, RegexFlags flags) {
    RegexParser parser = new RegexParser(pattern, flags);
    RegexNode tree = parser.readAlternation(false);
    if (!parser.in.atEnd()) {
      throw syntax("group", parser.in.position(), ") without (");
    }
    return flags.anchored()
        ? new Concat(List.of(new Assertion(Assertion.Kind.START_OF_INPUT), tree))
        : tree;
  }

  /**
   * Reads branches up to the closing parenthesis or the end.
   *
   * @param resetCaptures whether every branch numbers its groups anew
   */
  private RegexNode readAlternation(boolean resetCaptures) {
    int capturesBefore = captures;
    int mostCaptures = captures;
    List<RegexNode> branches = new ArrayList<>();
    do {
      captures = resetCaptures ? capturesBefore : captures;
      branches.add(readBranch());
      mostCaptures = Math.max(mostCaptures, captures);
    } while (in.accept('|'));
    captures = mostCaptures;
    return branches.size() == 1 ? branches.getFirst() : new Alternate(branches);
  }

  private RegexNode readBranch() {
    List<RegexNode> parts = new ArrayList<>();
    while (!atBranchEnd()) {
      RegexNode item = readItem();
      if (item == null) {
        continue;
      }
      item = readQuantified(item);
      if (!(item instanceof Empty)) {
        parts.add(item);
      }
    }
    return switch (parts.size()) {
      case 0 -> new Empty();
      case 1 -> parts.getFirst();
      default -> new Concat(parts);
    };
  }

  private boolean atBranchEnd() {
    in.skipIgnored(flags.extended());
    return in.atEnd() || !in.isQuoted() && (in.peek() == '|' || in.peek() == ')');
  }

  private RegexNode readQuantified(RegexNode item) {
    in.skipIgnored(flags.extended());
    int start = in.position();
    if (in.isQuoted() || !quantifiers.atQuantifier()) {
      return item;
    }
    QuantifierReader.Bounds bounds = quantifiers.read();
    in.skipIgnored(flags.extended());
    // Laziness does not change where matches end, only which is found first.
    if (!in.isQuoted() && !in.accept('?') && in.accept('+')) {
      throw in.unsupported("possessive quantifier", start);
    }
    if (bounds.max() == 0) {
      return new Empty();
    }
    boolean once = bounds.min() == 1 && bounds.max() == 1;
    return once || item instanceof Empty ? item : new Repeat(item, bounds.min(), bounds.max());
  }

  /** Reads one item, without its quantifier; null if it is none, but a setting of flags. */
  private RegexNode readItem() {
    if (in.isQuoted()) {
      return literal(in.next());
    }
    if (quantifiers.atQuantifier()) {
      int start = in.position();
      quantifiers.read();
      throw syntax("quantifier", start, "nothing to repeat before " + in.quoteFrom(start));
    }
    return switch (in.peek()) {
      case '(' -> readGroup();
      case '[' -> new Symbols(brackets.read(flags.ignoreCase()));
      case '\\' -> readEscape();
      case '.' -> {
        in.next();
        yield new Symbols(flags.dotAll() ? SymbolSet.ALL : ByteClasses.NOT_NEWLINE);
      }
      case '^' -> {
        in.next();
        yield new Assertion(
            flags.multiLine() ? Assertion.Kind.START_OF_LINE : Assertion.Kind.START_OF_INPUT);
      }
      case '$' -> {
        in.next();
        yield new Assertion(dollar());
      }
      default -> literal(in.next());
    };
  }

  private Assertion.Kind dollar() {
    if (flags.multiLine()) {
      return Assertion.Kind.END_OF_LINE;
    }
    return flags.dollarEndOnly()
        ? Assertion.Kind.END_OF_INPUT
        : Assertion.Kind.END_OR_FINAL_NEWLINE;
  }

  private RegexNode literal(int symbol) {
    SymbolSet set = SymbolSet.of(symbol);
    return new Symbols(flags.ignoreCase() ? set.foldAsciiCase() : set);
  }

  private RegexNode readGroup() {
    int start = in.position();
    RegexFlags outside = flags;
    GroupReader.Head head = groupHeads.read(flags);
    flags = head.flags();
    if (head.form() == GroupReader.Form.SETTING) {
      return null;
    }
    if (++nesting > MAX_NESTING) {
      throw new RegexSyntaxException(
          Kind.LIMIT, "nesting", start, "groups nest deeper than " + MAX_NESTING);
    }
    if (head.form() == GroupReader.Form.CAPTURING) {
      captures++;
    }
    RegexNode body = readAlternation(head.form() == GroupReader.Form.BRANCH_RESET);
    if (!in.accept(')')) {
      throw syntax("group", start, "missing ) after (");
    }
    nesting--;
    flags = outside;
    return body;
  }

  private RegexNode readEscape() {
    int start = in.position();
    in.next();
    int letter = in.peek();
    Assertion.Kind assertion = assertion(letter);
    if (assertion != null) {
      in.next();
      return new Assertion(assertion);
    }
    SymbolSet set = set(letter);
    if (set != null) {
      in.next();
      return new Symbols(set);
    }
    if (letter >= '1' && letter <= '9') {
      refuseBackReference(start);
    }
    groupHeads.refuseEscape(start);
    return literal(escapes.readByte());
  }

  private static Assertion.Kind assertion(int letter) {
    return switch (letter) {
      case 'A' -> Assertion.Kind.START_OF_INPUT;
      case 'Z' -> Assertion.Kind.END_OR_FINAL_NEWLINE;
      case 'z' -> Assertion.Kind.END_OF_INPUT;
      case 'b' -> Assertion.Kind.WORD_BOUNDARY;
      case 'B' -> Assertion.Kind.NOT_WORD_BOUNDARY;
      default -> null;
    };
  }

  private SymbolSet set(int letter) {
    if (letter == 'C') {
      return SymbolSet.ALL;
    }
    if (letter == 'N') {
      // \N{...} names a character, unless the braces are a quantifier.
      boolean named = in.peek(1) == '{' && !quantifiers.isBraceQuantifier(1);
      return named ? null : ByteClasses.NOT_NEWLINE;
    }
    return ByteClasses.shorthand(letter);
  }

  /**
   * Refuses {@code \n} if it is a back-reference: one digit always is, more are if they start with
   * 8 or 9 or that many groups were opened before. Otherwise it is an octal escape, and left there.
   */
  private void refuseBackReference(int start) {
    int afterBackslash = in.position();
    int number = 0;
    while (in.peek() >= '0' && in.peek() <= '9') {
      number = Math.min(number * 10 + in.next() - '0', Integer.MAX_VALUE / 16);
    }
    boolean octalDigit = "89".indexOf(in.textFrom(afterBackslash).charAt(0)) < 0;
    if (number < 10 || !octalDigit || number <= captures) {
      throw in.notRegular("back-reference", start);
    }
    in.moveTo(afterBackslash);
  }
}
