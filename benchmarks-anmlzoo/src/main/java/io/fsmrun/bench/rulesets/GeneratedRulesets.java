package io.fsmrun.bench.rulesets;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The generated rulesets by name. */
public final class GeneratedRulesets {

  private static final Map<String, LongFunction<GeneratedRuleset>> MAKERS = makers();

  private GeneratedRulesets() {}

  /**
   * The names of the rulesets.
   *
   * @return the names, in the order of the families
   */
  public static List<String> names() {
    return List.copyOf(MAKERS.keySet());
  }

  /**
   * Makes a ruleset.
   *
   * @param name one of {@link #names}
   * @param seed the seed; the same gives the same rules
   * @return the ruleset
   * @throws IllegalArgumentException if there is none of that name
   */
  public static GeneratedRuleset make(String name, long seed) {
    LongFunction<GeneratedRuleset> maker = MAKERS.get(name);
    if (maker == null) {
      throw new IllegalArgumentException("no ruleset " + name + ", only " + names());
    }
    return maker.apply(seed);
  }

  private static Map<String, LongFunction<GeneratedRuleset>> makers() {
    Map<String, LongFunction<GeneratedRuleset>> makers = new LinkedHashMap<>();
    for (int count : new int[] {1000, 5000, 20000}) {
      for (String flags : new String[] {"", "i"}) {
        String name = "literals-" + count + flags;
        makers.put(name, seed -> LiteralRules.words(name, count, flags, seed));
      }
    }
    makers.put("short-400", seed -> LiteralRules.fewLetters("short-400", 400, seed));
    makers.put("signatures", seed -> LiteralRules.signatures("signatures", 2000, seed));
    makers.put("secrets", seed -> SecretRules.ruleset("secrets", seed));
    for (int count : new int[] {500, 2000}) {
      String name = "tagged-" + count;
      makers.put(name, seed -> TaggedRules.ruleset(name, count, seed));
    }
    makers.put("motifs", seed -> MotifRules.ruleset("motifs", 1300, seed));
    for (int count : new int[] {500, 3000}) {
      String name = "network-" + count;
      makers.put(name, seed -> NetworkRules.ruleset(name, count, seed));
    }
    makers.put("logs", seed -> LogRules.ruleset("logs", 300, seed));
    for (int count : new int[] {250, 600}) {
      String name = "keys-" + count;
      makers.put(name, seed -> KeyRules.ruleset(name, count, seed));
    }
    for (int count : new int[] {300, 1000}) {
      String name = "contents-" + count;
      makers.put(name, seed -> ContentRules.ruleset(name, count, seed));
    }
    makers.put("domains-5000", seed -> DomainRules.ruleset("domains-5000", 5000, seed));
    makers.put("personal-12", seed -> PersonalRules.ruleset("personal-12", 12, seed));
    makers.put("gapped-60", seed -> MotifRules.gapped("gapped-60", 60, seed));
    makers.put("bases-5000", seed -> LiteralRules.bases("bases-5000", 5000, 12, seed));
    return makers;
  }
}
