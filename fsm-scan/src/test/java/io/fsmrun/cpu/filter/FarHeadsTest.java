package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes are kept for heads, but not for ever; searched with no automaton to take over. */
final class FarHeadsTest {

  private static final int BLOCK = 100_000;

  /** In such a block all ends of heads are told. */
  private static final int SHORT_BLOCK = 300;

  private static final String[] RULES = {
    "/aa[^\\n]*QXJW/",
    "/a[^\\n]{30,}QXJW/",
    "/aaa.{0,70}ZKVQ/s",
    "/ab[^\\n]*ZKVQ/",
    "/aaaa.*ZKVQ7/s",
    "/[ab]a[^#]{2,90}QXJW/"
  };

  @Test
  void headsFartherBackThanBytesAreKeptAreFound() throws InterruptedException {
    String far = ".".repeat(2_500_000);
    byte[] input = ("to" + far + "QXJW\n" + far + "QXJW").getBytes(StandardCharsets.ISO_8859_1);
    FilterEngine engine = engine("/to[^\\n]*QXJW/", "/e [^&]*x[^&]*ZKVQ7/");
    FilterSession session = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    List<Long> ends = new ArrayList<>();
    for (int at = 0; at < input.length; at += BLOCK) {
      reports.startBlock(at);
      session.scan(input, at, Math.min(input.length, at + BLOCK), at, reports);
      for (int i = 0; i < reports.size(); i++) {
        ends.add(reports.end(i));
      }
    }
    assertThat(ends).containsExactly(2_500_006L);
  }

