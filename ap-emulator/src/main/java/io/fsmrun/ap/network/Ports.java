package io.fsmrun.ap.network;

/**
 * The ports by which an edge enters its target. An STE has one; a counter has two; a gate whose
 * function has terms has one per term, numbered from 0, and any other gate has one.
 */
public final class Ports {

  /** The one port of an STE, and of a gate without terms. */
  public static final int INPUT = 0;

  /** The count-enable port of a counter. */
  public static final int COUNT = 0;

  /** The reset port of a counter. */
  public static final int RESET = 1;

  /** The most terms of a gate. */
  public static final int MAX_TERMS = 127;

  private Ports() {}
}
