package io.fsmrun.bench.rulesets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the generated rulesets and an input for each: {@code NAME.rules} and {@code NAME.input}.
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
