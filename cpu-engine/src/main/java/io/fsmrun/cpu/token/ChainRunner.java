package io.fsmrun.cpu.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The second level: steps chains, token by token, and reports what is due. Mutable, for one thread.
 */
final class ChainRunner {

  /** The due sets move to the front of their array once in so many tokens. */
  private static final int STRIDE = 32;

  private final ChainLayout layout;
  private final StepKernel kernel;
  private final long[] active;
  private final long[] found;
  private final long[] filled;
  private final long[] due;
  private final int[] late;

  private int dueAt;
  private int lateCount;
  private int tokensBefore;
  private boolean bareToken;

  ChainRunner(ChainLayout layout, StepKernel kernel) {
    this.layout = layout;
    this.kernel = kernel;
    active = new long[layout.words];
    found = new long[layout.words];
    due = new long[(STRIDE + layout.maxDelay + 1) * layout.dueWords];
    filled = new long[Math.max(layout.words, layout.dueWords) / Long.SIZE + 1];
    late = new int[layout.lateRun.length];
  }

  void start() {
    Arrays.fill(active, 0);
    Arrays.fill(due, 0);
    dueAt = 0;
    lateCount = 0;
    tokensBefore = 0;
    bareToken = false;
  }

  /**
   * A token, and the first delimiter after it.
   *
   * @param rows holds the token's row
   * @param row its number
   * @param run delimiters before the token
   * @param end where its first delimiter ends
   * @param reports takes what ends there
   */
  void token(TokenRows rows, int row, int run, long end, ReportBuffer reports) {
    int rowAt = row * layout.words;
    if (tokensBefore < layout.starts.length - 1) {
      bareToken |= run == 0;
      layout.addSingles(rows.predicates(row), run, tokensBefore, bareToken, due, dueAt);
      long[] start = (bareToken ? layout.startsAfterBareToken : layout.starts)[tokensBefore++];
      kernel.step(active, start, rows.bits, rowAt, layout.finals, found, filled);
    } else {
      noteSingles(rows, row);
      long[] start = layout.starts[tokensBefore];
      kernel.step(active, start, rows.bits, rowAt, layout.finals, found, filled);
    }
    noteDue();
    reportDue(end, reports);
  }

  private void noteSingles(TokenRows rows, int row) {
    int[] words = rows.dueWord;
    long[] masks = rows.dueMask;
    int last = rows.dueStart[row + 1];
    for (int i = rows.dueStart[row]; i < last; i++) {
      due[dueAt + words[i]] |= masks[i];
    }
  }

  private void noteDue() {
    long[] to = due;
    int[] targetStart = layout.targetStart;
    int[] targets = layout.targets;
    for (int chunk = 0; chunk * Long.SIZE < found.length; chunk++) {
      for (long words = filled[chunk]; words != 0; words &= words - 1) {
        int word = chunk * Long.SIZE + Long.numberOfTrailingZeros(words);
        for (long bits = found[word]; bits != 0; bits &= bits - 1) {
          int bit = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
          int last = targetStart[bit + 1];
          for (int i = targetStart[bit]; i < last; i++) {
            to[dueAt + (targets[i] >> 6)] |= 1L << targets[i];
          }
        }
      }
    }
  }

  private void reportDue(long end, ReportBuffer reports) {
    int plain = layout.plainWords;
    kernel.findFilled(due, dueAt, plain, filled);
    int[] rules = layout.ruleOfDue;
    for (int chunk = 0; chunk * Long.SIZE < plain; chunk++) {
      for (long words = filled[chunk]; words != 0; words &= words - 1) {
        int word = chunk * Long.SIZE + Long.numberOfTrailingZeros(words);
        long bits = due[dueAt + word];
        due[dueAt + word] = 0;
        for (; bits != 0; bits &= bits - 1) {
          reports.add(rules[word * Long.SIZE + Long.numberOfTrailingZeros(bits)], end);
        }
      }
    }
    if (layout.dueWords > plain) {
      takeLate();
      delimiter(1, end, reports);
    }
    dueAt += layout.dueWords;
    if (dueAt == STRIDE * layout.dueWords) {
      moveDue();
    }
  }

  private void moveDue() {
    System.arraycopy(due, dueAt, due, 0, due.length - dueAt);
    Arrays.fill(due, due.length - dueAt, due.length, 0);
    // What lay between was reported, and cleared.
    dueAt = 0;
  }

