package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * How often bytes come, and after which: a Markov chain of order one. It tells which windows are
 * rare. Immutable, shared by threads.
 */
public final class ByteModel {

  private static final int SYMBOLS = 256;

  /** Times a byte, all bytes of an int. */
  private static final int ALL_FOUR = 0x01010101;

  /** What a prior counts for, in bytes of a sample. */
  private static final double PRIOR_WEIGHT = 64;

  /** What is expected counts for so much beside what was counted in a sample. */
  private static final double EXPECTED_WEIGHT = 0.2;

  /** What comes so often in a sample on average is not in one of 20 (Poisson). */
  private static final double MOST_UNSEEN = 3;

  /** So much of what is expected counts in any case, so that windows that were not seen differ. */
  private static final double UNSEEN_WEIGHT = 1e-3;

  /** How much of an input lies outside its alphabet. */
  private static final double OTHERS = 0.05;

  /** Sets of more bytes than this are taken not to tell what follows. */
  private static final int MOST_FOLLOWED = 24;

  /**
   * For each byte of text those that come after it more often than by chance, most likely first.
   */
  private static final String[] FOLLOWERS = new String[SYMBOLS];

  static {
    String letters = "eahoinrtsdlcmpugbfykvxwjzq";
    String[] after = {
      "rsnda t", "ntlrsc", "e aio", "nurfmt", "ntsoc", "gdteo ", "eaiot s", "hioeras", " teithos",
      " eiao", "elia yo", "oehatik", "eaiop", "raeolp", "rnstlm", " ehaio", "eulroia", "oiera ",
      " oeasi", "e ins", "eia", "pta ", "iaheo", "ueoa", "eioa", "u"
    };
    for (int i = 0; i < letters.length(); i++) {
      FOLLOWERS[letters.charAt(i)] = after[i];
      FOLLOWERS[letters.charAt(i) - 32] = after[i].toUpperCase(Locale.ROOT);
    }
    FOLLOWERS[':'] = " /";
    FOLLOWERS['/'] = "/";
    FOLLOWERS[','] = " ";
    FOLLOWERS['.'] = " c";
    FOLLOWERS['='] = "\"";
    FOLLOWERS['\n'] = "\n\r";
    FOLLOWERS[' '] = "taosiwcb";
    FOLLOWERS['<'] = "/";
  }

  private static final ByteModel PRIOR = makePrior();

  /** What {@link #ofAlphabet} was given; empty for other models. */
  private final SymbolSet alphabet;

  private final double[] first;
  private final double[] next;

  /** How likely large sets are, as far as it was asked for. */
  private final Map<SymbolSet, Double> shares = new ConcurrentHashMap<>();

  /** What windows are counted in, or null. */
  private final ByteSample sample;

  private ByteModel(SymbolSet alphabet, double[] first, double[] next) {
    this(alphabet, first, next, null);
  }

  private ByteModel(SymbolSet alphabet, double[] first, double[] next, ByteSample sample) {
    this.sample = sample;
    this.alphabet = alphabet;
    this.first = first;
    this.next = next;
  }

  /**
   * What is known without a sample: text is likelier than binary data, letters than digits, small
   * ones than capital ones, zeros than other control bytes.
   *
   * @return the model
   */
  public static ByteModel prior() {
    return PRIOR;
  }

