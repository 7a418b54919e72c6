package io.fsmrun.suite;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One walk through the automata of a ruleset, byte after byte. Which rules sleep, and the bytes
 * that wake them, are kept as one bit a rule for every byte value:
 *
 * <pre>
 *   woken by byte b = (homeWakes[b] and atHome) or elsewhereWakes[b]
 * </pre>
 *
 * <p>so that a byte costs the rules that are awake, those that it wakes, and a word for each 64
 * rules. For one thread.
 */
final class TraceWalk {

  private static final int SYMBOLS = 256;

  /**
   * Falling asleep and being woken costs about what so many steps cost, so that who has rested so
   * long is likely to save by it.
   */
  private static final int WAKEFUL_BYTES = 16;

  private final Cursor[] cursors;

  /** Per byte and rule, its class: read in a row, where each rule's own table would lie apart. */
  private final byte[] classes;

  private final int ruleWords;
  private final long[] homeWakes;
  private final long[] elsewhereWakes;
  private final long[] atHome;
  private final long[] woken;

  /**
   * The rules that see every byte, {@code awakeCount} of them: those that do not rest, and those
   * that have only begun to.
   */
  private final int[] awake;

  private int awakeCount;

  /** The rules that are not dead, and where each is in that list. */
  private final int[] alive;

  private final int[] aliveAt;
  private int aliveCount;

  /** Per rule asleep elsewhere, what wakes it. */
  private final long[] sleeps;

  private final long[] scratch = new long[Cursor.WORDS];

  /** Per rule, bytes that it has seen at rest. */
  private final byte[] idle;

  /** The rules that have come farthest, {@code leaderCount} of them, and how far. */
  private final int[] leaders;

  private int leaderCount;
  private int farthest = 1;

  private final SplittableRandom random;
  private final double matchProbability;

  /** Counts what every byte would do; null if nobody asks. */
  private final ActivityCounts activity;

