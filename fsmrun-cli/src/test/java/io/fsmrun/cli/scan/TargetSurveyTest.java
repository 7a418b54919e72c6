package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    survey.count(bytes -> false);
    assertThat(survey.bytes()).isEqualTo(10);
    assertThat(survey.longestScan()).isEqualTo(10);
    assertThat(survey.text()).isEqualTo("3 files");
    survey.count(bytes -> bytes > 7);
    assertThat(survey.bytes()).isEqualTo(8);
    assertThat(survey.longestScan()).isEqualTo(-1);
    assertThat(survey.text()).isEqualTo("2 files, and more");
    TargetSurvey flat = new TargetSurvey(targets, false);
    flat.count(bytes -> bytes > 1);
    assertThat(flat.bytes()).isEqualTo(2);
    assertThat(flat.text()).isEqualTo("1 file");
  }

  @Test
  void aSampleHasTheFirstBytesOfTheFirstFiles() throws InterruptedException {
    TargetSurvey survey = new TargetSurvey(targets, true);
    assertThat(new String(survey.sample(100), StandardCharsets.US_ASCII)).isEqualTo("bbbbbaaacc");
    assertThat(new String(survey.sample(6), StandardCharsets.US_ASCII)).isEqualTo("bbbbba");
  }
}
