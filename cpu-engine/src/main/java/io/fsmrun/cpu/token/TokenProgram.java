package io.fsmrun.cpu.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Rules over tokens. Delimiters cut the input; a token is a longest run of other bytes. Predicates
 * say which tokens they take, chains which tokens must follow each other.
 *
 * <p>A rule matches where one of its chains does. Immutable, shared by threads.
 *
 * @param delimiters the bytes that cut
 * @param predicates an automaton for each predicate, run from its start over one whole token; the
 *     token is taken if a state that reports {@code HERE} is active then. None has states that are
 *     always enabled
 * @param chains the chains
 */
public record TokenProgram(SymbolSet delimiters, List<Nfa> predicates, List<TokenChain> chains) {

  /** The most bits that chains may have together: one for each of their tokens. */
  public static final int MAX_ELEMENTS = 1 << 22;

  /**
   * Copies the lists, and checks them.
   *
   * @throws IllegalArgumentException if there is no delimiter, a chain names a predicate that is
   *     not there, a predicate may be entered anywhere, or there are more than {@link
   *     #MAX_ELEMENTS} tokens
   */
  public TokenProgram {
    predicates = List.copyOf(predicates);
    chains = List.copyOf(chains);
    if (delimiters.isEmpty()) {
      throw new IllegalArgumentException("no delimiters");
    }
    for (Nfa predicate : predicates) {
      for (int state = 0; state < predicate.stateCount(); state++) {
        if (predicate.isAlwaysEnabled(state)) {
          throw new IllegalArgumentException("a predicate that may be entered anywhere");
        }
      }
    }
    long count = 0;
    for (TokenChain chain : chains) {
      count += chain.elements().size();
      for (TokenElement element : chain.elements()) {
        if (element.predicate() > predicates.size()) {
          throw new IllegalArgumentException("there is no predicate " + element.predicate());
        }
      }
    }
    if (count > MAX_ELEMENTS) {
      throw new IllegalArgumentException(count + " tokens in chains");
    }
  }

  /**
   * Writes the program.
   *
   * @param out takes it
   */
  public void write(BinaryWriter out) {
    PredicateFormat.writeSet(out, delimiters);
    PredicateFormat.write(out, predicates);
    out.writeInt(chains.size());
    for (TokenChain chain : chains) {
      out.writeInt(chain.rule());
      out.writeInt(chain.lastRun() << 1 | (chain.repeats() ? 1 : 0));
      out.writeInt(chain.elements().size());
      for (TokenElement element : chain.elements()) {
        out.writeInt(element.predicate());
        int max = element.maxRun() == TokenElement.UNBOUNDED ? 0 : element.maxRun();
        out.writeByte(element.minRun() << 4 | max);
      }
    }
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param in stored data, not trusted
   * @param ruleCount number of rules there are
   * @return the program
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static TokenProgram read(BinaryReader in, int ruleCount) {
    SymbolSet delimiters = PredicateFormat.readSet(in);
    List<Nfa> predicates = PredicateFormat.read(in);
    int chainCount = in.readCount("chains");
    List<TokenChain> chains = new ArrayList<>();
    try {
      for (int i = 0; i < chainCount; i++) {
        chains.add(readChain(in, ruleCount, predicates.size()));
      }
      return new TokenProgram(delimiters, predicates, chains);
    } catch (IllegalArgumentException e) {
      throw in.damaged(e.getMessage());
    }
  }

  private static TokenChain readChain(BinaryReader in, int ruleCount, int predicateCount) {
    int rule = in.readInt(ruleCount, "a rule");
    int last = in.readInt((TokenElement.MAX_RUN + 1) * 2L, "an end");
    int size = in.readCount("tokens of a chain");
    List<TokenElement> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int predicate = in.readInt(predicateCount + 1L, "a predicate");
      int runs = in.readByte();
      int max = (runs & 15) == 0 ? TokenElement.UNBOUNDED : runs & 15;
      elements.add(new TokenElement(predicate, runs >> 4, max));
    }
    return new TokenChain(rule, elements, last >> 1, (last & 1) != 0);
  }
}
