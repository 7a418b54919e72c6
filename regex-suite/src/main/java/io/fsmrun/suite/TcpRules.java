package io.fsmrun.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generates rules for packets: parts of a TCP header (RFC 9293, section 3.1), payload, or both, by
 * a grammar of our own. Of the rules 15% are headers only, 45% payloads only, 40% a header and then
 * a payload. None is anchored, as packets follow one another in a stream.
 *
 * <p>A header is written from the ports, or from the byte of the data offset on; never both, as the
 * eight bytes of numbers between them, matched anywhere in a stream, would multiply the states of a
 * DFA. Payloads are built of parts until they are as long as was drawn.
 *
 * @param rules number of rules
 */
record TcpRules(int rules) {

  private static final double HEADER_ONLY = 0.15;
  private static final double PAYLOAD_ONLY = 0.45;

  /** Rules whose letters match both cases, of those with a payload. */
  private static final double ANY_CASE = 0.3;

  private static final int LEAST_LENGTH = 16;
  private static final int MOST_LENGTH = 51;

  private static final int[] SERVICES = {
    20, 21, 22, 23, 25, 53, 80, 110, 111, 119, 135, 139, 143, 179, 389, 443, 445, 514, 554, 993,
    1080, 1433, 1521, 1723, 3128, 3306, 3389, 5060, 5432, 5900, 6667, 8000, 8080, 8443, 9100, 27017
  };

  /** Header lengths of 20, 24, 28, 32 and 40 bytes, in the upper half of the byte. */
  private static final int[] OFFSETS = {0x50, 0x60, 0x70, 0x80, 0xa0};

  /** SYN, SYN and ACK, ACK, PSH and ACK, FIN and ACK, RST, RST and ACK, URG and ACK, all, none. */
  private static final String[] FLAGS = {
    "\\x02",
    "\\x12",
    "\\x10",
    "\\x18",
    "\\x11",
    "\\x04",
    "\\x14",
    "\\x30",
    "\\x3f",
    "\\x00",
    "[\\x10\\x18]",
    "[\\x02\\x12]",
    "[\\x04\\x14]",
    "[\\x18\\x19]"
  };

  private static final String[] WINDOWS = {
    "\\xff\\xff", "\\x00\\x00", "\\x20\\x00", "\\x40\\x00", "[\\x00-\\x0f].", "[\\x10-\\x7f]."
  };

  private static final String[] WORDS = {
    "admin", "alert", "archive", "backup", "banner", "batch", "cache", "catalog", "config", "count",
    "data", "debug", "default", "delete", "download", "drive", "entry", "error", "export", "file",
    "filter", "folder", "forum", "gateway", "guest", "image", "import", "index", "install",
        "invoice",
    "kernel", "label", "ledger", "login", "logout", "mail", "manage", "market", "master", "memo",
    "module", "monitor", "network", "notice", "order", "owner", "panel", "parcel", "policy",
        "portal",
    "print", "profile", "proxy", "query", "record", "remote", "report", "reset", "root", "sample",
    "script", "search", "secret", "server", "session", "setup", "shell", "signal", "status",
        "store",
    "submit", "system", "table", "target", "thread", "ticket", "token", "transfer", "update",
        "upload",
    "user", "vault", "verify", "window", "worker", "zone"
  };

  private static final String[] METHODS = {
    "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "(GET|POST)", "(GET|HEAD)", "(PUT|DELETE)"
  };

  private static final String[] FIELDS = {
    "Host",
    "User-Agent",
    "Referer",
    "Cookie",
    "Accept",
    "Content-Type",
    "Content-Length",
    "Server",
    "Location",
    "Authorization",
    "Subject",
    "From",
    "To",
    "Received"
  };

  private static final String[] COMMANDS = {
    "USER", "PASS", "RETR", "STOR", "LIST", "HELO", "EHLO", "RCPT", "VRFY", "SITE", "NICK", "JOIN",
    "PRIVMSG", "APPEND", "EXPN", "CWD", "MKD", "AUTH"
  };

  private static final String[] ENDINGS = {
    "cgi", "php", "asp", "exe", "dll", "html?", "jsp", "txt", "zip", "(exe|dll)", "(cgi|pl)"
  };

  private static final String[] CLASSES = {"[0-9]", "[a-f0-9]", "[A-Za-z]", "[A-Za-z0-9]", "\\d"};

  /** What may lie between the lines of a request. */
  private static final String[] LINE_GAPS = {"[^\\n]*\\n", "\\r\\n", "[^\\n]*\\r\\n"};

  private static final String[] WORD_GAPS = {
    "\\x20+", "\\x20", "[^\\n]*", "[_\\-]", "\\x3a\\x20?", "@"
  };