  TraceWalk(Cursor[] cursors, double matchProbability, Guidance guidance, long seed) {
    this.cursors = cursors;
    this.matchProbability = matchProbability;
    this.random = new SplittableRandom(seed);
    int rules = cursors.length;
    classes = new byte[SYMBOLS * rules];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = (byte) cursors[i % rules].classOf(i / rules);
    }
    ruleWords = (rules + Long.SIZE - 1) / Long.SIZE;
    homeWakes = new long[SYMBOLS * ruleWords];
    elsewhereWakes = new long[SYMBOLS * ruleWords];
    atHome = new long[ruleWords];
    woken = new long[ruleWords];
    awake = new int[rules];
    alive = new int[rules];
    aliveAt = new int[rules];
    sleeps = new long[rules * Cursor.WORDS];
    idle = new byte[rules];
    leaders = new int[rules];
    Arrays.setAll(alive, rule -> rule);
    Arrays.setAll(aliveAt, rule -> rule);
    aliveCount = rules;
    for (int rule = 0; rule < rules; rule++) {
      cursors[rule].homeWakes(scratch);
      mark(homeWakes, rule, scratch, 0, true);
      arrive(rule, cursors[rule].standing());
    }
    activity = guidance == Guidance.ACTIVITY ? new ActivityCounts(cursors) : null;
  }

  /** Writes the next bytes. */
  void fill(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      int symbol = choose();
      bytes[i] = (byte) symbol;
      step(symbol);
    }
  }

  private int choose() {
    // Drawn even where no rule can go on, so that what follows does not depend on it.
    boolean guided = random.nextDouble() < matchProbability;
    if (!guided || aliveCount == 0) {
      return random.nextInt(SYMBOLS);
    }
    return activity != null ? activity.pick(random) : cursors[leader()].forward(random);
  }

  /** One of the rules that have come farthest, or of all if none is on its way. */
  private int leader() {
    return leaderCount > 0
        ? leaders[random.nextInt(leaderCount)]
        : alive[random.nextInt(aliveCount)];
  }

  private void step(int symbol) {
    int row = symbol * ruleWords;
    int classRow = symbol * cursors.length;
    for (int w = 0; w < ruleWords; w++) {
      woken[w] = homeWakes[row + w] & atHome[w] | elsewhereWakes[row + w];
    }
    leaderCount = 0;
    farthest = 1;
    int seen = awakeCount;
    awakeCount = 0; // Never more than have been seen: what stays moves towards the front.
    for (int i = 0; i < seen; i++) {
      int rule = awake[i];
      int standing = cursors[rule].step(classes[classRow + rule] & 0xff);
      note(rule);
      arrive(rule, standing);
    }
    for (int w = 0; w < ruleWords; w++) {
      for (long bits = woken[w]; bits != 0; bits &= bits - 1) {
        int rule = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        leave(rule);
        int standing = cursors[rule].step(classes[classRow + rule] & 0xff);
        note(rule);
        arrive(rule, standing);
      }
    }
  }

  private void note(int rule) {
    if (activity != null) {
      activity.update(rule);
    }
  }

  private void leave(int rule) {
    idle[rule] = 0;
    int word = rule / Long.SIZE;
    long bit = 1L << rule;
    if ((atHome[word] & bit) != 0) {
      atHome[word] &= ~bit;
    } else {
      mark(elsewhereWakes, rule, sleeps, rule * Cursor.WORDS, false);
    }
  }

  private void arrive(int rule, int standing) {
    if (standing >= 0) {
      idle[rule] = 0;
      awake[awakeCount++] = rule;
      lead(rule, standing);
    } else if (standing == Cursor.HOME) {
      idle[rule] = 0;
      atHome[rule / Long.SIZE] |= 1L << rule;
    } else if (standing == Cursor.DEAD) {
      bury(rule);
    } else if (idle[rule] < WAKEFUL_BYTES) {
      idle[rule]++;
      awake[awakeCount++] = rule;
    } else {
      cursors[rule].wakes(scratch);
      System.arraycopy(scratch, 0, sleeps, rule * Cursor.WORDS, Cursor.WORDS);
      mark(elsewhereWakes, rule, scratch, 0, true);
    }
  }

  private void lead(int rule, int progress) {
    if (progress > farthest) {
      farthest = progress;
      leaderCount = 0;
    }
    if (progress == farthest) {
      leaders[leaderCount++] = rule;
    }
  }

  private void bury(int rule) {
    int last = alive[--aliveCount];
    alive[aliveAt[rule]] = last;
    aliveAt[last] = aliveAt[rule];
  }

  /** Sets or clears a rule's bit in the rows of a set of bytes. */
  private void mark(long[] rows, int rule, long[] words, int from, boolean on) {
    long bit = 1L << rule;
    int column = rule / Long.SIZE;
    for (int w = 0; w < Cursor.WORDS; w++) {
      for (long bits = words[from + w]; bits != 0; bits &= bits - 1) {
        int symbol = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
        int at = symbol * ruleWords + column;
        rows[at] = on ? rows[at] | bit : rows[at] & ~bit;
      }
    }
  }

  /** For each byte, how many rules would be on their way after it. */
  private static final class ActivityCounts {

    private final Cursor[] cursors;
    private final int[] counts = new int[SYMBOLS];
    private final int[] ties = new int[SYMBOLS];

    /** Per rule, the bytes after which it would be. */
    private final long[] going;

    private final long[] scratch = new long[Cursor.WORDS];

    ActivityCounts(Cursor[] cursors) {
      this.cursors = cursors;
      this.going = new long[cursors.length * Cursor.WORDS];
      for (int rule = 0; rule < cursors.length; rule++) {
        update(rule);
      }
    }

    /** A rule has moved; costs the bytes after which it now stands otherwise. */
    void update(int rule) {
      cursors[rule].goesOn(scratch);
      for (int w = 0; w < Cursor.WORDS; w++) {
        int at = rule * Cursor.WORDS + w;
        for (long bits = scratch[w] ^ going[at]; bits != 0; bits &= bits - 1) {
          long bit = Long.lowestOneBit(bits);
          int symbol = w * Long.SIZE + Long.numberOfTrailingZeros(bits);
          counts[symbol] += (scratch[w] & bit) != 0 ? 1 : -1;
        }
        going[at] = scratch[w];
      }
    }

    int pick(SplittableRandom random) {
      int most = 0;
      int count = 0;
      for (int symbol = 0; symbol < SYMBOLS; symbol++) {
        if (counts[symbol] > most) {
          most = counts[symbol];
          count = 0;
        }
        if (counts[symbol] == most) {
          ties[count++] = symbol;
        }
      }
      return ties[random.nextInt(count)];
    }
  }
}
