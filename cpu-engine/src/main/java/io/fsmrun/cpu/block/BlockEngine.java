package io.fsmrun.cpu.block;

import io.fsmrun.core.binary.BinaryWriter;

/**
 * Some rules, in the form that one technique scans them in. A stream is consumed block by block;
 * several engines, each with rules of its own, consume the same blocks.
 *
 * <p>Immutable, shared by threads; what changes is in {@link BlockSession}s.
 */
public interface BlockEngine {

  /**
   * What users call the technique, such as {@code lazy-dfa}.
   *
   * @return lower case, words joined by hyphens
   */
  String name();

  /**
   * How many bytes before a block a session must be able to read.
   *
   * @return 0 or more; bounded by the rules, not by the input
   */
  int historyBytes();

  /**
   * Whether a report may be found after the block that it ends in: one byte later, as those of
   * rules that look at the byte after a match are, or when the stream ends. If not, a block's
   * reports all end inside it, and {@link BlockSession#finish} has none but those of an empty
   * stream.
   *
   * @return true if ends may lie before a block, or be told when the stream ends
   */
  boolean reportsBack();

  /**
   * Working memory for one thread: scratch, caches and the state of one stream at a time. The first
   * one waits for what the engine may still be making in the background.
   *
   * @return a fresh session, at the start of a stream
   */
  BlockSession newSession();

  /**
   * Writes this engine, so that the class's static method {@code read(BinaryReader, int)} makes one
   * that finds the same; the second argument is the number of rules there are.
   *
   * @param out takes the engine
   */
  void write(BinaryWriter out);
}
