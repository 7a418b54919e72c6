package io.fsmrun.scan;

import java.io.Serial;

/** A regex cannot be split at; the message quotes it and says why, in one line. */
public final class UnusableSplitterException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param spec the splitter asked for
   * @param reason what is wrong with it
   * @param cause what the regex compiler threw, such as {@link
   *     io.fsmrun.regex.RegexSyntaxException} with the offset of the fault; null if it threw
   *     nothing
   */
  public UnusableSplitterException(String spec, String reason, Throwable cause) {
    super("cannot split at \"" + spec + "\": " + reason, cause);
  }
}