  private void takeLate() {
    lateCount = 0;
    for (int word = layout.plainWords; word < layout.dueWords; word++) {
      long bits = due[dueAt + word];
      due[dueAt + word] = 0;
      for (; bits != 0; bits &= bits - 1) {
        late[lateCount++] =
            (word - layout.plainWords) * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
  }

  /**
   * A delimiter after the last token.
   *
   * @param run which one, from 1; the largest that is counted to stands for all larger ones
   * @param end where it ends
   * @param reports takes what ends there
   */
  void delimiter(int run, long end, ReportBuffer reports) {
    for (int i = 0; i < lateCount; i++) {
      if (reportsAt(late[i], run)) {
        reports.add(layout.ruleOfDue[layout.plainWords * Long.SIZE + late[i]], end);
      }
    }
  }

  private boolean reportsAt(int which, int run) {
    return run == layout.lateRun[which] || run > layout.lateRun[which] && layout.lateRepeats[which];
  }

  /** Whether {@link #delimiter} would report anything. */
  boolean reportsAt(int run) {
    for (int i = 0; i < lateCount; i++) {
      if (reportsAt(late[i], run)) {
        return true;
      }
    }
    return false;
  }

  /** Tokens so far, as far as that matters. */
  int tokensBefore() {
    return tokensBefore;
  }

  /** Whether the stream began with a token, and it is over. */
  boolean hasBareToken() {
    return bareToken;
  }

  /** Sets both, of a runner that was started. */
  void count(int tokens, boolean bare) {
    tokensBefore = tokens;
    bareToken = bare;
  }

  /** The next active bit, from one on, or -1. */
  int nextActive(int from) {
    return next(active, 0, active.length, from);
  }

  private static int next(long[] words, int first, int count, int from) {
    for (int word = from >> 6; word < count; word++) {
      long bits = words[first + word] & (word == from >> 6 ? -1L << from : -1L);
      if (bits != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
    }
    return -1;
  }

  void activate(int bit) {
    active[bit >> 6] |= 1L << bit;
  }

  /**
   * The next due bit after some tokens.
   *
   * @param tokens how many, from 1
   * @param from bits before this one do not count
   * @return its index in the due set, or -1
   */
  int nextDue(int tokens, int from) {
    return next(due, dueAt + (tokens - 1) * layout.dueWords, layout.dueWords, from);
  }

  void makeDue(int tokens, int bit) {
    due[dueAt + (tokens - 1) * layout.dueWords + (bit >> 6)] |= 1L << bit;
  }

  int lateCount() {
    return lateCount;
  }

  int late(int index) {
    return late[index];
  }

  void addLate(int which) {
    for (int i = 0; i < lateCount; i++) {
      if (late[i] == which) {
        return;
      }
    }
    late[lateCount++] = which;
  }

  /** Writes the set bits, as distances, and how far the stream is. */
  void save(BinaryWriter state) {
    state.writeInt(tokensBefore * 2 + (bareToken ? 1 : 0));
    saveBits(state, active, 0, active.length);
    saveBits(state, due, dueAt, (layout.maxDelay + 1) * layout.dueWords);
    state.writeInt(lateCount);
    for (int i = 0; i < lateCount; i++) {
      state.writeInt(late[i]);
    }
  }

  private static void saveBits(BinaryWriter state, long[] words, int from, int count) {
    int size = 0;
    for (int w = from; w < from + count; w++) {
      size += Long.bitCount(words[w]);
    }
    state.writeInt(size);
    int previous = 0;
    for (int w = from; w < from + count; w++) {
      for (long bits = words[w]; bits != 0; bits &= bits - 1) {
        int bit = (w - from) * Long.SIZE + Long.numberOfTrailingZeros(bits);
        state.writeInt(bit - previous);
        previous = bit;
      }
    }
  }

  /** Reads what {@link #save} wrote, and trusts none of it. */
  void restore(BinaryReader state) {
    start();
    int progress = state.readInt(layout.starts.length * 2L, "tokens so far");
    tokensBefore = progress >> 1;
    bareToken = (progress & 1) != 0;
    restoreBits(state, active, active.length, bit -> true);
    restoreBits(state, due, (layout.maxDelay + 1) * layout.dueWords, layout::isDueBit);
    int count = state.readInt(late.length + 1L, "late reports");
    for (int i = 0; i < count; i++) {
      late[i] = state.readInt(late.length, "a late report");
    }
    lateCount = count;
  }

  private static void restoreBits(
      BinaryReader state, long[] words, int count, IntPredicate possible) {
    int size = state.readCount("bits");
    long bit = 0;
    for (int i = 0; i < size; i++) {
      bit += state.readInt((long) count * Long.SIZE - bit, "a bit");
      int at = (int) bit;
      if (!possible.test(at)) {
        throw state.damaged("a bit that stands for nothing");
      }
      words[at >> 6] |= 1L << at;
    }
  }
}