  private static ByteModel makePrior() {
    double[] weights = new double[SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      weights[symbol] = 1;
    }
    for (int symbol = ' '; symbol < 127; symbol++) {
      weights[symbol] = 4;
    }
    for (int symbol = '0'; symbol <= '9'; symbol++) {
      weights[symbol] = 10;
    }
    for (int symbol = 'A'; symbol <= 'Z'; symbol++) {
      weights[symbol] = 7;
      weights[symbol + 32] = 14;
    }
    for (char common : "etaoinsr".toCharArray()) {
      weights[common] = 40;
    }
    for (char common : " \0".toCharArray()) {
      weights[common] = 80;
    }
    weights['\n'] = 14;
    weights['\r'] = 8;
    weights['\t'] = 8;
    weights[0xff] = 12;
    weights['/'] = 10;
    weights['.'] = 12;
    weights['='] = 8;
    weights['"'] = 20;
    weights['\''] = 10;
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] first = new double[SYMBOLS];
    double[] next = new double[SYMBOLS * SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      first[symbol] = weights[symbol] / sum;
    }
    for (int from = 0; from < SYMBOLS; from++) {
      // A byte tends to come again: runs of zeros, of blanks, of the same letter.
      double[] row = first.clone();
      row[from] += from == 0 || from == 0xff ? 1.0 : from == ' ' ? 0.3 : 0.03;
      String followers = FOLLOWERS[from];
      for (int i = 0; followers != null && i < followers.length(); i++) {
        row[followers.charAt(i)] += i == 0 ? 0.25 : 0.1;
      }
      if (from == '\r') {
        row['\n'] += 10;
      }
      double rowSum = 0;
      for (double chance : row) {
        rowSum += chance;
      }
      for (int to = 0; to < SYMBOLS; to++) {
        next[from * SYMBOLS + to] = row[to] / rowSum;
      }
    }
    return new ByteModel(SymbolSet.EMPTY, first, next);
  }

  /**
   * What is known of an input that is written in a small alphabet: its bytes come equally often,
   * and hardly any others.
   *
   * @param alphabet at least one byte
   * @return the model
   */
  public static ByteModel ofAlphabet(SymbolSet alphabet) {
    double[] first = new double[SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      first[symbol] = OTHERS / SYMBOLS;
      if (alphabet.contains(symbol)) {
        first[symbol] += (1 - OTHERS) / alphabet.size();
      }
    }
    double[] next = new double[SYMBOLS * SYMBOLS];
    for (int from = 0; from < SYMBOLS; from++) {
      System.arraycopy(first, 0, next, from * SYMBOLS, SYMBOLS);
    }
    return new ByteModel(alphabet, first, next);
  }

  /** The small alphabet that inputs are written in; empty if that is not known. */
  SymbolSet alphabet() {
    return alphabet;
  }

  /**
   * What a sample shows, smoothed by this model. Windows are counted in the sample.
   *
   * @param shown some of the input
   * @return a new model; O(256 * 256 + bytes)
   */
  public ByteModel withSample(ByteSample shown) {
    ByteModel model = withSample(shown.bytes(), 0, shown.bytes().length);
    return new ByteModel(alphabet, model.first, model.next, shown);
  }

  /**
   * Whether this is known of an input, rather than supposed.
   *
   * @return true for models with a {@link ByteSample}
   */
  public boolean isSampled() {
    return sample != null;
  }

  /**
   * How likely a place begins with one of some windows.
   *
   * @param keys the windows, as {@link StringSets#keys} makes them
   * @param expected what {@link #probability} says
   */
  double share(int[] keys, int width, boolean folded, double expected) {
    double counted = sample.share(keys, width, folded);
    return smoothed(counted, expected);
  }

  /**
   * How likely a place begins a stretch of one set.
   *
   * @param expected what would be likely if bytes did not depend on each other
   */
  double runShare(StringRun run, double expected) {
    return smoothed(sample.share(run), expected);
  }

  /**
   * How likely tables let a place through.
   *
   * @param expected what would be likely if bytes did not depend on each other
   */
  double sharePassing(PassTables tables, double expected) {
    return smoothed(sample.share(tables), expected);
  }

  /**
   * Windows of four bytes, the first byte lowest, as an input has them: some of a sample; without,
   * one byte four times, which is frequent in many inputs.
   */
  int[] usualWindows() {
    return isSampled()
        ? sample.someWindows()
        : IntStream.range(0, SYMBOLS).map(symbol -> symbol * ALL_FOUR).toArray();
  }

  /** What was counted, and some of what is expected, unless a sample would have shown it. */
  private double smoothed(double counted, double expected) {
    double unseen = MOST_UNSEEN / Math.max(MOST_UNSEEN, sample.bytes().length);
    return (1 - EXPECTED_WEIGHT) * counted
        + Math.min(EXPECTED_WEIGHT * expected, unseen)
        + UNSEEN_WEIGHT * expected;
  }

  /**
   * Text as it is expected: what the sample begins with, or else, and if that is too short, bytes
   * that are drawn one after the other.
   *
   * @param length how much
   * @return the same always
   */
  public byte[] text(int length) {
    if (isSampled() && sample.bytes().length >= length) {
      return Arrays.copyOf(sample.bytes(), length);
    }
    Random random = new Random(length);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      double[] chances = i == 0 ? first : next;
      int row = i == 0 ? 0 : (text[i - 1] & 0xff) * SYMBOLS;
      double left = random.nextDouble();
      int symbol = 0;
      while (symbol < SYMBOLS - 1 && left >= chances[row + symbol]) {
        left -= chances[row + symbol++];
      }
      text[i] = (byte) symbol;
    }
    return text;
  }

  /**
   * What a stretch of an input shows, smoothed by this model.
   *
   * @param sample bytes
   * @param from index of the first
   * @param to index after the last
   * @return a new model; O(256 * 256 + bytes)
   */
  public ByteModel withSample(byte[] sample, int from, int to) {
    double[] firsts = new double[SYMBOLS];
    double[] pairs = new double[SYMBOLS * SYMBOLS];
    for (int i = from; i < to; i++) {
      firsts[sample[i] & 0xff]++;
    }
    for (int i = from + 1; i < to; i++) {
      pairs[(sample[i - 1] & 0xff) * SYMBOLS + (sample[i] & 0xff)]++;
    }
    double total = to - from + PRIOR_WEIGHT;
    double[] newFirst = new double[SYMBOLS];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      newFirst[symbol] = (firsts[symbol] + PRIOR_WEIGHT * first[symbol]) / total;
    }
    for (int before = 0; before < SYMBOLS; before++) {
      double rowTotal = firsts[before] + PRIOR_WEIGHT;
      for (int after = 0; after < SYMBOLS; after++) {
        int cell = before * SYMBOLS + after;
        pairs[cell] = (pairs[cell] + PRIOR_WEIGHT * newFirst[after]) / rowTotal;
      }
    }
    return new ByteModel(alphabet, newFirst, pairs);
  }

  /**
   * How likely a place in the input begins with a window.
   *
   * @param string sets
   * @param from index of the first set of the window
   * @param to index after its last
   * @return from 0 to 1; O(sum of the products of the sizes of neighbouring sets)
   */
  public double probability(List<SymbolSet> string, int from, int to) {
    return probability(StringSets.of(string.subList(from, to), false), 0, to - from);
  }

  /** The same of a string whose sets are {@link StringSets#set}. */
  double probability(StringSets string, int from, int to) {
    double total = 1;
    int[] before = null;
    double[] chance = null;
    for (int i = from; i < to; i++) {
      SymbolSet set = string.set(i);
      if (set.size() > MOST_FOLLOWED) {
        // What comes after one of so many bytes hardly depends on which it was.
        total *= share(set);
        before = null;
        continue;
      }
      int[] after = string.members(i);
      double[] step = new double[after.length];
      double sum = 0;
      for (int a = 0; a < after.length; a++) {
        step[a] = before == null ? total * first[after[a]] : follow(before, chance, after[a]);
        sum += step[a];
      }
      total = sum;
      chance = step;
      before = after;
    }
    return total;
  }

  private double follow(int[] before, double[] chance, int symbol) {
    double sum = 0;
    for (int b = 0; b < before.length; b++) {
      sum += chance[b] * next[before[b] * SYMBOLS + symbol];
    }
    return sum;
  }

  /** How likely a place has a byte, whatever is before it. */
  double probability(int symbol) {
    return first[symbol];
  }

  private double share(SymbolSet set) {
    return set.equals(SymbolSet.ALL) ? 1 : shares.computeIfAbsent(set, this::sum);
  }

  private double sum(SymbolSet set) {
    double sum = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      sum += set.contains(symbol) ? first[symbol] : 0;
    }
    return sum;
  }
}
