package io.fsmrun.gpu.flow;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;

/**
 * A deterministic automaton as a table on the device: the class of each byte, two bytes for each
 * state and class, a byte of traits for each state.
 *
 * <p>On the device states have other numbers: first those that neither report nor are settled, so
 * that a comparison tells that nothing is to be done for them.
 */
final class DfaEngine extends Resident implements Engine {

  private final Dfa dfa;
  private final GpuBackend backend;
  private final DfaSets sets;

  /** By state: its reports, and whether a run never leaves it. */
  private final byte[] traits;

  /** By state: its number on the device. */
  private final char[] numbers;

  /** By number on the device: the state. */
  private final char[] states;

  private final int quiet;

  DfaEngine(Dfa dfa, GpuBackend backend) {
    this.dfa = dfa;
    this.backend = backend;
    this.sets = new DfaSets(this);
    this.traits = new byte[dfa.stateCount()];
    for (int state = 0; state < traits.length; state++) {
      traits[state] =
          (byte) (dfa.reportFlags(state) | (dfa.isAbsorbing(state) ? Layout.SETTLED : 0));
    }
    this.numbers = new char[traits.length];
    this.states = new char[traits.length];
    this.quiet = number(true, 0);
    number(false, quiet);
  }

  /** Gives numbers, from one on, to the states that are quiet, or to the others. */
  private int number(boolean quietOnes, int from) {
    int number = from;
    for (int state = 0; state < traits.length; state++) {
      if (isQuiet(state) == quietOnes) {
        states[number] = (char) state;
        numbers[state] = (char) number++;
      }
    }
    return number;
  }

  private boolean isQuiet(int state) {
    int reports = traits[state] & (ReportFlags.HERE | ReportFlags.BACK);
    return reports == 0 && traits[state] != Layout.SETTLED;
  }

  /** The number of a state on the device. */
  int numberOf(int state) {
    return numbers[state];
  }

  /** The state that has a number on the device. */
  int stateOf(int number) {
    return states[number];
  }

  Dfa dfa() {
    return dfa;
  }

  @Override
  public Automaton automaton() {
    return dfa;
  }

  @Override
  public Session newSession() {
    return new DfaSession(this, backend);
  }

  DfaSets sets() {
    return sets;
  }

  private int traitsOffset() {
    return SymbolSet.ALPHABET_SIZE + dfa.table().length * Character.BYTES;
  }

  @Override
  long imageBytes() {
    return SymbolSet.ALPHABET_SIZE + (long) dfa.table().length * Character.BYTES + traits.length;
  }

  @Override
  byte[] image() {
    byte[] image = new byte[Math.toIntExact(imageBytes())];
    System.arraycopy(dfa.classes().toByteArray(), 0, image, 0, SymbolSet.ALPHABET_SIZE);
    int at = SymbolSet.ALPHABET_SIZE;
    for (char state : states) {
      for (int c = 0; c < dfa.classes().count(); c++) {
        char next = numbers[dfa.nextByClass(state, c)];
        image[at++] = (byte) next;
        image[at++] = (byte) (next >>> Byte.SIZE);
      }
    }
    for (char state : states) {
      image[at++] = traits[state];
    }
    return image;
  }

  /** Writes down what a lane or a warp runs. */
  void describe(Words words, int place, long table, long input, int symbols) {
    words.setLong(place + Layout.INPUT, input);
    words.setLong(place + Layout.TABLE, table);
    words.set(place + Layout.CLASSES, dfa.classes().count());
    words.set(place + Layout.TRAITS, traitsOffset());
    words.set(place + Layout.QUIET, quiet);
    words.set(place + Layout.SYMBOLS, symbols);
  }

  /** Runs one state here. */
  int run(byte[] input, int from, int to, int start, ReportEnds ends) {
    int state = start;
    for (int p = from; p < to; ) {
      state = dfa.next(state, input[p++] & 0xff);
      int flags = traits[state];
      if ((flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0) {
        ends.addFlags(flags, p);
      }
    }
    return state;
  }
}
