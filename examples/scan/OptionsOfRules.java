import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleOptions;
import java.nio.charset.StandardCharsets;

/**
 * What is wanted of single rules: a tag, the start of match, the first match only, ends between two
 * offsets, a least length.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/OptionsOfRules.java</pre>
 */
public final class OptionsOfRules {

  private static final String TEXT = "user=me&user=you& abc abc abbbbc secret secret";

  private OptionsOfRules() {}

  public static void main(String[] arguments) throws InterruptedException {
    Rules rules = Rules.of("user=\\w+&", "abc", "ab+c", "secret");
    Database database =
        Database.compiler()
            .allRules(RuleOptions.DEFAULT.withUserTag(-1))
            .rule(1, RuleOptions.DEFAULT.withStartOfMatch().withUserTag(17))
            .rule(2, RuleOptions.DEFAULT.withFirstMatchOnly())
            .rule(3, RuleOptions.DEFAULT.withMinLength(5))
            .rule(4, RuleOptions.DEFAULT.withOffsets(0, 40))
            .compile(rules);
    database
        .newScanner()
        .scan(
            TEXT.getBytes(StandardCharsets.US_ASCII),
            (rule, start, end, tag) -> {
              // The start is -1 where it was not asked for.
              System.out.println("rule " + rule + ": " + start + " to " + end + ", tag " + tag);
              return true;
            });
  }
}
