package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks that are missing, broken or hostile: one line that says what and where. */
class NetworkFilesTest {

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void makeInput() throws IOException {
    input = Files.writeString(directory.resolve("input.bin"), "cat");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /** All three commands refuse it in the same words. */
  private void refused(Path network, Object... named) {
    Cli.run("--network", network, "--input", input).unusable(named);
    Cli.run("inspect", network).unusable(named);
    Path out = directory.resolve("out.mnrl");
    Cli.run("convert", network, out).unusable(named);
    assertThat(out).doesNotExist();
  }

  @Test
  void missing() {
    Path missing = directory.resolve("missing.anml");
    refused(missing, missing, "no such file");
  }

  @Test
  void directories() {
    refused(directory, directory, "is a directory");
  }

  @Test
  void impossibleNames() {
    Cli.run("--network", "a\0b", "--input", input).unusable("not a file name");
    Cli.run("inspect", "a\0b").unusable("not a file name");
    Cli.run("convert", "a\0b", "x.anml").unusable("not a file name");
  }

  @Test
  void unreadable() throws IOException {
    Path secret = file("secret.anml", "<automata-network id='x'/>");
    assumeFalse(!secret.toFile().setReadable(false) || Files.isReadable(secret), "root reads all");
    refused(secret, secret, "permission denied");
  }

  @Test
  void truncated() throws IOException {
    String anml = Files.readString(Networks.WORDS);
    Path half = file("half.anml", anml.substring(0, anml.indexOf("<counter")));
    refused(half, half + ":15:");
    String mnrl = Files.readString(Networks.GATES);
    Path part = file("part.mnrl", mnrl.substring(0, mnrl.length() / 2));
    refused(part, part + ":");
  }

  @Test
  void empty() throws IOException {
    Path anml = file("empty.anml", "");
    refused(anml, anml + ":1:1: ");
    Path mnrl = file("empty.mnrl", "");
    refused(mnrl, mnrl + ":1:1: ");
  }

  @Test
  void entityBombs() throws IOException {
    StringBuilder bomb =
        new StringBuilder("<?xml version='1.0'?>\n<!DOCTYPE anml [<!ENTITY a0 'ha'>");
    for (int i = 1; i < 30; i++) {
      bomb.append("<!ENTITY a%d '%s'>".formatted(i, ("&a" + (i - 1) + ";").repeat(10)));
    }
    Path file = file("bomb.anml", bomb + "]>\n<automata-network id='&a29;'/>");
    refused(file, file + ":2:", "document type");
    Path unnamed = file("bomb", bomb + "]>\n<automata-network id='&a29;'/>");
    refused(unnamed, unnamed + ":2:", "document type");
  }

  @Test
  void danglingEdges() throws IOException {
    Path network =
        file(
            "dangling.anml",
            """
            <automata-network id='x'>
              <state-transition-element id='s' symbol-set='a'>
                <activate-on-match element='nowhere'/>
              </state-transition-element>
            </automata-network>
            """);
    refused(network, network + ":3:", "nowhere");
  }

  @Test
  void otherFormatsThanTheirNames() throws IOException {
    Path json = Files.copy(Networks.GATES, directory.resolve("gates.anml"));
    refused(json, json + ":1: starts with '{'", "--from");
    Path xml = Files.copy(Networks.WORDS, directory.resolve("words.mnrl"));
    refused(xml, xml + ":1:");
    Path rules = file("rules.anml", "/a+b/\n");
    refused(rules, rules + ":1: starts with '/'", "for rules");
    // The content goes by what the user says.
    Cli.run("inspect", json, "--from=mnrl").done();
    Cli.run("inspect", rules, "--from=rules").done();
  }

  @Test
  void neitherByNameNorByContent() throws IOException {
    Path text = file("notes.txt", "a+b\n");
    Cli.run("--network", text, "--input", input).unusable(text, "neither ANML nor MNRL", "--rules");
    Cli.run("--network", file("x.rules", "a"), "--input", input).unusable("x.rules", "--rules");
    Path drawing = file("x.dot", "digraph {}");
    refused(drawing, drawing, "a DOT file is a drawing");
  }

  @Test
  void inputsAreCheckedBeforeNetworksAreRead() throws IOException {
    Path bad = file("bad.anml", "<anml");
    Path missing = directory.resolve("missing.bin");
    Cli.run("--network", bad, "--input", missing).unusable(missing, "no such file");
    Cli.run("inspect", bad, "--input", missing).unusable(missing, "no such file");
    Cli.run("--network", bad, "--input", input, "--summary-json", directory)
        .unusable(directory, "is a directory");
    Cli.run("inspect", bad, "--json", directory).unusable(directory, "is a directory");
    Cli.run("inspect", bad, "--input", input, "--plots", input).unusable(input, "is a file");
    Path nowhere = directory.resolve("no").resolve("x.dot");
    Cli.run("inspect", bad, "--dot", nowhere).unusable(nowhere, "does not exist");
  }

  @Test
  void byteOrderMarksAreNoContent() throws IOException {
    Path marked = directory.resolve("marked");
    Files.write(
        marked, ("\ufeff" + Files.readString(Networks.WORDS)).getBytes(StandardCharsets.UTF_8));
    Cli run = Cli.run("--network", marked, "--input", input, "--reports=tsv").done();
    assertThat(run.out()).isEqualTo("word\t3\t7\n");
  }
}