  /** The rules, as lines of a rules file. */
  List<String> generate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>(rules);
    for (int i = 0; i < rules; i++) {
      lines.add(new Writer(random).rule());
    }
    return lines;
  }

  /** Writes one rule. */
  private static final class Writer {

    private final SplittableRandom random;
    private final StringBuilder out = new StringBuilder();

    /** Symbols that the shortest match of what is written has, nearly. */
    private int length;

    Writer(SplittableRandom random) {
      this.random = random;
    }

    String rule() {
      double kind = random.nextDouble();
      // A dot stands for any byte of a header, a newline too; payloads say what they mean instead.
      String flags = "s";
      if (kind >= PAYLOAD_ONLY) {
        header();
      }
      boolean headerOnly = kind >= 1 - HEADER_ONLY;
      if (headerOnly) {
        options();
      } else {
        payload();
        flags += random.nextDouble() < ANY_CASE ? "i" : "";
      }
      return "/" + out + "/" + flags;
    }

    private void header() {
      if (random.nextInt(3) == 0) {
        ports();
      } else {
        control();
      }
    }

    /** The two ports; the one that is no service is above 1023. */
    private void ports() {
      String service = port(SERVICES[random.nextInt(SERVICES.length)]);
      switch (random.nextInt(4)) {
        case 0 -> add(service + "[\\x04-\\xff].", 4);
        case 1 -> add("[\\x04-\\xff]." + service, 4);
        case 2 -> add(service + port(random.nextInt(1024, 1 << 16)), 4);
        default -> add(port(random.nextInt(1024, 1 << 16)) + service, 4);
      }
      if (random.nextInt(3) == 0) {
        add(hex(4), 4); // A sequence number that a tool always starts from.
      }
    }

    /** From the data offset to the end of the fixed header. */
    private void control() {
      add(hexByte(OFFSETS[random.nextInt(OFFSETS.length)]), 1);
      add(pick(FLAGS), 1);
      add(pick(WINDOWS), 2);
      if (random.nextBoolean()) {
        add("..\\x00\\x00", 4); // Any check sum, nothing urgent.
      }
    }

    /** Options as a SYN carries them, each of a kind, a length and a value. */
    private void options() {
      int target = random.nextInt(LEAST_LENGTH, MOST_LENGTH);
      do {
        switch (random.nextInt(5)) {
          case 0 -> add("\\x02\\x04" + hex(2), 4);
          case 1 -> add("\\x01\\x03\\x03[\\x00-\\x0e]", 4);
          case 2 -> add("\\x01\\x01\\x08\\x0a" + hex(4) + "\\x00\\x00\\x00\\x00", 12);
          case 3 -> add("\\x04\\x02", 2);
          default -> add("\\x05\\x0a" + hex(8), 10);
        }
      } while (length < target);
    }

    private void payload() {
      int target = length + random.nextInt(LEAST_LENGTH, MOST_LENGTH);
      switch (random.nextInt(3)) {
        case 0 -> web(target);
        case 1 -> commands(target);
        default -> bytes(target);
      }
    }

    /** A request or a path in one, then parameters or fields. */
    private void web(int target) {
      if (random.nextBoolean()) {
        add(pick(METHODS) + "\\x20" + path() + "\\." + pick(ENDINGS), 18);
      } else {
        add(path(), 10);
      }
      boolean fields = random.nextBoolean();
      while (length < target) {
        if (fields) {
          add(pick(LINE_GAPS), 0);
          field();
        } else {
          add(random.nextBoolean() ? "[?&]" : "[^\\n]*&", 1);
          parameter();
        }
      }
    }

    /** Lines of a protocol in words. */
    private void commands(int target) {
      add(pick(COMMANDS) + "\\x20+" + word(), 10);
      while (length < target) {
        add(pick(WORD_GAPS), 1);
        if (random.nextInt(3) == 0) {
          add("(" + word() + "|" + word() + ")", 7);
        } else {
          add(word(), 7);
        }
      }
    }

    /** Machine code and tables, with words between them. */
    private void bytes(int target) {
      int run = random.nextInt(4, 14);
      add(hex(run), run);
      while (length < target) {
        if (random.nextInt(3) == 0) {
          add(word() + "\\x00", 8);
        } else if (random.nextInt(3) == 0) {
          add("[^\\n]*", 0);
        }
        run = random.nextInt(2, 10);
        add(hex(run), run);
      }
    }

    private String path() {
      StringBuilder path = new StringBuilder();
      int parts = random.nextInt(1, 4);
      for (int i = 0; i < parts; i++) {
        path.append("\\/").append(word());
      }
      return path.toString();
    }

    private void field() {
      add(pick(FIELDS) + "\\x3a\\x20*" + (random.nextBoolean() ? "[^\\r\\n]*" : "") + word(), 15);
    }

    /** The sign before the value is in no class, so that matches of the value do not overlap. */
    private void parameter() {
      int least = random.nextInt(1, 6);
      int most = least + random.nextInt(1, 6);
      add(word() + "=" + pick(CLASSES) + "{" + least + "," + most + "}", 6 + most);
    }

    private String word() {
      return pick(WORDS);
    }

    private String hex(int bytes) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < bytes; i++) {
        text.append(hexByte(random.nextInt(256)));
      }
      return text.toString();
    }

    private static String port(int number) {
      return hexByte(number >> Byte.SIZE) + hexByte(number & 0xff);
    }

    private static String hexByte(int value) {
      return String.format(Locale.ROOT, "\\x%02x", value);
    }

    private String pick(String[] texts) {
      return texts[random.nextInt(texts.length)];
    }

    private void add(String text, int symbols) {
      out.append(text);
      length += symbols;
    }
  }
}
