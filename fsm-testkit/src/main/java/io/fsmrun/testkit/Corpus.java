package io.fsmrun.testkit;

import io.fsmrun.core.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The cases that every engine, strategy and back end runs: rules, an input, and the reports that
 * must come out. The resource {@code corpus.txt} holds them and describes its format.
 */
public final class Corpus {

  private static final String RESOURCE = "corpus.txt";

  private Corpus() {}

  /** One case. Immutable. */
  public static final class Case {

    private final String name;
    private final List<String> rules;
    private final byte[] input;
    private final List<Report> reports;
    private final String javaDiffers;

    private Case(CaseReader read) {
      name = read.name;
      rules = List.copyOf(read.rules);
      input = read.input.clone();
      reports = List.copyOf(read.reports);
      javaDiffers = read.javaDiffers;
    }

    /**
     * What the case is about.
     *
     * @return a name that no other case has
     */
    public String name() {
      return name;
    }

    /**
     * The rules, as in a rules file; the id of the first is 1.
     *
     * @return at least one rule, one char per byte
     */
    public List<String> rules() {
      return rules;
    }

    /**
     * The input.
     *
     * @return a fresh copy of its bytes
     */
    public byte[] input() {
      return input.clone();
    }

    /**
     * What must be reported.
     *
     * @return in order of end, then rule
     */
    public List<Report> reports() {
      return reports;
    }

    /**
     * Why {@code java.util.regex} cannot confirm the case.
     *
     * @return the difference; empty if there is none
     */
    public Optional<String> javaDiffers() {
      return Optional.ofNullable(javaDiffers);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * All cases.
   *
   * @return the cases, in the order of the resource
   * @throws IllegalArgumentException if the resource is malformed, with the line
   */
  public static List<Case> load() {
    try (InputStream in = Corpus.class.getResourceAsStream(RESOURCE)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Case> parse(String text) {
    List<Case> cases = new ArrayList<>();
    Set<String> names = new HashSet<>();
    CaseReader reader = null;
    int number = 0;
    for (String line : (text + "\n").split("\n", -1)) {
      number++;
      try {
        if (line.startsWith("case ")) {
          finish(reader, names, cases);
          reader = new CaseReader(line.substring("case ".length()));
        } else if (!line.isEmpty() && !line.startsWith("#")) {
          require(reader != null, "a case starts with its name");
          reader.add(line);
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            RESOURCE + ", line " + number + ": " + e.getMessage() + "\n" + line, e);
      }
    }
    finish(reader, names, cases);
    return List.copyOf(cases);
  }

  private static void finish(CaseReader reader, Set<String> names, List<Case> cases) {
    if (reader != null) {
      require(reader.input != null, "no input in case " + reader.name);
      require(names.add(reader.name), "two cases are named " + reader.name);
      cases.add(new Case(reader));
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Collects the lines of one case. */
  private static final class CaseReader {

    private final String name;
    private final List<String> rules = new ArrayList<>();
    private final TreeSet<Report> reports = new TreeSet<>();
    private byte[] input;
    private String javaDiffers;

    CaseReader(String name) {
      this.name = name;
    }

    void add(String line) {
      int blank = line.indexOf(' ');
      String key = blank < 0 ? line : line.substring(0, blank);
      String value = blank < 0 ? "" : line.substring(blank + 1);
      switch (key) {
        case "rule" -> rules.add(value);
        case "java" -> javaDiffers = value;
        case "input" -> {
          require(input == null, "a second input");
          input = bytes(value);
        }
        case "ends" -> addEnds(value);
        default -> throw new IllegalArgumentException("unknown line");
      }
    }

    private void addEnds(String value) {
      require(input != null, "ends before the input");
      int colon = value.indexOf(": ");
      require(colon > 0, "no rule id before a colon");
      int rule = Integer.parseInt(value.substring(0, colon));
      require(rule >= 1 && rule <= rules.size(), "no rule " + rule);
      int previous = -1;
      for (String range : value.substring(colon + 2).split(" ", -1)) {
        int dots = range.indexOf("..");
        int first = Integer.parseInt(dots < 0 ? range : range.substring(0, dots));
        int last = dots < 0 ? first : Integer.parseInt(range.substring(dots + 2));
        require(previous < first && first <= last, "ends do not ascend at " + range);
        require(last <= input.length, "the input ends before " + last);
        for (int end = first; end <= last; end++) {
          require(reports.add(new Report(rule, end)), "rule " + rule + " twice");
        }
        previous = last;
      }
    }
  }

  /** Bytes with escapes. */
  private static byte[] bytes(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char symbol = text.charAt(i);
      if (symbol == '\\') {
        i++;
        require(i < text.length(), "a backslash at the end");
        symbol =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 't' -> '\t';
              case '\\' -> '\\';
              case 'x' -> {
                require(i + 2 < text.length(), "\\x needs two digits");
                i += 2;
                yield (char) Integer.parseInt(text.substring(i - 1, i + 1), 16);
              }
              default -> throw new IllegalArgumentException("unknown escape");
            };
      }
      bytes[length++] = (byte) symbol;
    }
    return Arrays.copyOf(bytes, length);
  }
}
