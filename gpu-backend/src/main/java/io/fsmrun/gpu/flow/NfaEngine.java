package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A position automaton as rows of bits on the device: for each byte class the states that it
 * matches and those that it starts, the states that report, for each state its successors.
 */
final class NfaEngine extends Resident implements Engine {

  private static final long MOST_BYTES = 1 << 30;

  private final Nfa nfa;
  private final GpuBackend backend;
  private final SymbolClasses classes;
  private final int words;

  /**
   * Makes the automaton executable.
   *
   * @throws LimitExceededException if its rows would take more than 1 GiB
   */
  NfaEngine(Nfa nfa, GpuBackend backend) {
    this.nfa = nfa;
    this.backend = backend;
    this.classes = nfa.symbolClasses();
    this.words = Math.ceilDiv(nfa.stateCount(), Integer.SIZE);
    if (imageBytes() > MOST_BYTES) {
      throw new LimitExceededException(
          "bytes of a position automaton's rows", MOST_BYTES, imageBytes());
    }
  }

  @Override
  public Automaton automaton() {
    return nfa;
  }

  @Override
  public Session newSession() {
    return new NfaSession(this, backend);
  }

  Nfa nfa() {
    return nfa;
  }

  int words() {
    return words;
  }

  int classCount() {
    return classes.count();
  }

  int[] vector(StateSet states) {
    int[] vector = new int[words];
    for (int i = 0; i < states.size(); i++) {
      vector[states.get(i) >>> 5] |= 1 << states.get(i);
    }
    return vector;
  }

  @Override
  long imageBytes() {
    long rows = 2L * classes.count() + 2 + nfa.stateCount();
    return SymbolSet.ALPHABET_SIZE + rows * words * Integer.BYTES;
  }

  @Override
  byte[] image() {
    byte[] image = new byte[Math.toIntExact(imageBytes())];
    System.arraycopy(classes.toByteArray(), 0, image, 0, SymbolSet.ALPHABET_SIZE);
    ByteBuffer rows =
        ByteBuffer.wrap(image, SymbolSet.ALPHABET_SIZE, image.length - SymbolSet.ALPHABET_SIZE)
            .slice()
            .order(ByteOrder.LITTLE_ENDIAN);
    int count = classes.count();
    for (int state = 0; state < nfa.stateCount(); state++) {
      for (int c = 0; c < count; c++) {
        if (nfa.symbols(state).contains(classes.representative(c))) {
          set(rows, c, state);
          if (nfa.isAlwaysEnabled(state)) {
            set(rows, count + c, state);
          }
        }
      }
      if ((nfa.reportFlags(state) & ReportFlags.HERE) != 0) {
        set(rows, 2 * count, state);
      }
      if ((nfa.reportFlags(state) & ReportFlags.BACK) != 0) {
        set(rows, 2 * count + 1, state);
      }
      for (int i = 0; i < nfa.successorCount(state); i++) {
        set(rows, 2 * count + 2 + state, nfa.successor(state, i));
      }
    }
    return image;
  }

  private void set(ByteBuffer rows, int row, int state) {
    int at = (row * words + (state >>> 5)) * Integer.BYTES;
    rows.putInt(at, rows.getInt(at) | 1 << state);
  }
}
