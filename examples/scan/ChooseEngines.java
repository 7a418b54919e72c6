import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which engine scans which rule, and why; with fewer engines, too. The matches are the same. A
 * sample of the input, if there is one, tells the planner what is rare.
 *
 * <pre>
 * java -cp fsmrun-cli/target/fsmrun.jar examples/scan/ChooseEngines.java RULES [SAMPLE [WITHOUT...]]
 * </pre>
 *
 * WITHOUT are engines to be left out, such as {@code literal-filter}.
 */
public final class ChooseEngines {

  private ChooseEngines() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1) {
      System.err.println("usage: ChooseEngines RULES [SAMPLE [WITHOUT...]]");
      return;
    }
    Rules rules = RulesFile.read(Path.of(arguments[0]));
    Set<EngineKind> engines = EnumSet.allOf(EngineKind.class);
    List<String> without =
        Arrays.asList(arguments).subList(Math.min(2, arguments.length), arguments.length);
    // The one that takes every rule, lazy-dfa, stays on whatever is asked.
    engines.removeIf(kind -> without.contains(kind.userName()));
    PlanOptions plan = PlanOptions.defaults().withEngines(engines);
    if (arguments.length > 1) {
      plan = plan.withSample(Files.readAllBytes(Path.of(arguments[1])));
    }
    Database database =
        Database.compile(rules, CompileOptions.defaults().withPlan(plan), CompileListener.NONE);
    for (RuleChoice choice : database.plan().choices()) {
      // Choices name rules by their place among those that were parsed.
      int id = rules.accepted().get(choice.rule()).id();
      System.out.println("rule " + id + ": " + choice.engine().userName() + ", " + choice.reason());
    }
  }
}
