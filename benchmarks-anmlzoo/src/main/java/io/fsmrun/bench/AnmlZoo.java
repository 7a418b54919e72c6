package io.fsmrun.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A checkout of the ANMLZoo benchmark suite (Wadden et al., IISWC 2016), in upstream's layout: the
 * rules and the standard inputs of its regex benchmarks.
 *
 * <pre>
 *   &lt;home&gt;/&lt;Name&gt;/regex/&lt;rules file&gt;
 *   &lt;home&gt;/&lt;Name&gt;/inputs/&lt;name&gt;_1MB.input, &lt;name&gt;_10MB.input
 * </pre>
 *
 * <p>The suite is not part of this project. Files are looked for when they are asked for.
 * Immutable, shared by threads.
 */
public final class AnmlZoo {

  /** The environment variable that names the checkout. */
  public static final String HOME_VARIABLE = "ANMLZOO_HOME";

  /** Where the checkout is looked for if nothing names it, relative to the working directory. */
  public static final Path DEFAULT_HOME = Path.of("..", "shared", "anmlzoo");

  private final Path home;

  private AnmlZoo(Path home) {
    this.home = home;
  }

  /** The benchmarks that are made of regexes. */
  public enum Benchmark {
    /** Rules of a part-of-speech tagger. */
    BRILL("Brill", "brill.1chip.regex", "brill"),
    /** Virus signatures; the file is a list of regexes in spite of its name. */
    CLAMAV("ClamAV", "515_nocounter.1chip.anml", "vasim"),
    /** Synthetic rules with many {@code .*}. */
    DOTSTAR("Dotstar", "backdoor_dotstar.1chip.regex", "backdoor"),
    /** The complex rules of IBM's PowerEN suite. */
    POWEREN("PowerEN", "complx_01000_00123.1chip.regex", "poweren"),
    /** Protein motifs. */
    PROTOMATA("Protomata", "2340sigs.1chip.regex", "uniprot_fasta"),
    /** Network intrusion rules. */
    SNORT("Snort", "snort.1chip.regex", "snort");

    private final String directory;
    private final String rulesFile;
    private final String inputStem;

    Benchmark(String directory, String rulesFile, String inputStem) {
      this.directory = directory;
      this.rulesFile = rulesFile;
      this.inputStem = inputStem;
    }

    /**
     * The name in upstream's spelling, which is that of its folder.
     *
     * @return such as {@code ClamAV}
     */
    public String directory() {
      return directory;
    }

    /**
     * The benchmark of a name.
     *
     * @param name a name, in any case
     * @return the benchmark
     * @throws AnmlZooException if no regex benchmark has that name
     */
    public static Benchmark of(String name) throws AnmlZooException {
      for (Benchmark benchmark : values()) {
        if (benchmark.directory.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
          return benchmark;
        }
      }
      throw new AnmlZooException(
          "no ANMLZoo benchmark named \""
              + name
              + "\"; there are "
              + names(EnumSet.allOf(Benchmark.class)));
    }
  }

  /** The sizes of standard inputs. */
  public enum Size {
    /** One million bytes. */
    ONE_MB("1MB"),
    /** Ten million bytes. */
    TEN_MB("10MB");

    private final String suffix;

    Size(String suffix) {
      this.suffix = suffix;
    }
  }

  /**
   * The checkout in a directory.
   *
   * @param home the directory that holds the benchmarks' folders
   * @return the checkout
   * @throws AnmlZooException if there is no such directory, or none of the benchmarks in it
   */
  public static AnmlZoo at(Path home) throws AnmlZooException {
    return at(home, "as told");
  }

  /**
   * The checkout that {@link #HOME_VARIABLE} names, else the one at {@link #DEFAULT_HOME}.
   *
   * @return the checkout
   * @throws AnmlZooException if there is none
   */
  public static AnmlZoo find() throws AnmlZooException {
    return find(System.getenv(), Path.of(""));
  }

