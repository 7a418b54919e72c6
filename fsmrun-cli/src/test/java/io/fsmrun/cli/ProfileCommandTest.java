package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Profiles through the command: the files, what is said, and runs that use the sets. */
class ProfileCommandTest {

  private static final String RULES =
      "abc\n/x.*y/\n/^start/\n/^([^a]*a[^a]*a)*$/s\n<b>&\"</script>\n";

  private static final String INPUT = "start abcx\nqqr abcd aBcCd y abbd yy\nx end\n\nabc y end";

  @TempDir Path directory;
  private Path rules;
  private Path input;
  private Path page;
  private Path partitions;
  private Path json;

  @BeforeEach
  void write() throws IOException {
    rules = Files.writeString(directory.resolve("my.rules"), RULES);
    input = Files.writeString(directory.resolve("input"), INPUT);
    page = directory.resolve("report.html");
    partitions = directory.resolve("report.partitions");
    json = directory.resolve("figures.json");
  }

  private Cli profile(Object... options) {
    Object[] all = new Object[options.length + 2];
    all[0] = "profile";
    all[1] = "--rules=" + rules;
    System.arraycopy(options, 0, all, 2, options.length);
    return Cli.run(all);
  }

  private Cli run(Object... options) {
    Object[] all = new Object[options.length + 3];
    all[0] = "--rules=" + rules;
    all[1] = "--input=" + input;
    all[2] = "--reports=tsv";
    System.arraycopy(options, 0, all, 3, options.length);
    return Cli.run(all);
  }

  @Test
  void saysWhatItFound() throws IOException {
    Files.writeString(rules, RULES + "(a)\\1\n");
    Cli said = profile().done();
    assertThat(said.out())
        .contains("rules         5 (1 refused, 0 without a DFA)")
        .contains("sets at 99%")
        .contains("(chosen)")
        .contains("sets at mfp")
        .contains("outlook       10,000 strings ")
        .contains("slowest       rule ");
    assertThat(said.err()).contains("my.rules");
    assertThat(profile("--quiet").done().out()).isEmpty();
  }

  @Test
  void moreStringsAreRunIfWanted() throws IOException {
    Cli said =
        profile("--confirm", "--strings=1", "--length=3", "--json=" + json, "-o", page).done();
    String sentence =
        "10,000 strings were run for every rule: they give other convergence sets for ";
    assertThat(said.out()).contains("confirmation  " + sentence);
    assertThat(Files.readString(page)).contains(sentence);
    JsonNode found = JsonMapper.shared().readTree(Files.readString(json)).get("confirmation");
    assertThat(found.get("strings").asInt()).isEqualTo(10_000);
    // One string shows less than what can be seen.
    assertThat(found.get("rulesChanged").asInt()).isBetween(1, 5);
    assertThat(profile("--confirm", "--strings=10000", "--all-strings").done().out())
        .contains(sentence + "0 of 5 rules");
  }

  @Test
  void writesAllFiles() throws IOException {
    Path plots = directory.resolve("plots");
    Cli said = profile("-o", page, "--json=" + json, "--plots=" + plots).done();
    assertThat(said.outLines())
        .contains("report       " + page, "partitions   " + partitions, "figures      " + json);
    String html = Files.readString(page);
    assertThat(html)
        .startsWith("<!DOCTYPE html>")
        .contains("Convergence of my.rules")
        .contains("&lt;b&gt;&amp;")
        .doesNotContain("<b>&");
    JsonNode figures = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(figures.get("rules").asInt()).isEqualTo(5);
    assertThat(figures.get("refused").asInt()).isZero();
    assertThat(figures.get("perRule")).hasSize(5);
    assertThat(figures.get("mergeStrategies")).hasSize(12);
    assertThat(figures.get("liveFlows")).hasSize(4);
    try (var files = Files.list(plots)) {
      assertThat(files.map(file -> file.getFileName().toString()).sorted().toList())
          .hasSize(16)
          .contains("live-flows-1.png", "live-flows-4.svg", "sets-by-cutoff.svg");
    }
  }

  @Test
  void sameSeedSameFilesOnAnyNumberOfThreads() throws IOException {
    profile("-o", page, "--json=" + json, "--seed=7", "--threads=1").done();
    List<byte[]> first =
        List.of(Files.readAllBytes(page), Files.readAllBytes(json), Files.readAllBytes(partitions));
    profile("-o", page, "--json=" + json, "--seed=7", "--threads=3").done();
    assertThat(Files.readAllBytes(page)).isEqualTo(first.get(0));
    assertThat(Files.readAllBytes(json)).isEqualTo(first.get(1));
    assertThat(Files.readAllBytes(partitions)).isEqualTo(first.get(2));
    profile("--json=" + json, "--seed=8").done();
    assertThat(Files.readAllBytes(json)).isNotEqualTo(first.get(1));
  }

