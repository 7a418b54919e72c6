package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileTest {

  @TempDir Path directory;
  private Path rules;
  private Path database;

  @BeforeEach
  void makeFiles() throws IOException {
    rules = Files.writeString(directory.resolve("rules"), "\nsecret\n(a)\\1\n/PASS/i\n");
    database = directory.resolve("rules.db");
  }

  @Test
  void whatIsCompiledScansLikeTheRules() throws Exception {
    Cli run = Cli.run("compile", rules, "-o", database).done();
    assertThat(run.err()).contains("1 of 3 rules refused (1 back-reference)");
    assertThat(run.out())
        .contains("2 accepted, 1 refused")
        .containsPattern("time +\\d+\\.\\d\\d s")
        .contains("%,d bytes".formatted(Files.size(database)));
    Path text = Files.writeString(directory.resolve("text"), "a secret password");
    Cli scan = Cli.run("scan", "--json", "--database", database, text).done();
    assertThat(scan.out()).isEqualTo(Cli.run("scan", "--json", "-f", rules, text).out());
    assertThat(scan.outLines()).hasSize(2).last().asString().contains("\"pattern\":\"PASS\"");
  }

  @Test
  void enginesCanBeChosen() throws Exception {
    Cli.run("compile", rules, "-q", "-o", database, "--engines", "lazy-dfa").done();
    byte[] one = Files.readAllBytes(database);
    Cli.run("compile", rules, "-q", "-o", database, "--without=tokens,Class-Index,literal-filter")
        .done();
    assertThat(Files.readAllBytes(database)).isEqualTo(one);
  }

  @Test
  void damagedDatabasesAreRefused() throws Exception {
    Cli.run("compile", rules, "-q", "-o", database).done();
    byte[] bytes = Files.readAllBytes(database);
    bytes[bytes.length / 2] ^= 1;
    Files.write(database, bytes);
    Cli.run("scan", "--database", database, rules).unusable(database);
  }

  @Test
  void strictStopsBeforeAnythingIsWritten() {
    Cli run = Cli.run("compile", rules, "-o", database, "--strict");
    assertThat(run.status()).isEqualTo(Main.REFUSED);
    assertThat(run.err()).contains("(a)\\1", "stopped because of --strict");
    assertThat(database).doesNotExist();
  }

  @Test
  void wrongUseIsRefused() throws IOException {
    Cli.run("compile", rules).unusable("--output");
    Cli.run("compile", rules, "-o", rules).unusable(rules, "replace the rules");
    Cli.run("compile", rules, "-o", directory).unusable(directory, "is a directory");
    Cli.run("compile", directory.resolve("none"), "-o", database).unusable("no such file");
    Path empty = Files.writeString(directory.resolve("empty"), "\n");
    Cli.run("compile", empty, "-o", database).unusable(empty, "no rules");
    Cli.run("compile", rules, "-o", database, "--engines", "gpu").unusable("gpu", "tokens");
    assertThat(database).doesNotExist();
  }
}
