package io.fsmrun.cli;

import io.fsmrun.core.report.Report;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random rules, inputs and cuts through the whole stack, against java.util.regex asked for every
 * pair of a start and an end. Rules are made of syntax that both read alike.
 */
class WholeStackPropertyTest {

  private static final List<String> ATOMS =
      List.of("a", "b", "c", "B", "1", "\\n", ".", "\\w", "\\W", "\\d", "[ab]", "[^a]", "[b-c1]");
  private static final List<String> ASSERTIONS =
      List.of("^", "$", "\\A", "\\z", "\\Z", "\\b", "\\B");
  private static final List<String> QUANTIFIERS =
      List.of("*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}", "{0}");
  private static final List<String> OPTIONAL = List.of("?", "??", "{0}");
  private static final List<String> FLAGS = List.of("", "i", "s", "m", "ms", "im");
  private static final String BYTES = "aabbcAB1_ \n\n";

  @Property(tries = 800)
  void anyRunEqualsTheReference(@ForAll long seed) throws InterruptedException {
    Random random = new Random(seed);
    List<String> rules = new ArrayList<>();
    List<Pattern> patterns = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      String regex = alternatives(random, 2);
      String flags = pick(random, FLAGS);
      rules.add("/" + regex + "/" + flags);
      patterns.add(pattern(regex, flags));
    }
    StringBuilder text = new StringBuilder();
    // Not empty: there, java.util.regex lets ^ with flag m hold nowhere, and PCRE at the start.
    for (int length = 1 + random.nextInt(40); length > 0; length--) {
      text.append(BYTES.charAt(random.nextInt(BYTES.length())));
    }
    byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    List<Integer> segments = List.of(2 + random.nextInt(3), 5 + random.nextInt(12));
    List<Integer> others = random.nextInt(4) == 0 ? segments : List.of();
    List<Integer> windows = List.of(1 + random.nextInt(20), 1 << 20);
    List<Integer> chunks = List.of(1 + random.nextInt(9), 1 << 20);
    WholeStack.check(
        rules,
        input,
        expected(patterns, text.toString()),
        new WholeStack.Cuts(segments, others, windows, chunks));
  }

  private static List<Report> expected(List<Pattern> patterns, String input) {
    List<Report> reports = new ArrayList<>();
    for (int end = 0; end <= input.length(); end++) {
      for (int rule = 1; rule <= patterns.size(); rule++) {
        if (matchEndsAt(patterns.get(rule - 1), input, end)) {
          reports.add(new Report(rule, end));
        }
      }
    }
    return reports;
  }

  private static boolean matchEndsAt(Pattern pattern, String input, int end) {
    Matcher matcher = pattern.matcher(input);
    for (int start = 0; start <= end; start++) {
      matcher.region(start, end).useTransparentBounds(true).useAnchoringBounds(false);
      if (matcher.matches()) {
        return true;
      }
    }
    return false;
  }

  private static Pattern pattern(String regex, String flags) {
    return Pattern.compile((flags.isEmpty() ? "" : "(?" + flags + ")") + regex, Pattern.UNIX_LINES);
  }

  private static String alternatives(Random random, int depth) {
    StringBuilder out = new StringBuilder(sequence(random, depth));
    while (random.nextInt(5) == 0) {
      out.append('|').append(sequence(random, depth));
    }
    return out.toString();
  }

  private static String sequence(Random random, int depth) {
    StringBuilder out = new StringBuilder();
    for (int items = random.nextInt(5); items > 0; items--) {
      if (random.nextInt(8) == 0) {
        out.append(pick(random, ASSERTIONS));
        continue;
      }
      boolean group = depth > 0 && random.nextInt(5) == 0;
      out.append(group ? "(?:" + alternatives(random, depth - 1) + ")" : pick(random, ATOMS));
      // In loops, java.util.regex drops what follows an empty pass: groups are not repeated here.
      List<String> quantifiers = group ? OPTIONAL : QUANTIFIERS;
      out.append(random.nextInt(3) == 0 ? pick(random, quantifiers) : "");
    }
    return out.toString();
  }

  private static String pick(Random random, List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
