package io.fsmrun.bench.hyperscan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system's Hyperscan, called from Java; skipped where it is not installed. */
final class HyperscanTest {

  private static HyperscanLibrary library() {
    try {
      return HyperscanLibrary.find(null);
    } catch (HyperscanException e) {
      return abort("skipped: " + e.getMessage());
    }
  }

  private static HyperscanDatabase database(String... lines) throws HyperscanException {
    List<HyperscanRule> rules = new ArrayList<>();
    for (Rule rule : Rules.of(lines).accepted()) {
      rules.add(HyperscanRule.of(rule));
    }
    return HyperscanDatabase.compile(library(), rules);
  }

  /** Reports as {@code rule@end}. */
  private static List<String> reports(HyperscanDatabase database, String text) {
    List<String> list = new ArrayList<>();
    try (HyperscanScanner scanner = database.scanner();
        Arena arena = Arena.ofConfined()) {
      PackedReports reports = scanner.scan(block(text, arena));
      for (int i = 0; i < reports.size(); i++) {
        list.add(reports.rule(i) + "@" + reports.end(i));
      }
    }
    return list;
  }

  private static MemorySegment block(String text, Arena arena) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    MemorySegment block = arena.allocate(Math.max(1, bytes.length));
    MemorySegment.copy(bytes, 0, block, ValueLayout.JAVA_BYTE, 0, bytes.length);
    return block.asSlice(0, bytes.length);
  }

  @Test
  void reportsAllEndsInOrder() throws HyperscanException {
    try (HyperscanDatabase database = database("b+", "ab", "/AB/i")) {
      assertThat(reports(database, "xabb")).containsExactly("1@3", "2@3", "3@3", "1@4");
    }
  }

  @Test
  void flagsMeanTheSame() throws HyperscanException {
    try (HyperscanDatabase database =
        database("/a.b/s", "/a.b/", "/^c/m", "/^c/", "/ d # d/x", "/e/A", "/f #/xA", "g*")) {
      assertThat(reports(database, "a\nb\nc")).contains("1@3", "3@5", "8@0").doesNotContain("2@3");
      assertThat(reports(database, "c")).contains("3@1", "4@1");
      assertThat(reports(database, "e d e")).contains("5@3", "6@1").doesNotContain("6@5");
      assertThat(reports(database, "ff")).contains("7@1").doesNotContain("7@2");
    }
  }

  @Test
  void bytesOfAnyValueAreMatched() throws HyperscanException {
    try (HyperscanDatabase database = database("\\xff\u0080", "a\0b")) {
      assertThat(reports(database, "\u00ff\u0080a\0b")).containsExactly("1@2", "2@5");
    }
  }

  @Test
  void aRuleWithoutCounterpartIsRefused() {
    Rule rule = Rules.of("/a$/E").accepted().getFirst();
    assertThatThrownBy(() -> HyperscanRule.of(rule))
        .isInstanceOf(HyperscanException.class)
        .hasMessageContaining("flag E");
  }

  @Test
  void refusedRulesLeaveTheOthers() throws HyperscanException {
    List<HyperscanRule> rules =
        List.of(
            new HyperscanRule(3, "(a)\\1", HyperscanRule.ALLOW_EMPTY),
            new HyperscanRule(5, "ab", 0),
            new HyperscanRule(8, "a{1,32767}b{3,32767}(cd){1,30000}", 0));
    try (HyperscanDatabase database = HyperscanDatabase.compile(library(), rules)) {
      assertThat(database.refused()).containsKeys(3, 8).doesNotContainKey(5);
      assertThat(database.refused().get(3)).containsIgnoringCase("back-reference");
      assertThat(database.rules()).containsExactly(rules.get(1));
      assertThat(reports(database, "ab")).containsExactly("5@2");
    }
  }

  @Test
  void noRuleAtAllIsAnError() {
    List<HyperscanRule> rules = List.of(new HyperscanRule(1, "(", 0));
    HyperscanLibrary library = library();
    assertThatThrownBy(() -> HyperscanDatabase.compile(library, rules))
        .isInstanceOf(HyperscanException.class)
        .hasMessageContaining("refuses all");
  }

  @Test
  void theThreeWaysToScanSeeTheSame() throws HyperscanException {
    String text = "ab".repeat(20_000);
    try (HyperscanDatabase database = database("ab", "ba");
        HyperscanScanner scanner = database.scanner();
        Arena arena = Arena.ofConfined()) {
      MemorySegment block = block(text, arena);
      assertThat(scanner.count(block)).isEqualTo(39_999);
      scanner.search(block);
      assertThat(scanner.scan(block).size()).isEqualTo(39_999);
      assertThat(scanner.count(block)).isEqualTo(39_999);
    }
  }

  @Test
  void streamsGoOnFromWriteToWrite() throws HyperscanException {
    List<HyperscanRule> rules = HyperscanRule.all(Rules.of("needle", "^b", "c$").accepted());
    HyperscanLibrary library = library();
    try (HyperscanDatabase database =
            HyperscanDatabase.compile(library, HyperscanMode.STREAM, rules);
        HyperscanStreams streams = database.streams(2);
        Arena arena = Arena.ofConfined()) {
      streams.write(0, block("nee", arena), HyperscanStreams.Matches.KEPT);
      streams.write(1, block("b nee", arena), HyperscanStreams.Matches.COUNTED);
      streams.write(0, block("dle b c", arena), HyperscanStreams.Matches.KEPT);
      streams.end(0, HyperscanStreams.Matches.KEPT);
      PackedReports first = streams.takeReports();
      assertThat(first.size()).isEqualTo(2);
      assertThat(List.of(first.rule(0), first.rule(1))).containsExactly(1, 3);
      assertThat(List.of(first.end(0), first.end(1))).containsExactly(6L, 10L);
      streams.end(1, HyperscanStreams.Matches.DROPPED);
      // Both stand at the start of another flow.
      streams.write(0, block("dle", arena), HyperscanStreams.Matches.KEPT);
      assertThat(streams.takeReports().size()).isZero();
      assertThat(streams.streamBytes()).isPositive();
      assertThatIllegalStateException().isThrownBy(database::scanner);
    }
    try (HyperscanDatabase database = HyperscanDatabase.compile(library, rules)) {
      assertThatIllegalStateException().isThrownBy(() -> database.streams(1));
    }
  }

  @Test
  void sizesAreSaid() throws HyperscanException {
    assertThat(library().version()).matches("\\d+\\.\\d+.*");
    try (HyperscanDatabase database = database("ab");
        HyperscanScanner scanner = database.scanner()) {
      assertThat(database.sizeBytes()).isBetween(100L, 1L << 20);
      assertThat(scanner.scratchBytes()).isBetween(100L, 1L << 20);
      assertThat(database.compileNanos()).isPositive();
    }
  }

  @Test
  void whatIsClosedIsNotUsed() throws HyperscanException {
    HyperscanDatabase database = database("ab");
    HyperscanScanner scanner = database.scanner();
    scanner.close();
    scanner.close();
    assertThatIllegalStateException().isThrownBy(() -> scanner.count(MemorySegment.NULL));
    database.close();
    database.close();
    assertThatIllegalStateException().isThrownBy(database::scanner);
  }

  @Test
  void anotherLibraryIsRefused(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("libhs.so"), "no library");
    for (String name : List.of(file.toString(), directory + "/none.so", "libnosuchlibrary.so.9")) {
      assertThatThrownBy(() -> HyperscanLibrary.open(name))
          .isInstanceOf(HyperscanException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("apt-get install libhyperscan5");
    }
  }

  @Test
  void listsOfReportsAreCompared() {
    PackedReports first = new PackedReports();
    first.add(2, 7);
    first.add(1, 7);
    first.add(9, 3);
    first.add(1, 7);
    first.sort();
    assertThat(first.size()).isEqualTo(3);
    assertThat(first.rule(0)).isEqualTo(9);
    assertThat(first.end(2)).isEqualTo(7);
    PackedReports second = first.copy();
    assertThat(first.mismatch(second)).isNegative();
    second.add(4, 8);
    assertThat(first.mismatch(second)).isEqualTo(3);
  }
}
