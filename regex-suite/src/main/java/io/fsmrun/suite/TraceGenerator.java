package io.fsmrun.suite;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Generates inputs that a ruleset partly matches, in the manner of the trace generator of Becchi,
 * Franklin and Crowley (IISWC 2008), which Zhuo 2022, section 3.6.2, uses with p_m = 0.75: at every
 * byte, with probability p_m, one that leads forward in the ruleset's automata, as {@link Guidance}
 * says; otherwise a uniformly random byte.
 *
 * <p>Where we differ. Ties, between rules and between bytes, are broken uniformly; the original
 * takes the last. Every rule walks its own automaton, a DFA or, where that is too large, a position
 * automaton. A rule that rests, at its start or in a {@code .*}, does not lead, however far it has
 * come; if none is on its way, any rule that can still report is led one step, each as likely as
 * any other. A rule that reports leads no longer: it has arrived.
 *
 * <p>A byte costs the rules that do not rest, the rules that it wakes, and one operation for every
 * 64 rules. Immutable, shared by threads; it takes 12 bytes for every state, 44 for {@link
 * Guidance#ACTIVITY}.
 */
public final class TraceGenerator {

  private static final int CHUNK_BYTES = 1 << 16;

  private final List<Supplier<Cursor>> rules = new ArrayList<>();
  private final double matchProbability;
  private final Guidance guidance;

  /**
   * A generator for one ruleset, guided by depth.
   *
   * @param rules the ruleset
   * @param matchProbability p_m, from 0 to 1
   * @throws IllegalArgumentException if the probability is out of range
   */
  public TraceGenerator(RuleSet rules, double matchProbability) {
    this(rules, matchProbability, Guidance.DEPTH);
  }

  /**
   * A generator for one ruleset. Looks at every state; O(states * byte classes).
   *
   * @param rules the ruleset
   * @param matchProbability p_m, from 0 to 1
   * @param guidance what bytes aim at that are not random
   * @throws IllegalArgumentException if the probability is out of range
   */
  public TraceGenerator(RuleSet rules, double matchProbability, Guidance guidance) {
    if (!(matchProbability >= 0 && matchProbability <= 1)) {
      throw new IllegalArgumentException("p_m = " + matchProbability);
    }
    this.matchProbability = matchProbability;
    this.guidance = guidance;
    for (RuleSet.Component component : rules.components()) {
      this.rules.add(cursors(component.automaton(), guidance));
    }
  }

  private static Supplier<Cursor> cursors(Automaton automaton, Guidance guidance) {
    if (automaton instanceof Dfa dfa) {
      DfaCursor.Guide guide = new DfaCursor.Guide(dfa, guidance);
      return () -> new DfaCursor(guide);
    }
    if (automaton instanceof Nfa nfa) {
      NfaCursor.Guide guide = new NfaCursor.Guide(nfa);
      return () -> new NfaCursor(guide);
    }
    throw new IllegalArgumentException("no way to walk a " + automaton.getClass().getName());
  }

  /**
   * Generates an input as an array. It is the beginning of every longer one with the same seed.
   *
   * @param lengthBytes its length, from 0
   * @param seed the same seed gives the same input
   * @return the bytes
   */
  public byte[] generate(int lengthBytes, long seed) {
    byte[] trace = new byte[lengthBytes];
    walk(seed).fill(trace, 0, lengthBytes);
    return trace;
  }

  /**
   * Writes an input of any length, in memory that does not depend on it. It has the bytes that
   * {@link #generate(int, long)} gives.
   *
   * @param lengthBytes its length, from 0
   * @param seed the same seed gives the same input
   * @param out takes the bytes; it is neither flushed nor closed
   * @param progress hears how many bytes are written, every now and then
   * @throws IOException if the bytes cannot be written
   * @throws InterruptedException if the thread is interrupted; what was written is a beginning
   * @throws IllegalArgumentException if the length is negative
   */
  public void generate(long lengthBytes, long seed, OutputStream out, LongConsumer progress)
      throws IOException, InterruptedException {
    if (lengthBytes < 0) {
      throw new IllegalArgumentException("a trace of " + lengthBytes + " bytes");
    }
    TraceWalk walk = walk(seed);
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, lengthBytes)];
    for (long done = 0; done < lengthBytes; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted after " + done + " bytes");
      }
      int length = (int) Math.min(chunk.length, lengthBytes - done);
      walk.fill(chunk, 0, length);
      out.write(chunk, 0, length);
      done += length;
      progress.accept(done);
    }
  }

  private TraceWalk walk(long seed) {
    Cursor[] cursors = new Cursor[rules.size()];
    for (int rule = 0; rule < cursors.length; rule++) {
      cursors[rule] = rules.get(rule).get();
    }
    return new TraceWalk(cursors, matchProbability, guidance, seed);
  }
}