  @Test
  void runsUseTheSets() {
    String reports = run("--mode=sequential").done().out();
    for (String cutoff : List.of("mfp", "0.9", "99%", "1")) {
      profile("--partitions=" + partitions, "--cutoff=" + cutoff).done();
      assertThat(run("--partitions=" + partitions, "--segments=5").done().out()).isEqualTo(reports);
      assertThat(run("--partitions=" + partitions, "--backend=cpu").done().out())
          .isEqualTo(reports);
    }
  }

  /** Sets from a file are those that a run finds itself, when they are found alike. */
  @Test
  void aFileSaysTheSameAsProfilingAnew() {
    profile("--partitions=" + partitions, "--cutoff=1", "--length=1000", "--all-strings").done();
    String anew =
        run("--segments=4", "--threads=1", "--dump-segments=" + directory.resolve("a"))
            .done()
            .out();
    String kept =
        run(
                "--segments=4",
                // So that rules are written in their order.
                "--threads=1",
                "--partitions=" + partitions,
                "--dump-segments=" + directory.resolve("b"))
            .done()
            .out();
    assertThat(kept).isEqualTo(anew);
    assertThat(directory.resolve("b")).hasSameBinaryContentAs(directory.resolve("a"));
  }

  @Test
  void setsOfOtherRulesAreRefused() throws IOException {
    profile("--partitions=" + partitions).done();
    Files.writeString(rules, RULES + "one more\n");
    run("--partitions=" + partitions).unusable("--partitions", partitions, "other rules");
    Files.writeString(rules, RULES);
    run("--partitions=" + partitions, "--dfa-states=3").unusable("other rules", "--dfa-states");
  }

  @Test
  void damagedSetsAreRefused() throws IOException {
    profile("--partitions=" + partitions).done();
    byte[] file = Files.readAllBytes(partitions);
    file[file.length / 2] ^= 1;
    Files.write(partitions, file);
    run("--partitions=" + partitions).unusable(partitions, "damaged");
    Files.writeString(partitions, "hello");
    run("--partitions=" + partitions).unusable(partitions, "no partition file");
    Files.delete(partitions);
    run("--partitions=" + partitions).unusable(partitions, "no such file");
  }

  @Test
  void setsGoWithCseOnly() throws IOException {
    profile("--partitions=" + partitions).done();
    run("--partitions=" + partitions, "--mode=lbe").unusable("--partitions", "--mode cse");
    run("--partitions=" + partitions, "--cutoff=0.9").unusable("--cutoff", "--partitions");
    Cli.run("--network=x.anml", "--partitions=" + partitions).unusable("--partitions");
  }

  @ParameterizedTest
  @CsvSource({
    "--cutoff=2, '2'",
    "--cutoff=best, best",
    "--strings=0, --strings",
    "--length=0, --length",
    "--length=long, long",
    "--symbols=z-a, --symbols",
    "--threads=0, --threads",
    "--dfa-states=0, --dfa-states",
    "--benchmark=Snort, exclude",
    "--anmlzoo=., --benchmark"
  })
  void refusesNonsense(String option, String named) {
    profile(option).unusable(named);
  }

  @Test
  void refusesToOverwriteWhatItReads() {
    profile("-o", rules).unusable("my.rules", "overwritten");
    profile("--partitions=" + rules).unusable("my.rules", "overwritten");
    profile("-o", page, "--json=" + page).unusable("report.html", "two files");
    profile("-o", directory.resolve("none").resolve("x.html")).unusable("does not exist");
    Cli.run("profile").unusable("--rules FILE");
    Cli.run("profile", "--rules=" + directory.resolve("none")).unusable("no such file");
  }

  @Test
  void rulesWithoutDfasHaveNoSets() throws IOException {
    Files.writeString(rules, "/a.{12}b/s\nabc\n");
    Cli said = profile("--dfa-states=100", "-o", page).done();
    assertThat(said.out()).contains("1 without a DFA");
    assertThat(run("--dfa-states=100", "--partitions=" + partitions).done().out())
        .isEqualTo(run("--mode=sequential").done().out());
    Files.writeString(rules, "/a.{12}b/s\n");
    profile("--dfa-states=100", "-o", page, "--json=" + json).done();
    Files.writeString(rules, "(a)\\1\n");
    assertThat(profile().status()).isEqualTo(Main.UNUSABLE);
  }
}
