package io.fsmrun.scan.plan;

import static io.fsmrun.testkit.Picks.pick;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Random rules of which each technique takes some, and inputs in which they match. */
final class KindRules {

  private static final String[] WORDS = {
    "abcd", "bcda", "abab", "aabb", "dcba", "abcdabcd", "xyzw", "cab", "ad", "aaaa"
  };
  private static final String[] GAPS = {
    ".*", "[^\\n]*", "[^a]*", ".{3,40}", "[ab]{0,30}", "\\s*", ".+", ".{2}", "[a-c]{20}", "d*"
  };
  private static final String[] PARTS = {
    "(ab|cd|x)", "[abc]", "b?", "(ab)?", ".", "[^b]", "(a|bc){1,3}", "\\w", "(x.*y|zz)", "a{2,5}"
  };
  private static final String[] EDGES = {"", "", "", "", "^", "\\b", "\\B"};
  private static final String[] ENDS = {"", "", "", "", "$", "\\b", "\\B"};
  private static final String[] FLAGS = {"", "s", "i", "is", "m", "ms"};
  private static final String[] BYTES = {
    "a", "[bd]", "/C/i", "[^a-z]", ".", "/./s", "\\n", "[\\x00-\\x20]", "W", "[^b]"
  };
  private static final String[] SETS = {"[A-M]", "[ a-f]", "[^a-c]", "[a-k]", "[^ ]"};
  private static final String[] TOKENS = {
    "a", "b", "[^ ]+", "[^ ]*b", "a[^ ]*", "(ab|cd)", "[abc]+", "[^ ]*d.", "[^ ]"
  };
  private static final String LETTERS = "ACDEFGHIKLMNPQRSTVWY";

  private KindRules() {}

  /** So many rules that one technique takes most of them if it is on. */
  static List<String> of(EngineKind kind, int count, Random random) {
    List<String> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(
          switch (kind) {
            case BYTE_SETS -> pick(BYTES, random);
            case BYTE_RUNS -> pick(SETS, random) + "{" + (2 + random.nextInt(5)) + ",}";
            case LITERAL_FILTER -> letters(LETTERS, 6 + random.nextInt(4), random);
            case CLASS_INDEX -> motif(random);
            case TOKENS -> tokens(random);
            case SHIFT_AND -> shifted(random);
            case LAZY_DFA, START_OF_MATCH ->
                "^[^ ]{0,3}" + pick(PARTS, random) + letters(LETTERS, 1, random);
          });
    }
    return rules;
  }

  /** Any rule: words, and what may lie between them. */
  static String any(Random random) {
    StringBuilder rule = new StringBuilder("/").append(pick(EDGES, random));
    int parts = 1 + random.nextInt(4);
    for (int i = 0; i < parts; i++) {
      rule.append(pick(WORDS, random));
      if (random.nextInt(3) == 0) {
        rule.append(pick(PARTS, random));
      }
      if (i + 1 < parts || random.nextInt(8) == 0) {
        rule.append(pick(GAPS, random));
      }
    }
    if (random.nextInt(6) == 0) {
      rule.append('|').append(pick(WORDS, random));
    }
    return rule.append(pick(ENDS, random)).append('/').append(pick(FLAGS, random)).toString();
  }

  /** Words of {@link #any}. */
  static byte[] words(int length, Random random) {
    StringBuilder input = new StringBuilder();
    while (input.length() < length) {
      if (random.nextInt(3) > 0) {
        String word = pick(WORDS, random);
        input.append(random.nextInt(4) == 0 ? word.toUpperCase(Locale.ROOT) : word);
      } else {
        input.append("abcdxyz \n".charAt(random.nextInt(9)));
      }
    }
    return input.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Stretches, each of what rules of one technique are about; some rules as they stand. */
  static byte[] mixed(List<String> rules, int length, Random random) {
    StringBuilder input = new StringBuilder();
    while (input.length() < length) {
      switch (random.nextInt(4)) {
        case 0 -> input.append(new String(words(9, random), StandardCharsets.ISO_8859_1));
        case 1 -> input.append(rules.get(random.nextInt(rules.size())));
        case 2 -> input.append(letters(LETTERS, random.nextInt(16), random));
        default -> {
          for (int i = random.nextInt(16); i > 0; i--) {
            input.append("  aabbcd\n".charAt(random.nextInt(9)));
          }
        }
      }
    }
    return input.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Sets, gaps and alternatives over few letters, as of proteins. */
  private static String motif(Random random) {
    StringBuilder motif = new StringBuilder();
    for (int parts = 4 + random.nextInt(4); parts > 0; parts--) {
      switch (random.nextInt(8)) {
        case 0 -> motif.append('.');
        case 1 -> motif.append(".{0,").append(1 + random.nextInt(3)).append('}');
        case 2 -> motif.append("[^P]");
        default ->
            motif.append('[').append(letters(LETTERS, 1 + random.nextInt(5), random)).append(']');
      }
    }
    return motif.append("[CHW]").toString();
  }

  /** Frequent sets with gaps between them: of these an automaton meets ever new sets of states. */
  private static String shifted(Random random) {
    StringBuilder rule = new StringBuilder("/[a-d]");
    for (int parts = 3; parts > 0; parts--) {
      int least = 5 + random.nextInt(3);
      rule.append(".{%d,%d}".formatted(least, least + 5));
      rule.append(pick(new String[] {"[aeiou ]", "[n-t]x?", "(s|[a-d])", "[^a-q]"}, random));
    }
    return rule.append("/s").toString();
  }

  private static String tokens(Random random) {
    StringBuilder rule = new StringBuilder(" +").append(pick(TOKENS, random));
    for (int more = random.nextInt(3); more > 0; more--) {
      rule.append(" +").append(pick(TOKENS, random));
    }
    return rule.append(' ').toString();
  }

  /** A string over some letters. */
  static String letters(String alphabet, int length, Random random) {
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      letters.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return letters.toString();
  }
}
