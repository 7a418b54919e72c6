package io.fsmrun.core.report;

/**
 * What a state reports, as bits.
 *
 * <p>Position {@code p} of an input is the place after its first {@code p} bytes. A machine that
 * stands at position {@code p} in a state with these bits has found matches that end as follows.
 * Assertions that look at the next byte ({@code $} with flag m, {@code \b} at the end of a rule)
 * are the reason for {@link #BACK}: whether they hold is known one byte later.
 *
 * <pre>
 *   bit 0  HERE        a match ends at p
 *   bit 1  BACK        a match ends at p - 1
 *   bit 2  FINAL_HERE  a match ends at p, if the input ends at p
 *   bit 3  FINAL_BACK  a match ends at p - 1, if the input ends at p
 * </pre>
 */
public final class ReportFlags {

  /** No report. */
  public static final int NONE = 0;

  /** A match ends at the current position. */
  public static final int HERE = 1;

  /** A match ended one position back. */
  public static final int BACK = 2;

  /** A match ends at the current position if that is the end of the input. */
  public static final int FINAL_HERE = 4;

  /** A match ended one position back if the current position is the end of the input. */
  public static final int FINAL_BACK = 8;

  private ReportFlags() {}

  /**
   * Drops bits that say nothing new: a final report that is also made without the end of the input.
   *
   * @param flags a combination of the four bits
   * @return the least combination with the same reports
   */
  public static int canonical(int flags) {
    return flags & ~((flags & (HERE | BACK)) << 2);
  }
}
