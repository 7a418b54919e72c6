package io.fsmrun.scan.examples;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Stream;
import java.io.PrintStream;
import java.util.List;

/** One flow that comes in packets; a match may begin in one and end in another. */
final class PacketStream {

  private PacketStream() {}

  static void run(List<byte[]> packets, PrintStream out) throws InterruptedException {
    Database database = Database.compile("/attack-\\d+/i", "end$");
    MatchHandler handler =
        (rule, start, end, tag) -> {
          out.println("rule " + rule + " matches up to byte " + end + " of the flow");
          return true;
        };
    Stream stream = database.openStream();
    for (byte[] packet : packets) {
      stream.write(packet, handler);
    }
    stream.close(handler);
  }
}
