package io.fsmrun.scan.examples;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleOptions;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Many flows whose packets are mixed: one scanner for the thread, one small stream a flow. */
final class ManyStreams {

  private ManyStreams() {}

  /**
   * A packet.
   *
   * @param flow which flow it belongs to
   * @param text what it carries, one char per byte
   */
  record Packet(int flow, String text) {}

  static void run(List<Packet> packets, PrintStream out) throws InterruptedException {
    RuleOptions once = RuleOptions.DEFAULT.withFirstMatchOnly().withStartOfMatch();
    Database database =
        Database.compiler().rule(1, once).compile(Rules.of("user=\\w+&", "password"));
    Scanner scanner = database.newScanner();
    Map<Integer, Stream> flows = new HashMap<>();
    for (Packet packet : packets) {
      Stream stream = flows.computeIfAbsent(packet.flow(), flow -> scanner.open());
      stream.write(
          packet.text().getBytes(StandardCharsets.ISO_8859_1),
          (rule, start, end, tag) -> {
            out.println("flow " + packet.flow() + ": rule " + rule + ", " + start + " to " + end);
            return true;
          });
    }
  }
}
