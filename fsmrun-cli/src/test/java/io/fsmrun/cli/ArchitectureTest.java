package io.fsmrun.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import io.fsmrun.core.fixture.CoreClassThatPrintsJson;
import io.fsmrun.core.fixture.CoreClassThatScans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The arrows between modules are those of the table, and no others. */
class ArchitectureTest {

  private static final Arrows TABLE = Arrows.ofTheProject();

  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.fsmrun");

  private static ArchRule rule(Arrows table) {
    return classes().should(table.condition());
  }

  @Test
  void allModulesAreSeen() {
    Set<String> seen = new HashSet<>();
    PRODUCTION.forEach(c -> seen.add(Arrows.moduleOf(c.getName())));
    assertThat(seen).isEqualTo(TABLE.modules().keySet());
  }

  @Test
  void arrowsAreThoseOfTheTable() {
    rule(TABLE).check(PRODUCTION);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.fsmrun.(**)").should().beFreeOfCycles().check(PRODUCTION);
  }

  @Test
  void aMissingArrowIsNoticed() {
    EvaluationResult result = rule(TABLE.without("profile", "enumerative")).evaluate(PRODUCTION);
    assertThat(result.getFailureReport().getDetails())
        .isNotEmpty()
        .allMatch(line -> line.contains("io.fsmrun.profile."))
        .allMatch(line -> line.contains("io.fsmrun.enumerative."));
  }

  @Test
  void aForbiddenModuleIsNoticed() {
    JavaClasses broken = new ClassFileImporter().importClasses(CoreClassThatScans.class);
    assertThat(rule(TABLE).evaluate(broken).hasViolation()).isTrue();
  }

  @Test
  void aForbiddenLibraryIsNoticed() {
    JavaClasses broken = new ClassFileImporter().importClasses(CoreClassThatPrintsJson.class);
    assertThat(rule(TABLE).evaluate(broken).hasViolation()).isTrue();
  }

  @Test
  void usersOfAModuleSeeWhatItsSignaturesName() {
    assertThat(Descriptors.ofTheProject().hidden(PRODUCTION)).isEmpty();
  }

  @Test
  void aModuleThatIsNotPassedOnIsNoticed() {
    Descriptors descriptors = Descriptors.ofTheProject().without("io.fsmrun.scan", "io.fsmrun.cpu");
    assertThat(descriptors.hidden(PRODUCTION))
        .contains(
            "io.fsmrun.scan: io.fsmrun.scan.plan.Plan uses io.fsmrun.cpu.block.BlockEngine",
            "io.fsmrun.scan: io.fsmrun.scan.plan.PlanOptions uses io.fsmrun.cpu.filter.ByteSample")
        .allMatch(line -> line.startsWith("io.fsmrun.scan: "));
  }

  /** Classes show only arrows that are used; this sees those that a pom declares. */
  @Test
  void pomsDeclareNoOtherArrows() throws IOException {
    for (Map.Entry<String, Arrows.Module> entry : TABLE.modules().entrySet()) {
      Set<String> allowed = new TreeSet<>();
      entry.getValue().modules().forEach(m -> allowed.add(TABLE.modules().get(m).artifact()));
      assertThat(declared(entry.getValue().artifact()))
          .as("io.fsmrun artifacts in the pom of %s", entry.getValue().artifact())
          .isSubsetOf(allowed);
    }
  }

  private static Set<String> declared(String artifact) throws IOException {
    String directory = artifact.equals("fsmrun") ? "fsmrun-cli" : artifact;
    String pom = Files.readString(Path.of("..", directory, "pom.xml"));
    Matcher dependency =
        Pattern.compile("<dependency>(?:(?!</dependency>).)*</dependency>", Pattern.DOTALL)
            .matcher(pom);
    Set<String> found = new TreeSet<>();
    while (dependency.find()) {
      String text = dependency.group();
      if (text.contains("<groupId>io.fsmrun<") && !text.contains("<scope>test<")) {
        found.add(text.replaceAll("(?s).*<artifactId>(.*?)</artifactId>.*", "$1"));
      }
    }
    return found;
  }
}
