package io.fsmrun.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Texts that are made up: ASCII, the same for the same seed. O(length). */
public enum SyntheticText {
  /** Sentences in lines of about 80 bytes: made-up words by Zipf's law, real ones among them. */
  PROSE,
  /** A server's log: dates, addresses and numbers in each line. */
  LOG;

  /** Words that are rare in both texts. */
  static final List<String> RARE_WORDS =
      List.of(
          ("river harbour meadow orchard glacier lantern compass anchor blanket candle chimney copper"
                  + " cottage crystal desert engine falcon feather forest garden granite hammer"
                  + " island jungle kettle ladder leather library marble mirror monument needle"
                  + " orange painter pepper pillow pioneer quarry rabbit saddle shelter silver"
                  + " spider temple thunder tunnel valley velvet village window")
              .split(" "));

  private static final List<String> COMMON_WORDS =
      List.of(
          ("the of and to a in is that it was for on as with be at by not are from this or an but"
                  + " which they all had one so her were when there would been more if no out up"
                  + " into then some could time going being having making taking nothing king")
              .split(" "));

  private static final String[] ONSETS = "b c d f g h l m n p r s t v w st tr pl ch sh".split(" ");
  private static final String[] VOWELS = "a e i o u ea ou ai".split(" ");
  private static final String[] CODAS = ",,n,r,s,t,l,nd,ck,m".split(",");
  private static final String[] ENDINGS = ",,,ed,ing,s,ly,er,ion".split(",");

  private static final int MADE_UP_WORDS = 6000;
  private static final int LINE_BYTES = 80;

  /**
   * A text of so many bytes.
   *
   * @param lengthBytes its length
   * @param seed another seed gives another text
   * @return bytes below 128
   */
  byte[] generate(int lengthBytes, long seed) {
    Writer writer = new Writer(new Random(seed));
    while (writer.out.length() < lengthBytes) {
      if (this == PROSE) {
        writer.sentence();
      } else {
        writer.logLine();
      }
    }
    return writer.out.substring(0, lengthBytes).getBytes(StandardCharsets.US_ASCII);
  }

  /** Writes one text. */
  private static final class Writer {

    private final StringBuilder out = new StringBuilder();
    private final List<String> words = new ArrayList<>(COMMON_WORDS);
    private final Random random;
    private int lineStart;

    Writer(Random random) {
      this.random = random;
      for (int i = 0; i < MADE_UP_WORDS; i++) {
        words.add(madeUpWord());
      }
    }

    private String madeUpWord() {
      StringBuilder word = new StringBuilder();
      for (int syllables = 1 + random.nextInt(3); syllables > 0; syllables--) {
        word.append(any(ONSETS)).append(any(VOWELS)).append(any(CODAS));
      }
      return word.append(any(ENDINGS)).toString();
    }

    private String any(String[] of) {
      return of[random.nextInt(of.length)];
    }

    /** The n-th word is n times rarer than the first. */
    private String word() {
      double rank = Math.exp(random.nextDouble() * Math.log(words.size()));
      return words.get(Math.min(words.size() - 1, (int) rank - 1));
    }

    void sentence() {
      int length = 5 + random.nextInt(16);
      for (int i = 0; i < length; i++) {
        String next = insertion();
        append(i == 0 ? next.substring(0, 1).toUpperCase(Locale.ROOT) + next.substring(1) : next);
        if (i + 1 < length) {
          out.append(random.nextInt(12) == 0 ? any(new String[] {",", ",", ",", ";"}) : "");
        }
      }
      out.append(any(new String[] {".", ".", ".", "?"}));
    }

    /** Mostly a word; now and then what rules look for. */
    private String insertion() {
      return switch (random.nextInt(3000)) {
        case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ->
            RARE_WORDS.get(random.nextInt(RARE_WORDS.size()));
        case 12 -> "lighthouse";
        case 13 -> "Lighthouse";
        case 14 -> date();
        case 15 -> word() + "." + word() + "@" + word() + ".example";
        case 16 -> uri();
        case 17 -> address();
        case 18, 19 -> "e.g.";
        case 20, 21, 22, 23 -> Integer.toString(random.nextInt(2000));
        default -> word();
      };
    }

    private void append(String text) {
      if (out.length() - lineStart > LINE_BYTES) {
        out.append('\n');
        lineStart = out.length();
      } else if (!out.isEmpty()) {
        out.append(' ');
      }
      out.append(text);
    }

    private String date() {
      return "%04d-%02d-%02d"
          .formatted(1990 + random.nextInt(40), 1 + random.nextInt(12), 1 + random.nextInt(28));
    }

    private String uri() {
      return "https://" + word() + ".example/" + word() + "/" + word();
    }

    private String address() {
      return "10.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }

    void logLine() {
      out.append(date())
          .append('T')
          .append(
              "%02d:%02d:%02d.%03dZ "
                  .formatted(
                      random.nextInt(24),
                      random.nextInt(60),
                      random.nextInt(60),
                      random.nextInt(1000)))
          .append(any(new String[] {"INFO ", "INFO ", "INFO ", "DEBUG", "WARN ", "ERROR"}))
          .append(" [worker-")
          .append(random.nextInt(16))
          .append("] ")
          .append(address())
          .append(any(new String[] {" GET /", " GET /", " POST /"}))
          .append(insertion())
          .append('/')
          .append(word())
          .append("?id=")
          .append(random.nextInt(1 << 20))
          .append(" status=")
          .append(any(new String[] {"200", "200", "200", "304", "404", "500"}))
          .append(" bytes=")
          .append(random.nextInt(1 << 16))
          .append(" agent=")
          .append(insertion())
          .append('\n');
    }
  }
}
