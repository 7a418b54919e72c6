package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.regex.RegexSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where pieces end, in buffers of any size, and what cannot be split at. */
class SplittersTest {

  /** The offsets in the whole input at which pieces end, read in buffers of some size. */
  private static List<Integer> ends(InputSplitter splitter, byte[] input, int bufferBytes) {
    List<Integer> ends = new ArrayList<>();
    for (int start = 0; start < input.length; start += bufferBytes) {
      // Bytes around the buffer must not be read.
      int length = Math.min(bufferBytes, input.length - start);
      byte[] buffer = new byte[length + 10];
      System.arraycopy(input, start, buffer, 5, length);
      int at = 5;
      while (at < 5 + length) {
        int end = splitter.nextEnd(buffer, at, 5 + length);
        if (end < 0) {
          break;
        }
        assertThat(end).isGreaterThan(at).isLessThanOrEqualTo(5 + length);
        ends.add(start + end - 5);
        at = end;
      }
    }
    return ends;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** In inputs, a bar stands for a line feed and a tilde for a zero byte. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = ' ',
      value = {
        ". a.b..c 2,4,5",
        ". .a. 1,3",
        ". ... 1,2,3",
        ". abc -",
        "$ a$b 2",
        "\\ a\\b 2",
        "^ a^ 2",
        "( (x 1",
        "\\n a|b|| 2,4,5",
        "\\x00 a~~b 2,3",
        "\\x0a a| 2",
        "\\. a.b 2",
        "[.!?] a.b!c?d 2,4,6",
        "\\d a1b23 2,4,5",
        ".. abcd 2,3,4",
        "ab abxabab 2,5,7",
        "ab aab 3",
        "ab ba -",
        "aa aaaa 2,3,4",
        "a+b aabab 3,5",
        "a|bc abcbc 1,3,5",
        "^ab abab 2",
        "(?i)eof xEoFeof 4,7",
        "(?m)^c cac|c 1,5",
        "x..x x12x34x 4,7",
        ".\\n |a|| 3",
      })
  void piecesEnd(String spec, String input, String expected) {
    byte[] bytes = bytes(input.replace('|', '\n').replace('~', '\0'));
    List<Integer> ends =
        expected.equals("-")
            ? List.of()
            : Arrays.stream(expected.split(",", -1)).map(Integer::valueOf).toList();
    for (int buffer = 1; buffer <= bytes.length; buffer++) {
      assertThat(ends(Splitters.of(spec).get(), bytes, buffer))
          .as("buffers of %s", buffer)
          .isEqualTo(ends);
    }
  }

  @Test
  void bytesAbove127AreWrittenAsEscapes() {
    byte[] input = {1, (byte) 0xff, 2, (byte) 0xfe, (byte) 0xff};
    assertThat(ends(Splitters.of("\\xff").get(), input, 5)).containsExactly(2, 5);
    assertThat(ends(Splitters.of("\\xfe\\xff").get(), input, 5)).containsExactly(5);
  }

  /** Against the definition: a piece ends where some stretch before matches as a whole. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void piecesEndWhereMatchesEnd(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> specs =
        List.of("ab", "a[bc]", "(ab|b)c", "a.{2}c", "c+", "ab*c", "(a|bb)+c", "aba", "[^a]b", "bb");
    String spec = specs.get(random.nextInt(specs.size()));
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(40); i > 0; i--) {
      text.append((char) ('a' + random.nextInt(3)));
    }
    List<Integer> expected = new ArrayList<>();
    Matcher matcher = Pattern.compile(spec).matcher(text);
    for (int end = 1; end <= text.length(); end++) {
      for (int start = 0; start < end; start++) {
        if (matcher.region(start, end).matches()) {
          expected.add(end);
          break;
        }
      }
    }
    int buffer = 1 + random.nextInt(40);
    assertThat(ends(Splitters.of(spec).get(), bytes(text.toString()), buffer))
        .as("%s in %s, buffers of %s", spec, text, buffer)
        .isEqualTo(expected);
  }

  @Test
  void everyScanStartsAfresh() {
    Supplier<InputSplitter> splitters = Splitters.of("ab");
    assertThat(ends(splitters.get(), bytes("xa"), 2)).isEmpty();
    assertThat(ends(splitters.get(), bytes("bab"), 3)).containsExactly(3);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "\"\"|it is empty",
        "a*|it matches the empty string",
        "(?:x?)|it matches the empty string",
        "(?m)^|it matches the empty string",
        "ab\\b|depends on the byte after the match",
        "(?m)ab$|depends on the byte after the match",
        "ab$|depends on where the input ends",
        "ab\\z|depends on where the input ends",
        "a^b|it matches nothing",
        "(a)\\1|back-reference at offset 3",
        "a(b|group at offset 1",
        "a.{70000}b|cannot split at \"\"a.{70000}b\"\": ",
        "a.{40}b|more than 10000 states",
        "aé|offset 1 is not ASCII",
      })
  void whatCannotBeSplitAt(String spec, String message) {
    assertThatExceptionOfType(UnusableSplitterException.class)
        .isThrownBy(() -> Splitters.of(spec))
        .withMessageStartingWith("cannot split at \"" + spec + "\": ")
        .withMessageContaining(message.replace("\"\"", "\""));
  }

  @Test
  void theParsersOffsetIsKept() {
    assertThatExceptionOfType(UnusableSplitterException.class)
        .isThrownBy(() -> Splitters.of("ab(?<=x)"))
        .withCauseInstanceOf(RegexSyntaxException.class)
        .satisfies(e -> assertThat(((RegexSyntaxException) e.getCause()).offset()).isEqualTo(2));
  }
}
