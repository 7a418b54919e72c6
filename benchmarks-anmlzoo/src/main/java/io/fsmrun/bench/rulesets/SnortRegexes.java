package io.fsmrun.bench.rulesets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Regexes out of files of Snort rules, for rulesets of the size that networks are watched with: of
 * each rule its contents joined by anything, its expressions, and each content of {@value
 * #LEAST_BYTES} bytes or more by itself; each line once. Rules that are commented out count too.
 * Where contents must lie, in which buffer and in which order beyond that of the rule, is left out,
 * so these regexes match more than the rules do. The syntax is that of the Snort 2 manual, 3.5
 * (payload options). A modifier of an expression that is about buffers is dropped.
 */
public final class SnortRegexes {

  /** The shortest content that is taken by itself. */
  static final int LEAST_BYTES = 4;

  private static final Pattern OPTION =
      Pattern.compile("\\b(content|uricontent|pcre):\\s*(!?)\"((?:[^\"\\\\]|\\\\.)*)\"|\\bnocase;");

  private static final Pattern EXPRESSION = Pattern.compile("/(.*)/([A-Za-z]*)");
  private static final String MODIFIERS = "ismx";
  private static final int HEX = 16;

  private final Set<String> lines = new LinkedHashSet<>();

  /** Nothing yet. */
  public SnortRegexes() {}

  /**
   * Writes regexes, one a line.
   *
   * @param arguments the file to write, then files of rules; one whose name does not end in {@code
   *     .rules} has a regex a line already
   * @throws IOException if a file cannot be read or written
   * @throws IllegalArgumentException if an argument is missing
   */
  public static void main(String... arguments) throws IOException {
    if (arguments.length < 2) {
      throw new IllegalArgumentException("a file to write and files of rules are needed");
    }
    SnortRegexes regexes = new SnortRegexes();
    for (int i = 1; i < arguments.length; i++) {
      Path file = Path.of(arguments[i]);
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      if (file.toString().endsWith(".rules")) {
        lines.forEach(regexes::add);
      } else {
        regexes.lines.addAll(lines);
      }
    }
    Files.write(Path.of(arguments[0]), regexes.lines(), StandardCharsets.ISO_8859_1);
  }

  /**
   * What was added, as lines of a rules file.
   *
   * @return regexes between slashes, in the order of the rules
   */
  public Collection<String> lines() {
    return List.copyOf(lines);
  }

  /**
   * Adds a rule.
   *
   * @param rule a line; if it has neither contents nor expressions nothing is added
   */
  public void add(String rule) {
    List<String> contents = new ArrayList<>();
    boolean anyCase = false;
    Matcher option = OPTION.matcher(rule);
    while (option.find()) {
      if (option.group(1) == null) {
        anyCase = true;
      } else if (option.group(2).isEmpty()) {
        if (option.group(1).equals("pcre")) {
          addExpression(option.group(3));
        } else {
          contents.add(option.group(3));
        }
      }
    }
    String modifiers = anyCase ? "/is" : "/s";
    List<String> escaped =
        contents.stream().map(SnortRegexes::bytes).map(SnortRegexes::escaped).toList();
    if (!contents.isEmpty()) {
      lines.add("/" + String.join(".*", escaped) + modifiers);
    }
    for (int first = 0; first < escaped.size(); first++) {
      for (int end = first + 2; end <= escaped.size(); end++) {
        lines.add("/" + String.join(".*", escaped.subList(first, end)) + modifiers);
      }
    }
    for (String content : contents) {
      byte[] bytes = bytes(content);
      if (bytes.length >= LEAST_BYTES) {
        lines.add("/" + escaped(bytes) + modifiers);
      }
    }
  }

  private void addExpression(String text) {
    Matcher parts = EXPRESSION.matcher(text.replaceAll("\\\\([\";])", "$1"));
    if (parts.matches()) {
      StringBuilder modifiers = new StringBuilder();
      parts
          .group(2)
          .chars()
          .filter(c -> MODIFIERS.indexOf(c) >= 0)
          .forEach(modifiers::appendCodePoint);
      lines.add("/" + parts.group(1) + "/" + modifiers);
    }
  }

  /** The bytes of a content, in which hexadecimal ones lie between bars. */
  private static byte[] bytes(String content) {
    StringBuilder bytes = new StringBuilder();
    boolean hex = false;
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      if (c == '|') {
        hex = !hex;
      } else if (!hex) {
        bytes.append(c == '\\' && i + 1 < content.length() ? content.charAt(++i) : c);
      } else if (c != ' ' && i + 1 < content.length()) {
        bytes.append((char) Integer.parseInt(content, i, ++i + 1, HEX));
      }
    }
    return bytes.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      boolean plain = Character.isLetterOrDigit((char) b) && b > 0;
      text.append(plain ? String.valueOf((char) b) : String.format("\\x%02x", b & 0xff));
    }
    return text.toString();
  }
}
