package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README's section on networks, and what it says comes out. */
class ReadmeNetworksTest {

  @TempDir Path directory;

  @Test
  void commandsPrintWhatTheReadmeSays() throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    Path words = Files.writeString(directory.resolve("words.txt"), "cat cot cut cat");
    assertThat(readme)
        .contains("printf 'cat cot cut cat' > words.txt\n")
        .contains("./fsmrun --network examples/words.anml --input words.txt --reports tsv --quiet")
        .contains(
            "./fsmrun inspect examples/words.anml --input words.txt --dot heat.dot --plots plots");
    Cli run = Cli.run("--network", Networks.WORDS, "--input", words, "--reports", "tsv", "--quiet");
    assertThat(readme).contains("```\n" + run.done().out() + "```\n");
    Cli vasim = Cli.run("--network", Networks.WORDS, "--input", words, "--reports", "vasim");
    assertThat(readme).contains("`" + vasim.done().outLines().getFirst() + "`");
    Path heat = directory.resolve("heat.dot");
    Path plots = directory.resolve("plots");
    Cli.run("inspect", Networks.WORDS, "--input", words, "--dot", heat, "--plots", plots).done();
    assertThat(heat).isNotEmptyFile();
    assertThat(plots).isNotEmptyDirectory();
  }
}
