package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command makes all its files from a small benchmark, and goes on where it was. */
class ReproduceTest {

  @TempDir private Path directory;

  private Cli reproduce(Object... more) {
    Object[] arguments = new Object[more.length + 3];
    arguments[0] = "reproduce";
    arguments[1] = "-o";
    arguments[2] = directory;
    System.arraycopy(more, 0, arguments, 3, more.length);
    return Cli.run(arguments);
  }

  private Set<String> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> f.endsWith(ending))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void aSmallBenchmarkGivesAllFiles() throws IOException {
    Cli first = reproduce("--quick", "--only", "exactmatch", "--bytes", 4000).done();
    assertThat(first.err()).contains("1 benchmarks, 12 results to make");
    assertThat(files(".csv"))
        .contains("table-3.1.csv", "figure-3.7.csv", "figure-3.10.csv", "figure-3.11.csv")
        .contains("figure-3.12.csv", "figure-3.13.csv", "figure-3.14.csv", "figure-3.15.csv")
        .contains("figure-3.16.csv", "differences.csv", "runs.csv");
    assertThat(files(".png"))
        .contains("figure-3.7.png", "figure-3.10.png", "figure-3.11.png", "figure-3.12.png")
        .contains("figure-3.13.png", "figure-3.14.png", "figure-3.15.png", "figure-3.16.png");
    assertThat(files(".part")).isEmpty();
    assertThat(directory.resolve("index.html")).isNotEmptyFile();
    List<String> speedups = Files.readAllLines(directory.resolve("figure-3.10.csv"));
    assertThat(speedups.getFirst())
        .startsWith("benchmark,lbe,pap,\"pap, published\",cse,\"cse, published\",cse joined");
    assertThat(speedups.get(1)).startsWith("ExactMatch,").contains(",16,");
    String readme = Files.readString(directory.resolve("README.md"));
    for (String file : files(".csv")) {
      assertThat(readme).contains("`" + file + "`");
    }
    assertThat(readme).doesNotContain(directory.toString());

    Path run;
    try (Stream<Path> runs = Files.list(directory.resolve("runs"))) {
      run = runs.filter(f -> f.toString().contains("-pap-")).findFirst().orElseThrow();
    }
    Files.writeString(run, "damaged");
    Cli again = reproduce("--quick", "--only", "ExactMatch", "--bytes", 4000).done();
    assertThat(again.err()).contains(run.getFileName() + " is damaged; it is made again");
    assertThat(Files.readAllLines(directory.resolve("figure-3.10.csv"))).isEqualTo(speedups);
  }

  @Test
  void whatCannotBeUsedIsRefused() throws IOException {
    reproduce("--only", "Snore").unusable("--only", "Snore", "Snort");
    reproduce("--only", "TCP", "--anmlzoo", directory).unusable("--anmlzoo", "ANMLZoo");
    reproduce("--only", "Snort", "--anmlzoo", directory).unusable("no ANMLZoo checkout");
    reproduce("--bytes", 0).unusable("--bytes", "at least 1");
    reproduce("--threads", 0).unusable("--threads", "at least 1");
    Path file = Files.createFile(directory.resolve("file"));
    Cli.run("reproduce", "--only", "TCP", "-o", file).unusable(file, "not a directory");
    assertThat(Cli.run("reproduce").status()).isEqualTo(Main.UNUSABLE);
  }
}
