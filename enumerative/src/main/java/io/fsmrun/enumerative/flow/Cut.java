package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.Automaton;

/**
 * A place where a segment starts without knowing its configuration, as one component sees it. For
 * one thread, while the flows of that segment are chosen.
 */
public interface Cut {

  /**
   * The component's automaton.
   *
   * @return an automaton
   */
  Automaton automaton();

  /**
   * The input around the cut; not to be changed.
   *
   * @return bytes
   */
  byte[] input();

  /**
   * The cut: the segment starts with the byte at this index, and the one before it belongs to the
   * segment before.
   *
   * @return an index above {@link #pieceStart}
   */
  int position();

  /**
   * Where the piece of input that the cut lies in starts, or the part of it that is there.
   *
   * @return an index below {@link #position}
   */
  int pieceStart();

  /**
   * Runs all states, as one set, over the last symbols before the cut (Zhuo 2022, section 3.2.3).
   * Fewer symbols are run if the piece does not have as many. The symbols are charged to the
   * segment.
   *
   * @param symbols how many, from 0
   * @return what may be active at the cut
   */
  Survivors lookBack(int symbols);
}
