package io.fsmrun.bench.rulesets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the generated rulesets and an input for each: {@code NAME.rules} and {@code NAME.input}.
 *
 * <p>The names are those of {@link GeneratedRulesets#names}:
 *
 * <ul>
 *   <li>{@code literals-N}, {@code literals-Ni}: words and phrases, as they are or ignoring case;
 *   <li>{@code short-N}: strings of 2 to 4 letters, at every tenth byte or so of the text;
 *   <li>{@code signatures}: strings of bytes, half of them like machine code;
 *   <li>{@code secrets}: keys, passwords, tokens, in source code and logs;
 *   <li>{@code tagged-N}: contextual rules of a part-of-speech tagger;
 *   <li>{@code motifs}: protein motifs;
 *   <li>{@code network-N}: paths, parameters, headers, contents with gaps;
 *   <li>{@code logs}: timestamps, addresses, numbers, ends of lines;
 *   <li>{@code keys-N}: keys of services as scanners of repositories look for them, by the name of
 *       the service and by prefixes, with repeated classes on both sides of what is rare;
 *   <li>{@code contents-N}: contents of packets joined by anything, many with the same short
 *       beginning, some with an end that is everywhere;
 *   <li>{@code domains-N}: names of hosts, half of them at the beginning of a name only;
 *   <li>{@code personal-N}: numbers of cards and telephones, dates, addresses: digits and letters
 *       in groups;
 *   <li>{@code gapped-N}: motifs of frequent groups with gaps of several lengths;
 *   <li>{@code bases-N}: strings of 12 of four letters.
 * </ul>
 */
public final class WriteRulesets {

  private static final long RULES_SEED = 1;
  private static final long INPUT_SEED = 2;

  private WriteRulesets() {}

  /**
   * Writes all rulesets into a folder, which is made if it is not there.
   *
   * @param arguments the folder, then the length of each input in bytes, then the seed if it is not
   *     to be 1
   * @throws IOException if a file cannot be written
   * @throws IllegalArgumentException if an argument is missing or is no number
   */
  public static void main(String... arguments) throws IOException {
    if (arguments.length < 2) {
      throw new IllegalArgumentException("a folder and a length in bytes are needed");
    }
    long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : RULES_SEED;
    for (String name : GeneratedRulesets.names()) {
      write(
          GeneratedRulesets.make(name, seed),
          Path.of(arguments[0]),
          seed + INPUT_SEED,
          Integer.parseInt(arguments[1]));
    }
  }

  /**
   * Writes one ruleset and an input for it.
   *
   * @param ruleset the ruleset
   * @param folder the folder of the two files, which is made if it is not there
   * @param inputSeed the seed of the input
   * @param inputBytes the length of the input in bytes
   * @throws IOException if a file cannot be written
   */
  public static void write(GeneratedRuleset ruleset, Path folder, long inputSeed, int inputBytes)
      throws IOException {
    Files.createDirectories(folder);
    Files.write(
        folder.resolve(ruleset.name() + ".rules"), ruleset.lines(), StandardCharsets.ISO_8859_1);
    Files.write(folder.resolve(ruleset.name() + ".input"), ruleset.input(inputSeed, inputBytes));
  }
}