  /**
   * The checkout in a directory or, if none is given, as {@link #find()} does.
   *
   * @param home the directory, or null
   * @return the checkout
   * @throws AnmlZooException if there is none
   */
  public static AnmlZoo atOrFind(Path home) throws AnmlZooException {
    return home == null ? find() : at(home);
  }

  static AnmlZoo find(Map<String, String> environment, Path workingDirectory)
      throws AnmlZooException {
    String named = environment.get(HOME_VARIABLE);
    if (named != null && !named.isEmpty()) {
      return at(Path.of(named), "named by " + HOME_VARIABLE);
    }
    return at(workingDirectory.resolve(DEFAULT_HOME), HOME_VARIABLE + " is not set");
  }

  private static AnmlZoo at(Path home, String origin) throws AnmlZooException {
    String where = home + " (" + origin + ")";
    if (!Files.isDirectory(home)) {
      throw new AnmlZooException("no ANMLZoo checkout: " + where + " is not a directory");
    }
    AnmlZoo zoo = new AnmlZoo(home);
    if (zoo.benchmarks().isEmpty()) {
      throw new AnmlZooException(
          "no ANMLZoo checkout: "
              + where
              + " has none of the folders "
              + names(EnumSet.allOf(Benchmark.class)));
    }
    return zoo;
  }

  /**
   * The directory of the checkout.
   *
   * @return as given or found
   */
  public Path home() {
    return home;
  }

  /**
   * The benchmarks that have a folder here.
   *
   * @return a subset of all, possibly with files missing
   */
  public Set<Benchmark> benchmarks() {
    return Arrays.stream(Benchmark.values())
        .filter(benchmark -> Files.isDirectory(home.resolve(benchmark.directory)))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Benchmark.class)));
  }

  /**
   * The rules file of a benchmark.
   *
   * @param benchmark which one
   * @return an existing file
   * @throws AnmlZooException if it is missing
   */
  public Path rules(Benchmark benchmark) throws AnmlZooException {
    return existing(benchmark, "rules", "regex", benchmark.rulesFile);
  }

  /**
   * The rules file of a benchmark.
   *
   * @param name the benchmark's name, in any case
   * @return an existing file
   * @throws AnmlZooException if there is no such benchmark, or its rules are missing
   */
  public Path rules(String name) throws AnmlZooException {
    return rules(Benchmark.of(name));
  }

  /**
   * A standard input of a benchmark.
   *
   * @param benchmark which one
   * @param size which of its inputs
   * @return an existing file
   * @throws AnmlZooException if it is missing
   */
  public Path input(Benchmark benchmark, Size size) throws AnmlZooException {
    String file = benchmark.inputStem + "_" + size.suffix + ".input";
    return existing(benchmark, size.suffix + " input", "inputs", file);
  }

  /**
   * A standard input of a benchmark.
   *
   * @param name the benchmark's name, in any case
   * @param size which of its inputs
   * @return an existing file
   * @throws AnmlZooException if there is no such benchmark, or its input is missing
   */
  public Path input(String name, Size size) throws AnmlZooException {
    return input(Benchmark.of(name), size);
  }

  private Path existing(Benchmark benchmark, String what, String folder, String file)
      throws AnmlZooException {
    Path path = home.resolve(benchmark.directory).resolve(folder).resolve(file);
    if (!Files.isRegularFile(path)) {
      throw new AnmlZooException(
          "ANMLZoo benchmark "
              + benchmark.directory
              + " has no "
              + what
              + ": "
              + path
              + " is missing; "
              + home
              + " has "
              + names(benchmarks()));
    }
    return path;
  }

  private static String names(Set<Benchmark> benchmarks) {
    List<String> names = new ArrayList<>();
    benchmarks.forEach(benchmark -> names.add(benchmark.directory));
    return names.isEmpty() ? "no benchmark" : String.join(", ", names);
  }
}
