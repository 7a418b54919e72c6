package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Program;
import io.fsmrun.gpu.device.Queue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** A device and what tests need to run a kernel on it: arrays in, arrays out. */
final class Bench implements AutoCloseable {

  final SimtDevice device;
  final Queue queue;

  Bench() {
    this(new SimtDevice());
  }

  Bench(SimtDevice device) {
    this.device = device;
    queue = device.newQueue();
  }

  /** The text of a resource beside this class. */
  static String text(String name) {
    try (InputStream in = Bench.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A module with one kernel {@code k}, whose one parameter is a pointer in {@code %out}. */
  static String kernel(String declarations, String body) {
    return """
        .version 9.0
        .target sm_75
        .address_size 64
        .visible .entry k(.param .u64 k_param_0)
        {
        .reg .pred %p<16>;
        .reg .b16 %h<16>;
        .reg .b32 %r<32>;
        .reg .b64 %q<32>;
        .reg .b64 %out;
        """
        + declarations
        + "\nld.param.u64 %out, [k_param_0];\n"
        + body
        + "\nret;\n}\n";
  }

  Program load(String resource) {
    return device.load(text(resource));
  }

  DeviceBuffer buffer(byte[] bytes) {
    DeviceBuffer buffer = device.allocate(Math.max(1, bytes.length));
    try (HostBuffer host = device.allocateHost(Math.max(1, bytes.length))) {
      MemorySegment.copy(bytes, 0, host.segment(), ValueLayout.JAVA_BYTE, 0, bytes.length);
      queue.copyIn(buffer, 0, host, 0, bytes.length);
    }
    return buffer;
  }

  DeviceBuffer buffer(int... values) {
    byte[] bytes = new byte[4 * values.length];
    MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(values));
    return buffer(bytes);
  }

  DeviceBuffer buffer(long... values) {
    byte[] bytes = new byte[8 * values.length];
    MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(values));
    return buffer(bytes);
  }

  byte[] bytes(DeviceBuffer buffer) {
    byte[] bytes = new byte[(int) buffer.sizeBytes()];
    try (HostBuffer host = device.allocateHost(bytes.length)) {
      queue.copyOut(host, 0, buffer, 0, bytes.length);
      MemorySegment.copy(host.segment(), ValueLayout.JAVA_BYTE, 0, bytes, 0, bytes.length);
    }
    return bytes;
  }

  int[] ints(DeviceBuffer buffer) {
    int[] values = new int[(int) (buffer.sizeBytes() / 4)];
    MemorySegment.ofArray(values).copyFrom(MemorySegment.ofArray(bytes(buffer)));
    return values;
  }

  long[] longs(DeviceBuffer buffer) {
    long[] values = new long[(int) (buffer.sizeBytes() / 8)];
    MemorySegment.ofArray(values).copyFrom(MemorySegment.ofArray(bytes(buffer)));
    return values;
  }

  /** Runs a kernel of text from {@link #kernel} on one buffer. */
  void run(String ptx, int blocks, int threads, int sharedBytes, DeviceBuffer out) {
    queue.launch(
        device.load(ptx).kernel("k"),
        new Grid(blocks, threads, sharedBytes),
        new Arguments().buffer(out));
  }

  @Override
  public void close() {
    queue.close();
    device.close();
  }
}
