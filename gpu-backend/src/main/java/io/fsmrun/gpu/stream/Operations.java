package io.fsmrun.gpu.stream;

/**
 * What programs are made of: four words an operation.
 *
 * <pre>
 *          word 0                        word 1              word 2             word 3
 *   STEP   kind, flags, skip at 16       set | slot at 16    carry | own at 16
 *   CHAIN  kind, flags, count at 11,     sets 0, 1           sets 2, 3          sets 4, 5, or
 *          skip at 16                                                           first carry
 *   CLEAR  kind                          slot
 *   OUT    kind, flags                   slot
 *   REPORT kind, flags                   rule
 *   REPEAT kind                          operations back
 *   END    kind
 * </pre>
 *
 * <p>A step computes the stream of a state from the register, which holds the stream of the step
 * before, or from a slot, which holds the union of several. A chain is up to six steps in a row,
 * each from the register; if they carry, up to four. {@code skip} is how many operations on to go
 * if the stream is empty, 0 for none. Carries count from the first of the unit: {@code carry} is
 * that into the step, {@code own} that of a state that leads to itself. Nothing is skipped while
 * one of the carries in between, from {@code next} up to {@code last}, brings a bit.
 */
final class Operations {

  static final int WORDS = 4;

  static final int STEP = 0;
  static final int CHAIN = 1;
  static final int CLEAR = 2;
  static final int OUT = 3;
  static final int REPORT = 4;
  static final int REPEAT = 5;
  static final int END = 6;

  static final int FROM_REGISTER = 0x10;
  static final int FROM_SLOT = 0x20;
  static final int AT_EVERY = 0x40;
  static final int AT_FIRST = 0x80;
  static final int SELF_LOOP = 0x100;
  static final int CARRIES = 0x200;

  /** Of steps and chains: what is active at the end of a run is noted, {@link KeptStates}. */
  static final int KEPT = 0x400;

  /** Of steps that are kept and of reports: gone round until nothing changes. */
  static final int IN_LOOP = 0x800;

  /** Bits of the place in an operation, in the name of a state. */
  static final int PLACE_BITS = 2;

  static final int CHAIN_FIRST = 0x10;
  static final int BACKWARDS = 0x10;
  static final int REPORT_BACK = 0x10;
  static final int REPORT_FINAL = 0x20;

  static final int COUNT_SHIFT = 11;
  static final int UPPER_SHIFT = 16;

  /** Skips, sets and carries that an operation can name. */
  static final int MOST = 0xffff;

  /** Slots that a rule may use at once. */
  static final int MOST_SLOTS = 24;

  static final int LONGEST_CHAIN = 6;
  static final int LONGEST_CARRYING_CHAIN = 4;

  private Operations() {}
}
