package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is stored comes back; what is not whole, or of something else, does not. */
class RunStoreTest {

  private static final Benchmark SNORT = Benchmark.named("snort").orElseThrow();
  private static final RunSpec RUN = Experiments.full().lbe(SNORT, 10);
  private static final RunStore.Identity IDENTITY =
      new RunStore.Identity(RUN.inWords(), "1.0", "rules", "input", 7);
  private static final RunResult RESULT = Synthetic.run(208_333, 61, 1 / 3.0);

  @TempDir private Path directory;
  private final List<String> messages = new ArrayList<>();
  private RunStore store;

  @BeforeEach
  void open() {
    store = new RunStore(directory.resolve("runs"), messages::add);
  }

  private Path file() {
    return directory.resolve("runs").resolve(RUN.fileName());
  }

  private void put() throws IOException {
    store.put(RUN, IDENTITY, Synthetic.stored(RESULT));
  }

  @Test
  void whatIsPutIsFound() throws IOException {
    put();
    assertThat(store.find(RUN, IDENTITY, RunResult.class)).contains(Synthetic.stored(RESULT));
    assertThat(messages).isEmpty();
    try (Stream<Path> files = Files.list(directory.resolve("runs"))) {
      assertThat(files).containsExactly(file());
    }
    assertThat(file().getFileName().toString()).startsWith("Snort-lbe-").endsWith(".json");
    assertThat(Files.size(file())).isLessThan(3000);
  }

  @Test
  void otherResultsAreKeptTheSameWay() throws IOException {
    ProfileSpec spec = new ProfileSpec("Snort", 1000);
    ProfileResult profile = Synthetic.profile(0.61);
    RunStore.Identity identity = new RunStore.Identity(spec.inWords(), "1.0", "rules", "", 7);
    store.put(spec, identity, Synthetic.stored(profile));
    assertThat(store.find(spec, identity, ProfileResult.class)).contains(Synthetic.stored(profile));
  }

  @Test
  void nothingIsFoundBeforeItIsPut() throws IOException {
    assertThat(store.find(RUN, IDENTITY, RunResult.class)).isEmpty();
    assertThat(messages).isEmpty();
  }

  @Test
  void filesOfSomethingElseAreNotTaken() throws IOException {
    put();
    List<RunStore.Identity> others =
        List.of(
            new RunStore.Identity(RUN.inWords(), "1.0", "other", "input", 7),
            new RunStore.Identity(RUN.inWords(), "1.0", "rules", "other", 7),
            new RunStore.Identity(RUN.inWords(), "1.0", "rules", "input", 8),
            new RunStore.Identity(RUN.inWords(), "1.1", "rules", "input", 7),
            new RunStore.Identity("else", "1.0", "rules", "input", 7));
    for (RunStore.Identity other : others) {
      assertThat(store.find(RUN, other, RunResult.class)).as(other.toString()).isEmpty();
    }
    assertThat(messages).hasSize(others.size()).allMatch(m -> m.startsWith(RUN.fileName()));
    assertThat(messages.get(0)).contains("other rules");
    assertThat(messages.get(1)).contains("other input");
    assertThat(messages.get(2)).contains("other seed");
    assertThat(messages.get(3)).contains("other version");
    assertThat(messages.get(4)).contains("other work");
  }

  @Test
  void damagedFilesAreNotTaken() throws IOException {
    put();
    String whole = Files.readString(file());
    List<String> damaged =
        List.of(
            "",
            "[]",
            "null",
            "not JSON",
            whole.substring(0, whole.length() / 2),
            whole.replace("\"format\" : 1", "\"format\" : 2"),
            whole.replace("\"cycles\"", "\"bicycles\""),
            whole.replace("208333", "\"many\""),
            whole.replace("\"result\"", "\"outcome\""),
            whole.replaceFirst("\"symbols\" : \\d+,", ""));
    for (String text : damaged) {
      assertThat(text).isNotEqualTo(whole);
      messages.clear();
      Files.writeString(file(), text);
      assertThat(store.find(RUN, IDENTITY, RunResult.class)).as(text).isEmpty();
      assertThat(messages).as(text).hasSize(1);
    }
    put();
    assertThat(store.find(RUN, IDENTITY, RunResult.class)).isPresent();
  }
}
