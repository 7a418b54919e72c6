package io.fsmrun.enumerative.segment;

/**
 * Finds where input falls into independent pieces, such as sentences or packets: nothing that a
 * rule finds in one depends on another (Zhuo 2022, section 3.6.2).
 *
 * <p>Reads the input once, in order, in buffers of any size. Mutable, for one thread and one input.
 */
public interface InputSplitter {

  /** Never splits: the whole input is one piece. */
  InputSplitter NONE = (input, from, to) -> -1;

  /**
   * Reads on until a piece ends.
   *
   * @param input the bytes
   * @param from index of the first byte that was not read yet
   * @param to index after the last byte that is there
   * @return the index after the last byte of the piece, above {@code from}; -1 if all bytes were
   *     read and the piece goes on
   */
  int nextEnd(byte[] input, int from, int to);
}
