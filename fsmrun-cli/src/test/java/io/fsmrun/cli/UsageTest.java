package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Help, version, completion, and what is said of a wrong command line. */
class UsageTest {

  @Test
  void helpGoesToStandardOutput() {
    Cli help = Cli.run("--help").done();
    assertThat(help.err()).isEmpty();
    assertThat(help.out())
        .startsWith("Usage: fsmrun")
        .contains("--mode", "--backend", "--rules", "--benchmark", "--anmlzoo", "--input")
        .contains("--segments", "--threads", "--reports", "--summary-json", "--strict")
        .contains(
            "--reexecution", "--quantum", "--check-interval", "--trace-cycles", "--rule-stats")
        .contains("--split", "--lookback", "--predict", "--cutoff", "--join-after", "--without")
        .contains("--dump-segments")
        .contains("convert", "inspect", "suite", "trace", "Dotstar03", "TCP")
        .contains("Exit status")
        .doesNotContain("\u001b");
  }

  @Test
  void versionNamesTheBuild() {
    Cli version = Cli.run("--version").done();
    assertThat(version.outLines().getFirst()).matches("fsmrun \\d+\\.\\d+\\.\\d+.*");
    assertThat(version.err()).isEmpty();
  }

  @Test
  void completionKnowsOptionsAndChoices() {
    Cli script = Cli.run("generate-completion").done();
    assertThat(script.out())
        .startsWith("#!/usr/bin/env bash")
        .contains("--summary-json", "sequential", "cse", "last-concrete")
        .contains("--guidance", "activity");
  }

  @ParameterizedTest
  @CsvSource({
    "--raports=tsv,--reports",
    "--rule,--rules",
    "--segmets,--segments",
    "--sumary-json,--summary-json"
  })
  void unknownOptionsSuggestWhatWasMeant(String typed, String meant) {
    Cli.run(typed).unusable(typed, "did you mean " + meant + "?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--frobnicate", "extra", "-z"})
  void otherUnknownWordsPointToHelp(String typed) {
    Cli.run(typed).unusable(typed, "fsmrun --help");
  }

  @ParameterizedTest
  @CsvSource({
    "--mode,parallel,sequential",
    "--backend,tpu,cpu",
    "--reports,xml,tsv",
    "--segments,many,many",
    "--reexecution,all,opportunistic",
    "--reexecution,last_concrete,last-concrete",
    "--threads,1.5,1.5"
  })
  void wrongValuesSayWhatIsPossible(String option, String value, String possible) {
    Cli.run(option, value).unusable(option, value, possible);
  }

  @ParameterizedTest
  @CsvSource({"ap,1", "cpu,0", "gpu,-1"})
  void theNumberOfAGpuIsForGpus(String backend, String number) {
    Cli.run("--backend", backend, "--gpu", number).unusable("--gpu");
  }

  @ParameterizedTest
  @CsvSource({
    "--segments,0",
    "--segments,-3",
    "--segments,2000000000",
    "--threads,0",
    "--threads,-1",
    "--threads,1000000",
    "--quantum,0",
    "--quantum,2000000000",
    "--check-interval,0",
    "--dfa-states,-1",
    "--dfa-states,65537"
  })
  void numbersOutOfRange(String option, String value) {
    Cli.run(option, value).unusable(option, value);
  }

  @Test
  void checksComeAfterWholeTurns() {
    Cli.run("--check-interval=24")
        .unusable("--check-interval 24 is not a multiple of --quantum 16");
    Cli.run("--quantum=6", "--check-interval=4")
        .unusable("--check-interval 4 is not a multiple of --quantum 6");
  }

  @ParameterizedTest
  @CsvSource({
    "--backend=cpu,--quantum=4,--backend ap",
    "--backend=cpu,--check-interval=16,--backend ap",
    "--backend=cpu,--trace-cycles=x,--backend ap",
    "--mode=sequential,--quantum=4,--mode sequential",
    "--mode=sequential,--check-interval=16,--mode sequential",
    "--mode=sequential,--reexecution=basic,--mode sequential"
  })
  void whatMeansNothingIsRefused(String beside, String option, String named) {
    Cli.run(beside, option).unusable(option.substring(0, option.indexOf('=')), named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rules", "--input", "--segments", "--summary-json"})
  void missingValues(String option) {
    Cli.run(option).unusable(option);
  }

  @Test
  void contradictions() {
    Cli.run("--rules", "x", "--benchmark", "Snort").unusable("--rules", "--benchmark");
    Cli.run("--anmlzoo", "x").unusable("--anmlzoo", "--benchmark");
    Cli.run("--rules", "x").unusable("--rules", "--input");
  }
}