  /** Of heads that end at every byte only the last is kept where that will do. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void headsThatEndAtEveryByteAreFound(long seed) throws InterruptedException {
    String text = runs(new Random(seed));
    byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
    FilterEngine engine = engine(RULES);
    List<String> found = new ArrayList<>();
    FilterSession session = FilterScans.session(engine);
    FilterSession small = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    Random random = new Random(-seed);
    int at = 0;
    while (at < input.length) {
      int near = text.indexOf("QXJW", at + 1 + random.nextInt(BLOCK)) - random.nextInt(100);
      int end = near > at ? near : input.length;
      reports.startBlock(at);
      session.scan(input, at, end, at, reports);
      take(reports, found);
      for (; at < end; at = Math.min(end, at + SHORT_BLOCK)) {
        small.scan(input, at, Math.min(end, at + SHORT_BLOCK), at, reports);
        small.settle();
      }
      assertThat(state(session)).isEqualTo(state(small));
    }
    assertThat(found).isEqualTo(expected(input));
  }

  /** Bytes that are lent are used where they are; those that are not are gone after the block. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void headsInArraysThatAreLentAreFound(long seed) throws InterruptedException {
    byte[] input = runs(new Random(seed)).getBytes(StandardCharsets.ISO_8859_1);
    FilterEngine engine = engine(RULES);
    List<String> found = new ArrayList<>();
    FilterSession session = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    Random random = new Random(-seed);
    byte[] before = {};
    int at = 0;
    while (at < input.length) {
      byte[] array = input.clone();
      boolean lent = random.nextInt(3) > 0;
      if (lent) {
        // Instead of the one before, if that still is.
        session.lend(array);
      } else {
        session.takeBack();
      }
      Arrays.fill(before, (byte) "\n#a.".charAt(random.nextInt(4)));
      for (int blocks = 1 + random.nextInt(lent ? 4 : 1); blocks > 0; blocks--) {
        int end = Math.min(input.length, at + random.nextInt(random.nextBoolean() ? 300 : 30_000));
        if (lent && random.nextBoolean()) {
          session.lend(array);
        }
        reports.startBlock(at);
        session.scan(array, at, end, at, reports);
        take(reports, found);
        at = end;
      }
      if (lent && random.nextBoolean()) {
        session.takeBack();
        Arrays.fill(array, (byte) '#');
      }
      before = array;
    }
    assertThat(found).isEqualTo(expected(input));
  }

  /**
   * Where heads are told at the end of each block, as before a stream is put aside, a piece that is
   * in progress may begin before the byte that breaks the gap: it has that byte itself.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void headsBeforePiecesInProgressAreFound(long seed) throws InterruptedException {
    String[] rules = {
      "/a[^\\n]*Q\\nJW/",
      "/aa[^\\n]*Z\\nKVQ7.{0,3}XW/",
      "/ab[^\\n]{2,9}Q\\nJW/",
      "/ba[^#]*W#XJ[ab]{0,2}Q/",
      "/ab[^\\n]*Q\\nJW[a-z]{2,30}\\.[a-z]{2,9}/",
      // What is behind no head may reach back farther.
      "QXKZ".repeat(30)
    };
    // Heads are mostly farther back than the bytes that a block may look at.
    String[] parts = {
      "aab",
      "ba",
      "....",
      "........",
      "\n",
      "#",
      "Q\nJW",
      "Z\nKVQ7...XW",
      "W#XJaQ",
      "Q\n",
      "Q\nJWbabbabbbabbabbabbab.bab"
    };
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < 300_000) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    assertThat(scanned(rules, input, random, 12, 900, 20_000)).isEqualTo(expected(input, rules));
  }

  /** Frequent ones and seldom ones, of any length, told at the end of each block. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void frequentHeadsAndSeldomOnesAreFound(long seed) throws InterruptedException {
    String[] rules = {
      "/Needle[^\\n]*QXJW/",
      "/To:\\s*[^#]*ZKVQ/",
      "/<img[^>]*alt=[^>\\n]*KVWQ/",
      "/ab[^\\n]*JQZX/",
      "/c[^#]{3,}JQZX7/",
      "/x.{0,90}WJKQ/s"
    };
    String[] seldom = {"Needle", "Needl", "To: ", "<img ", "alt=", ">", "\n", "#", "x"};
    String[] pieces = {"QXJW", "ZKVQ", "KVWQ", "JQZX7", "WJKQ", "JQZX"};
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < 400_000) {
      int next = random.nextInt(300);
      if (next < 3) {
        text.append(seldom[random.nextInt(seldom.length)]);
      } else if (next < 6) {
        text.append(pieces[random.nextInt(pieces.length)]);
      } else {
        boolean frequent = random.nextInt(8) == 0 && text.length() / 3_000 % 4 > 0;
        text.append(frequent ? seed % 2 == 0 ? "ab" : "c" : "....");
      }
    }
    byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    assertThat(scanned(rules, input, random, 1_500)).isEqualTo(expected(input, rules));
  }

  /**
   * At the end of a whole input what later blocks need is left out, but not at the end of a block
   * of a stream, though it be at the same index.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void wholeInputsAndStreamsTakeTurns(long seed) throws InterruptedException {
    String[] rules = {
      "/Needle[^\\n]*QXJW/", "/ab[^\\n]*JQZX/", "/WJKQ.*?(to|e ).*?ZKVQ7/s", "/c[^#]{3,}JQZX7/"
    };
    String[] parts = {"Needle", "ab", "WJKQ", "e ", "to", "c", "\n", "#", "QXJW", "JQZX7", "ZKVQ7"};
    Random random = new Random(seed);
    FilterEngine engine = engine(rules);
    assertThat(engine.demands().count()).isPositive();
    FilterSession session = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    for (int round = 0; round < 40; round++) {
      byte[] input = parts(parts, random, 1 + random.nextInt(9_000));
      reports.startBlock(0);
      session.scanWhole(input, 0, input.length, reports);
      List<String> found = new ArrayList<>();
      take(reports, found);
      assertThat(found).isEqualTo(FilterScans.expected(List.of(rules), input));
      found.clear();
      session.start();
      // Its first block ends where the whole input did.
      byte[] more = parts(parts, random, 1 + random.nextInt(900));
      byte[] stream = Arrays.copyOf(input, input.length + more.length);
      System.arraycopy(more, 0, stream, input.length, more.length);
      reports.startBlock(0);
      session.scan(input, 0, input.length, 0, reports);
      take(reports, found);
      Arrays.fill(stream, 0, Math.max(0, input.length - engine.historyBytes()), (byte) '&');
      reports.startBlock(input.length);
      session.scan(stream, input.length, stream.length, input.length, reports);
      session.finish(stream, stream.length, stream.length, reports);
      take(reports, found);
      System.arraycopy(input, 0, stream, 0, input.length);
      assertThat(found).isEqualTo(FilterScans.expected(List.of(rules), stream));
    }
  }

  private static byte[] parts(String[] parts, Random random, int length) {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(".".repeat(random.nextInt(200))).append(parts[random.nextInt(parts.length)]);
    }
    return text.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Scans blocks of one of some lengths at most, with the state saved behind each. */
  private static List<String> scanned(String[] rules, byte[] input, Random random, int... lengths)
      throws InterruptedException {
    FilterEngine engine = engine(rules);
    List<String> found = new ArrayList<>();
    FilterSession session = FilterScans.session(engine);
    ReportBuffer reports = new ReportBuffer();
    for (int at = 0; at < input.length; ) {
      int most = lengths[random.nextInt(lengths.length)];
      int end = Math.min(input.length, at + 1 + random.nextInt(most));
      boolean lent = random.nextBoolean();
      if (lent) {
        session.lend(input);
      }
      reports.startBlock(at);
      session.scan(input, at, end, at, reports);
      take(reports, found);
      if (lent) {
        session.takeBack();
      }
      byte[] state = state(session);
      if (random.nextBoolean()) {
        session = FilterScans.session(engine);
        session.restore(new BinaryReader(state), end);
      }
      at = end;
    }
    return found;
  }

  private static void take(ReportBuffer reports, List<String> found) {
    reports.sort();
    for (int i = 0; i < reports.size(); i++) {
      found.add(reports.end(i) + ":" + (reports.rule(i) + 1));
    }
  }

  private static List<String> expected(byte[] input) throws InterruptedException {
    return expected(input, RULES);
  }

  private static List<String> expected(byte[] input, String[] rules) throws InterruptedException {
    List<String> expected = FilterScans.expected(List.of(rules), input);
    assertThat(expected).hasSizeGreaterThan(20);
    return expected;
  }

  private static byte[] state(FilterSession session) {
    BinaryWriter state = new BinaryWriter();
    session.save(state);
    return state.toByteArray();
  }

  private static String runs(Random random) {
    String[] others = {"ab", "\n", "#", "QXJW", "QXJW", "ZKVQ", "ZKVQ7", " x "};
    StringBuilder text = new StringBuilder();
    while (text.length() < 400_000) {
      text.append((random.nextInt(3) == 0 ? "." : "a").repeat(random.nextInt(20_000)));
      for (int more = random.nextInt(4); more > 0; more--) {
        text.append(others[random.nextInt(others.length)]).append("a".repeat(random.nextInt(9)));
      }
    }
    return text.toString();
  }

  private static FilterEngine engine(String... rules) throws InterruptedException {
    FilterEngine engine = FilterScans.engine(Database.compile(rules));
    assertThat(engine.automata().heads()).isPresent();
    return engine;
  }
}
