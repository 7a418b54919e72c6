package io.fsmrun.bench;

import io.fsmrun.ap.anml.AnmlReader;
import io.fsmrun.ap.convert.RuleNetworks;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.RulesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The networks that are timed: ANMLZoo's own, and the position automata of its rulesets. */
final class Networks {

  private static final String HAMMING = "Hamming/anml/93_20X3.1chip.anml";
  private static final String LEVENSHTEIN = "Levenshtein/anml/24_20x3.1chip.anml";

  private Networks() {}

  /** The network of a benchmark. */
  static AutomataNetwork network(String name) throws IOException {
    Path home = AnmlZoo.find().home();
    return switch (name) {
      case "hamming" -> AnmlReader.read(home.resolve(HAMMING));
      case "levenshtein" -> AnmlReader.read(home.resolve(LEVENSHTEIN));
      default -> positions(name);
    };
  }

  private static AutomataNetwork positions(String name) throws IOException {
    RuleCompiler compiler = RuleCompiler.withDefaults();
    List<RuleSet.Component> components = new ArrayList<>();
    for (Rule rule : RulesFile.read(AnmlZoo.find().rules(name)).accepted()) {
      components.add(new RuleSet.Component(rule.id(), compiler.compileToPositions(rule.tree())));
    }
    return RuleNetworks.of(name, new RuleSet(components), NetworkLimits.DEFAULT).network();
  }

  /** The 1 MB input of a benchmark. */
  static byte[] input(String name) throws IOException {
    Path home = AnmlZoo.find().home();
    return switch (name) {
      case "hamming" -> Files.readAllBytes(home.resolve("Hamming/inputs/hamming_1MB.input"));
      case "levenshtein" -> Files.readAllBytes(home.resolve("Levenshtein/inputs/DNA_1MB.input"));
      default -> Files.readAllBytes(AnmlZoo.find().input(name, AnmlZoo.Size.ONE_MB));
    };
  }

  /** Fills an array with bytes drawn one by one from those of another. */
  static void drawFrom(byte[] model, byte[] into, Random random) {
    for (int i = 0; i < into.length; i++) {
      into[i] = model[random.nextInt(model.length)];
    }
  }
}
