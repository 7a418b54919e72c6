import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Flows whose packets come mixed: one scanner for the thread, one small stream a flow. Streams are
 * saved as bytes, and go on in another scanner, as they would in another process.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/ManyFlows.java</pre>
 */
public final class ManyFlows {

  private record Packet(String flow, String... parts) {}

  private static final List<Packet> BEFORE =
      List.of(
          new Packet("a", "GET /att"),
          new Packet("b", "pass"),
          new Packet("a", "ack-1", "7 HTTP/1.1\r\n"),
          new Packet("c", "nothing here"));

  private static final List<Packet> AFTER =
      List.of(new Packet("b", "word: x"), new Packet("a", "the end"), new Packet("c", ", really"));

  private final Map<String, Stream> flows = new TreeMap<>();
  private Scanner scanner;

  private ManyFlows(Scanner scanner) {
    this.scanner = scanner;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Database database = Database.compile("/attack-\\d+ /i", "password", "end$");
    ManyFlows packets = new ManyFlows(database.newScanner());
    BEFORE.forEach(packets::take);
    packets.moveTo(database.newScanner());
    AFTER.forEach(packets::take);
    packets.close();
  }

  private void take(Packet packet) {
    Stream stream = flows.computeIfAbsent(packet.flow(), flow -> scanner.open());
    // The parts of one packet may lie in several places, on the heap or outside of it.
    List<MemorySegment> parts =
        Arrays.stream(packet.parts())
            .map(part -> MemorySegment.ofArray(part.getBytes(StandardCharsets.US_ASCII)))
            .toList();
    if (parts.size() == 1) {
      stream.write(parts.get(0), printer(packet.flow()));
    } else {
      stream.writeParts(parts, printer(packet.flow()));
    }
  }

  private void moveTo(Scanner other) {
    scanner = other;
    flows.replaceAll(
        (flow, stream) -> {
          byte[] saved = stream.save();
          System.out.println("flow " + flow + " is saved");
          return other.restore(saved);
        });
  }

  /** What depends on the end of a flow is told when it is closed. */
  private void close() {
    flows.forEach((flow, stream) -> stream.close(printer(flow)));
  }

  private static MatchHandler printer(String flow) {
    return (rule, start, end, tag) -> {
      System.out.println("flow " + flow + ": rule " + rule + " up to byte " + end);
      return true;
    };
  }
}
