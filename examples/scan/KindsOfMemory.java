import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/**
 * One file as an array, a buffer, memory outside of the heap, a mapped file, and in two parts: the
 * matches are the same.
 *
 * <pre>java -cp fsmrun-cli/target/fsmrun.jar examples/scan/KindsOfMemory.java INPUT REGEX...</pre>
 */
public final class KindsOfMemory {

  private KindsOfMemory() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 2) {
      System.err.println("usage: KindsOfMemory INPUT REGEX...");
      return;
    }
    Path file = Path.of(arguments[0]);
    Database database = Database.compile(Arrays.copyOfRange(arguments, 1, arguments.length));
    Scanner scanner = database.newScanner();
    byte[] array = Files.readAllBytes(file);
    Counter counter = new Counter();
    scanner.scan(array, counter);
    counter.print("array");
    scanner.scan(array, 0, array.length / 2, counter);
    counter.print("first half of it");
    scanner.scan(ByteBuffer.allocateDirect(array.length).put(array).flip(), counter);
    counter.print("direct buffer");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment memory = arena.allocate(array.length).copyFrom(MemorySegment.ofArray(array));
      scanner.scan(memory, counter);
      counter.print("memory outside of the heap");
      // A file of any size; scan(Path, handler) reads it, which takes less time.
      scanner.scan(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena), counter);
      counter.print("mapped file");
      long half = memory.byteSize() / 2;
      scanner.scanParts(List.of(memory.asSlice(0, half), memory.asSlice(half)), counter);
      counter.print("two parts of one input");
    }
  }

  private static final class Counter implements MatchHandler {

    private long matches;

    @Override
    public boolean match(int ruleId, long start, long end, long tag) {
      matches++;
      return true;
    }

    void print(String input) {
      System.out.println(input + ": " + matches + " matches");
      matches = 0;
    }
  }
}
