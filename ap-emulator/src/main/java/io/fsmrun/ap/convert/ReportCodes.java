package io.fsmrun.ap.convert;

/**
 * The report codes of networks that are made of rules ({@link RuleNetworks}): the rule's id in
 * decimal, with {@code @-1} behind it if the match ended one symbol before the one that the report
 * comes with.
 */
public final class ReportCodes {

  private static final String BACK = "@-1";

  private ReportCodes() {}

  /**
   * What a report says.
   *
   * @param ruleId the rule
   * @param symbolsBack how many symbols before the reported one the match ended: 0 or 1
   */
  public record Match(int ruleId, int symbolsBack) {

    /**
     * The end of the match, as {@link io.fsmrun.core.report.Report} counts.
     *
     * @param symbol the number of the symbol that the report comes with, from 0
     * @return the number of symbols up to the end of the match
     */
    public long end(long symbol) {
      return symbol + 1 - symbolsBack;
    }
  }

  /**
   * The code of a match.
   *
   * @param match what is to be said
   * @return such as {@code 17} or {@code 17@-1}
   * @throws IllegalArgumentException if the match is neither 0 nor 1 symbols back
   */
  public static String print(Match match) {
    if (match.symbolsBack() < 0 || match.symbolsBack() > 1) {
      throw new IllegalArgumentException(match.symbolsBack() + " symbols back");
    }
    return match.ruleId() + (match.symbolsBack() == 1 ? BACK : "");
  }

  /**
   * What a code says.
   *
   * @param code a code that {@link #print} gave
   * @return the match
   * @throws IllegalArgumentException if it is no such code
   */
  public static Match parse(String code) {
    boolean back = code.endsWith(BACK);
    String rule = back ? code.substring(0, code.length() - BACK.length()) : code;
    try {
      return new Match(Integer.parseInt(rule), back ? 1 : 0);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + code + "' is not the report code of a rule", e);
    }
  }
}
