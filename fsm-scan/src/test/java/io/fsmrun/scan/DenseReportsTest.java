package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules of single bytes, which report at most places, beside one that seldom does. */
class DenseReportsTest {

  private static final List<String> RULES = List.of("[a-q]", "abc", "[f-z]");

  private record Heard(int rule, long end, long tag) {}

  private static byte[] input(Random random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) (random.nextInt(8) == 0 ? ' ' : 'a' + random.nextInt(26));
    }
    for (int i = 0; i < length / 200; i++) {
      int at = random.nextInt(length - 2);
      input[at] = 'a';
      input[at + 1] = 'b';
      input[at + 2] = 'c';
    }
    return input;
  }

  private static boolean matches(int rule, byte[] input, int end) {
    byte last = input[end - 1];
    return switch (rule) {
      case 0 -> last >= 'a' && last <= 'q';
      case 1 -> end > 2 && input[end - 3] == 'a' && input[end - 2] == 'b' && last == 'c';
      default -> last >= 'f' && last <= 'z';
    };
  }

  /** As the options want it: those of the first kind have tags, of the last a least offset too. */
  private static List<Heard> expected(byte[] input, int kind) {
    List<Heard> all = new ArrayList<>();
    for (int end = 1; end <= input.length; end++) {
      for (int rule = 0; rule < RULES.size(); rule++) {
        if (matches(rule, input, end) && !(kind == 2 && rule == 2 && end < 100)) {
          all.add(new Heard(rule + 1, end, kind == 0 ? 0 : rule));
        }
      }
    }
    return all;
  }

  private static Database database(int kind) throws InterruptedException {
    Database.Compiler compiler = Database.compiler();
    for (int rule = 0; rule < RULES.size() && kind > 0; rule++) {
      RuleOptions options = RuleOptions.DEFAULT.withUserTag(rule);
      compiler.rule(
          rule + 1, kind == 2 && rule == 2 ? options.withOffsets(100, Long.MAX_VALUE) : options);
    }
    return compiler.compile(Rules.of(RULES.toArray(String[]::new)));
  }

  @Test
  void everyWayToScanReportsThemInOrder() throws InterruptedException {
    for (int kind = 0; kind < 3; kind++) {
      Database database = database(kind);
      Scanner scanner = database.newScanner();
      try (ParallelScanner parallel =
          ParallelScanner.of(database, new ParallelOptions(2, 1 << 13, 64, 1 << 11))) {
        for (int seed = 0; seed < 20; seed++) {
          Random random = new Random(seed);
          byte[] input = input(random, 3 + random.nextInt(60_000));
          List<Heard> expected = expected(input, kind);
          for (int most : new int[] {Integer.MAX_VALUE, 1 + random.nextInt(expected.size())}) {
            List<Heard> wanted = expected.subList(0, Math.min(most, expected.size()));
            List<Heard> heard = new ArrayList<>();
            MatchHandler handler =
                (rule, start, end, tag) -> {
                  heard.add(new Heard(rule, end, tag));
                  return heard.size() < most;
                };
            scanner.scan(input, handler);
            assertThat(heard).as("kind %d seed %d", kind, seed).isEqualTo(wanted);
            heard.clear();
            parallel.scan(input, handler);
            assertThat(heard).as("kind %d seed %d", kind, seed).isEqualTo(wanted);
            heard.clear();
            Stream stream = scanner.open();
            for (int at = 0; at < input.length; ) {
              int length = Math.min(input.length - at, random.nextInt(9_000));
              stream.write(input, at, at + length, handler);
              at += length;
            }
            stream.close(handler);
            assertThat(heard).as("kind %d seed %d", kind, seed).isEqualTo(wanted);
          }
        }
      }
    }
  }
}
