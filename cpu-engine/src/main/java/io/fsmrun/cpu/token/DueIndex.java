package io.fsmrun.cpu.token;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers what can be due after a token: the bits of a due set. First the rules that are reported
 * at the token's first delimiter and only there ("plain"), then those that wait for a further one,
 * or are reported at several ("late"); both fill whole vectors of words. Immutable.
 */
final class DueIndex {

  /** A due set is stepped by vectors of so many words. */
  private static final int LANES = 8;

  private final List<Integer> plainRules;
  private final List<Late> lates;
  private final Map<Integer, Integer> plainBits = new LinkedHashMap<>();
  private final Map<Late, Integer> lateBits = new LinkedHashMap<>();

  /**
   * A report that waits.
   *
   * @param run the delimiter that it waits for, from 1
   * @param repeats whether it is reported at all after that, too
   */
  record Late(int rule, int run, boolean repeats) {

    static Late of(TokenChain chain) {
      return new Late(chain.rule(), chain.lastRun(), chain.repeats());
    }
  }

  /** What the chains of a program make due. */
  DueIndex(List<TokenChain> chains) {
    plainRules =
        chains.stream()
            .filter(TokenChain::isPlain)
            .map(TokenChain::rule)
            .distinct()
            .sorted()
            .toList();
    lates =
        chains.stream()
            .filter(chain -> !chain.isPlain())
            .map(Late::of)
            .distinct()
            .sorted(Comparator.comparingInt(Late::rule))
            .toList();
    for (int rule : plainRules) {
      plainBits.put(rule, plainBits.size());
    }
    for (Late late : lates) {
      lateBits.put(late, lateBits.size());
    }
  }

  int plainCount() {
    return plainRules.size();
  }

  List<Late> lates() {
    return lates;
  }

  /** Number of words of plain bits. */
  int plainWords() {
    return wordsFor(plainRules.size());
  }

  /** Number of words of a due set. */
  int words() {
    return plainWords() + wordsFor(lates.size());
  }

  private static int wordsFor(int bits) {
    return (bits + Long.SIZE * LANES - 1) / (Long.SIZE * LANES) * LANES;
  }

  /** The bit of a chain, counted from the due set of the token so many before. */
  int target(TokenChain chain, int delay) {
    int bit =
        chain.isPlain()
            ? plainBits.get(chain.rule())
            : plainWords() * Long.SIZE + lateBits.get(Late.of(chain));
    return delay * words() * Long.SIZE + bit;
  }

  /** After how many tokens a {@link #target} is due. */
  int delay(int target) {
    return target / (words() * Long.SIZE);
  }

  /** The rule of each bit; void for those between plain and late ones. */
  int[] rules() {
    int lateFrom = plainWords() * Long.SIZE;
    int[] rules = new int[lateFrom + lates.size()];
    for (int i = 0; i < plainRules.size(); i++) {
      rules[i] = plainRules.get(i);
    }
    for (int i = 0; i < lates.size(); i++) {
      rules[lateFrom + i] = lates.get(i).rule();
    }
    return rules;
  }
}
