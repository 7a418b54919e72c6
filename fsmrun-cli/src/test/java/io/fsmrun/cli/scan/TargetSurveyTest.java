package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of files before they are searched. */
class TargetSurveyTest {

  @TempDir Path directory;
  private List<Target> targets;

  @BeforeEach
  void make() throws IOException {
    Path tree = Files.createDirectories(directory.resolve("tree/below")).getParent();
    Files.writeString(tree.resolve("below/a"), "aaa");
    Files.writeString(tree.resolve("b"), "bbbbb");
    Path single = Files.writeString(directory.resolve("c"), "cc");
    targets =
        List.of(
            Target.of(tree),
            Target.standardInput(),
            Target.of(single),
            Target.of(directory.resolve("missing")));
  }

  @Test
  void sizesAreAddedUp() throws InterruptedException {
    TargetSurvey survey = new TargetSurvey(targets, true);
    List<TargetSurvey.Counted> told = new ArrayList<>();
    survey.count(told::add);
    assertThat(told)
        .containsExactly(
            new TargetSurvey.Counted(5, 1, 5, false),
            new TargetSurvey.Counted(8, 2, 5, false),
            new TargetSurvey.Counted(10, 3, 5, false),
            new TargetSurvey.Counted(10, 3, 5, true));
    assertThat(survey.counted()).isEqualTo(told.get(3));
    assertThat(told)
        .extracting(TargetSurvey.Counted::longestScan)
        .containsExactly(-1L, -1L, -1L, 10L);
    TargetSurvey flat = new TargetSurvey(targets, false);
    flat.count(seen -> {});
    assertThat(flat.counted()).isEqualTo(new TargetSurvey.Counted(2, 1, 2, true));
  }

  @Test
  void aSurveyThatNobodyNeedsEnds() throws InterruptedException {
    TargetSurvey survey = new TargetSurvey(targets, true);
    survey.count(seen -> survey.stop());
    assertThat(survey.counted()).isEqualTo(new TargetSurvey.Counted(5, 1, 5, false));
  }

  @Test
  void aSampleHasTheFirstBytesOfTheFirstFiles() throws InterruptedException {
    TargetSurvey survey = new TargetSurvey(targets, true);
    assertThat(new String(survey.sample(100), StandardCharsets.US_ASCII)).isEqualTo("bbbbbaaacc");
    assertThat(new String(survey.sample(6), StandardCharsets.US_ASCII)).isEqualTo("bbbbba");
  }
}
