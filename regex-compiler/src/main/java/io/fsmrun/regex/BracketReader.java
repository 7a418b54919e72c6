package io.fsmrun.regex;

import static io.fsmrun.regex.PatternReader.syntax;

import io.fsmrun.core.symbol.SymbolSet;

/** Reads bracket classes, {@code [...]}, to the set of bytes they match. */
final class BracketReader {

  private static final SymbolSet DASH = SymbolSet.of('-');

  private final PatternReader in;
  private final EscapeReader escapes;

  /** One item of a class: a byte, which may end a range, or (with symbol -1) a set. */
  private record Item(int symbol, SymbolSet set) {
    static Item ofByte(int symbol) {
      return new Item(symbol, SymbolSet.of(symbol));
    }

    static Item ofSet(SymbolSet set) {
      return new Item(-1, set);
    }

    boolean isByte() {
      return symbol >= 0;
    }
  }

  BracketReader(PatternReader in, EscapeReader escapes) {
    this.in = in;
    this.escapes = escapes;
  }

  /**
   * Reads a class, from its {@code [} to its {@code ]}.
   *
   * @param ignoreCase whether to fold the case of the class (before it is negated)
   */
  SymbolSet read(boolean ignoreCase) {
    int start = in.position();
    if (posixEnd() >= 0) {
      refuseCollating(start);
      throw syntax("POSIX class", start, "a POSIX class must stand within a bracket class");
    }
    in.next();
    in.skipQuoteMarks();
    boolean negated = !in.isQuoted() && in.accept('^');
    SymbolSet set = SymbolSet.EMPTY;
    // A ] that comes first is a member.
    boolean first = true;
    while (first || !atClose()) {
      set = set.or(readRange(start, ignoreCase));
      first = false;
    }
    in.next();
    set = ignoreCase ? set.foldAsciiCase() : set;
    return negated ? set.complement() : set;
  }

  private boolean atClose() {
    in.skipQuoteMarks();
    return !in.isQuoted() && in.peek() == ']';
  }

  /** Reads {@code a}, {@code a-z}, or a class within the class that starts at {@code start}. */
  private SymbolSet readRange(int start, boolean ignoreCase) {
    Item low = readItem(start, ignoreCase);
    int from = in.position() - 1;
    in.skipQuoteMarks();
    if (!low.isByte() || in.isQuoted() || in.peek() != '-') {
      return low.set();
    }
    in.next();
    if (atClose()) {
      return low.set().or(DASH);
    }
    Item high = readItem(start, ignoreCase);
    if (!high.isByte()) {
      // A dash before \d or [:digit:] cannot make a range: it is itself, as in Perl. Later
      // releases of PCRE refuse the class.
      return low.set().or(DASH).or(high.set());
    }
    if (low.symbol() > high.symbol()) {
      throw syntax("bracket class", from, "range out of order in a bracket class");
    }
    return SymbolSet.range(low.symbol(), high.symbol());
  }

  private Item readItem(int start, boolean ignoreCase) {
    in.skipQuoteMarks();
    if (in.atEnd()) {
      throw syntax("bracket class", start, "missing ] after [");
    }
    if (in.isQuoted()) {
      return Item.ofByte(in.next());
    }
    if (in.peek() == '[' && posixEnd() >= 0) {
      return Item.ofSet(readPosix(ignoreCase));
    }
    char symbol = in.next();
    return symbol == '\\' ? readEscape() : Item.ofByte(symbol);
  }

  private Item readEscape() {
    SymbolSet shorthand = ByteClasses.shorthand(in.peek());
    if (shorthand != null) {
      in.next();
      return Item.ofSet(shorthand);
    }
    if (in.accept('b')) {
      return Item.ofByte('\b');
    }
    return Item.ofByte(escapes.readByte());
  }

  private SymbolSet readPosix(boolean ignoreCase) {
    int start = in.position();
    refuseCollating(start);
    int end = posixEnd();
    in.moveTo(start + 2);
    boolean negated = in.accept('^');
    int nameStart = in.position();
    in.moveTo(end);
    String name = in.textFrom(nameStart);
    in.moveTo(end + 2);
    if (!negated && (name.equals("<") || name.equals(">"))) {
      throw in.unsupported("word-edge class", start);
    }
    SymbolSet set = ByteClasses.posix(name, ignoreCase);
    if (set == null) {
      throw syntax("POSIX class", start, "unknown POSIX class " + in.quoteFrom(start));
    }
    return negated ? set.complement() : set;
  }

  private void refuseCollating(int start) {
    if (in.peek(1) != ':') {
      in.moveTo(posixEnd() + 2);
      throw in.unsupported("collating element", start);
    }
  }

  /**
   * Where the {@code :]}, {@code .]} or {@code =]} is that closes the {@code [:}, {@code [.} or
   * {@code [=} at the reader, or -1 if this is no such item: a bracket comes first, or neither.
   */
  private int posixEnd() {
    int mark = in.peek(1);
    if (in.peek() != '[' || mark != ':' && mark != '.' && mark != '=') {
      return -1;
    }
    for (int i = 2; in.peek(i) != PatternReader.END; i++) {
      int symbol = in.peek(i);
      int after = in.peek(i + 1);
      if (symbol == mark && after == ']') {
        return in.position() + i;
      }
      if (symbol == ']' || symbol == '[' && after == mark) {
        return -1;
      }
      if (symbol == '\\' && (after == ']' || after == '\\')) {
        i++;
      }
    }
    return -1;
  }
}
