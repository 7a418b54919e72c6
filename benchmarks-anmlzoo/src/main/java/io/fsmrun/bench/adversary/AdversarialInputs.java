package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Makes inputs that are hard for rules, out of the rules themselves. An input depends on the rules,
 * the seed, the attack and the size, on nothing else, except for {@link Attack#WORST_STRING}, which
 * depends on what it measures. Immutable, shared by threads.
 */
public final class AdversarialInputs {

  /** Ways through rules that inputs are made of; every rule has one if there are no more rules. */
  private static final int LEAST_WORDS = 256;

  /** Gaps are filled with no more bytes than this in matches. */
  private static final int MOST_FILLER = 64;

  private static final int TRIED_STRINGS = 48;
  private static final int TRIED_MUTATIONS = 32;
  private static final int MOST_REPEATED = 256;

  private final List<RegexNode> rules;
  private final byte[] rulesText;
  private final long seed;

  /**
   * A maker of inputs.
   *
   * @param rules the rules that are attacked, as trees; at least one
   * @param rulesText the rules as they are written, at least one byte
   * @param seed inputs of equal seeds are equal
   * @throws IllegalArgumentException if there is no rule or no text
   */
  public AdversarialInputs(List<RegexNode> rules, byte[] rulesText, long seed) {
    if (rules.isEmpty() || rulesText.length == 0) {
      throw new IllegalArgumentException("no rules");
    }
    this.rules = List.copyOf(rules);
    this.rulesText = rulesText.clone();
    this.seed = seed;
  }

  /**
   * Makes an input.
   *
   * @param attack the kind; not {@link Attack#WORST_STRING}
   * @param size how many bytes
   * @return so many bytes; random letters where the rules have nothing for the attack, such as no
   *     gaps. O(size + rules)
   * @throws IllegalArgumentException if the attack has to be measured
   */
  public byte[] make(Attack attack, int size) {
    Random random = new Random(seed * Attack.values().length + attack.userName().hashCode());
    InputBuffer out = new InputBuffer(size, random);
    List<RuleWord> words = words(random);
    switch (attack) {
      case MATCHES -> fillMatches(words, Alteration.NONE, out, random);
      case LAST_BYTE_WRONG -> fillMatches(words, Alteration.LAST, out, random);
      case FIRST_BYTE_WRONG -> fillMatches(words, Alteration.FIRST, out, random);
      case MIDDLE_BYTE_WRONG -> fillMatches(words, Alteration.MIDDLE, out, random);
      case LAST_PIECE_MISSING -> fillMatches(words, Alteration.NO_LAST_PIECE, out, random);
      case PREFIXES -> fillMatches(words, Alteration.CUT, out, random);
      case RARE_WINDOWS -> {
        WindowInputs windows = new WindowInputs(words, random);
        windows.fill(out, windows.rarest());
      }
      case SHARED_WINDOWS -> {
        WindowInputs windows = new WindowInputs(words, random);
        windows.fill(out, windows.mostShared());
      }
      case OPEN_GAPS -> new GapInputs(words, random).fillOpen(out);
      case MANY_ENDS -> new GapInputs(words, random).fillEnds(out);
      case RANDOM_LETTERS -> fillLetters(words, out, random);
      case RANDOM_BYTES -> fill(out, random::nextInt);
      case ZEROS -> fill(out, () -> 0);
      case ONE_BYTE -> {
        int symbol = commonest(words);
        fill(out, () -> symbol);
      }
      case RULES_TEXT -> repeat(rulesText, out);
      case WORST_STRING -> throw new IllegalArgumentException(attack + " has to be measured");
    }
    fillLetters(words, out, random);
    return out.toByteArray();
  }

  /**
   * Makes the input of one string, repeated, that costs most: tries strings of random rules and
   * keeps the dearest, then alters it for as long as that makes it dearer.
   *
   * @param size how many bytes
   * @param blockBytes how many bytes are measured at a time
   * @param cost what a block costs, in any unit
   * @return so many bytes
   */
  public byte[] worst(int size, int blockBytes, ToDoubleFunction<byte[]> cost) {
    Random random = new Random(seed * Attack.values().length + "worst".hashCode());
    List<byte[]> strings = new ArrayList<>();
    List<RuleWord> words = words(random);
    for (int i = 0; i < TRIED_STRINGS; i++) {
      strings.add(string(words.get(random.nextInt(words.size())), random));
    }
    for (String window : new WindowInputs(words, random).mostShared()) {
      strings.add(window.getBytes(StandardCharsets.ISO_8859_1));
    }
    WorstString search =
        new WorstString(random, block -> cost.applyAsDouble(repeated(block, blockBytes)));
    return repeated(search.find(strings, TRIED_MUTATIONS), size);
  }

  /**
   * A string, repeated.
   *
   * @param string at least one byte
   * @param size how many bytes
   * @return so many bytes
   */
  public static byte[] repeated(byte[] string, int size) {
    InputBuffer out = new InputBuffer(size, new Random(0));
    repeat(string, out);
    return out.toByteArray();
  }

  /** A match, one of its pieces, or two copies of one of its bytes. */
  private static byte[] string(RuleWord word, Random random) {
    List<List<SymbolSet>> pieces = word.filledPieces();
    List<SymbolSet> sets =
        pieces.isEmpty() || random.nextInt(3) == 0
            ? word.shortest(MOST_FILLER)
            : pieces.get(random.nextInt(pieces.size()));
    if (sets.isEmpty()) {
      return new byte[1];
    }
    int from = random.nextInt(3) == 0 ? random.nextInt(sets.size()) : 0;
    int to = random.nextInt(3) == 0 ? from + 1 + random.nextInt(sets.size() - from) : sets.size();
    InputBuffer out = new InputBuffer(Math.min(MOST_REPEATED, to - from), random);
    out.addString(sets.subList(from, to));
    return out.toByteArray();
  }

  private List<RuleWord> words(Random random) {
    WordSampler sampler = new WordSampler(random);
    List<RuleWord> words = new ArrayList<>();
    for (int i = 0; i < Math.max(LEAST_WORDS, rules.size()); i++) {
      words.add(sampler.sample(rules.get(i % rules.size())));
    }
    return words;
  }

  /** What is done to matches. */
  private enum Alteration {
    NONE,
    FIRST,
    MIDDLE,
    LAST,
    NO_LAST_PIECE,
    CUT
  }

  private static void fillMatches(
      List<RuleWord> words, Alteration alteration, InputBuffer out, Random random) {
    if (words.stream().allMatch(word -> word.shortest(1).isEmpty())) {
      return;
    }
    while (!out.isFull()) {
      RuleWord word = words.get(random.nextInt(words.size()));
      List<SymbolSet> sets = word.shortest(MOST_FILLER);
      int size = sets.size();
      int before = out.size();
      if (size == 0) {
        continue;
      }
      int lastPiece = word.pieces().get(word.pieces().size() - 1).size();
      switch (alteration) {
        case NONE -> out.addString(sets);
        case FIRST -> out.addAltered(sets, 0);
        case MIDDLE -> out.addAltered(sets, size / 2);
        case LAST -> out.addAltered(sets, size - 1);
        case NO_LAST_PIECE ->
            out.addString(sets.subList(0, word.gaps().isEmpty() ? size - 1 : size - lastPiece));
        case CUT -> out.addString(sets.subList(0, 1 + random.nextInt(size)));
      }
      if (out.size() == before) {
        out.addMember(sets.get(0));
      }
    }
  }

  /** Random bytes out of the small sets of the words. */
  private static void fillLetters(List<RuleWord> words, InputBuffer out, Random random) {
    int[] letters = letters(words);
    fill(out, () -> letters[random.nextInt(letters.length)]);
  }

  private static int[] letters(List<RuleWord> words) {
    int[] counts = counts(words);
    int[] letters = IntStream.range(0, counts.length).filter(c -> counts[c] > 0).toArray();
    return letters.length == 0 ? new int[] {'a'} : letters;
  }

  private static int[] counts(List<RuleWord> words) {
    int[] counts = new int[SymbolSet.ALPHABET_SIZE];
    for (RuleWord word : words) {
      for (SymbolSet set : word.shortest(1)) {
        if (set.size() <= 2) {
          set.forEach(symbol -> counts[symbol]++);
        }
      }
    }
    return counts;
  }

  private static int commonest(List<RuleWord> words) {
    int[] counts = counts(words);
    int best = 0;
    for (int c = 0; c < counts.length; c++) {
      best = counts[c] > counts[best] ? c : best;
    }
    return best;
  }

  /** Says the next byte. */
  @FunctionalInterface
  private interface Source {
    int next();
  }

  private static void fill(InputBuffer out, Source source) {
    while (!out.isFull()) {
      out.add(source.next());
    }
  }

  private static void repeat(byte[] string, InputBuffer out) {
    while (!out.isFull()) {
      out.add(string);
    }
  }
}
