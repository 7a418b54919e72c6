package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An engine for tests: finds literals by comparing backwards, so that it needs history, and checks
 * what it is given: the bytes before each block, the position, and that its state comes back.
 */
final class LiteralEngine implements BlockEngine {

  static final String NAME = "literals-for-tests";
  static final EngineFiles FILES = EngineFiles.ALL.with(NAME, LiteralEngine::read);

  private final List<String> literals;
  private final int history;

  /** The index of each literal is that of its rule. */
  LiteralEngine(List<String> literals) {
    this.literals = List.copyOf(literals);
    this.history = literals.stream().mapToInt(String::length).max().orElse(0);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int historyBytes() {
    return history;
  }

  @Override
  public boolean reportsBack() {
    return false;
  }

  @Override
  public void write(BinaryWriter out) {
    out.writeInt(literals.size());
    literals.forEach(out::writeText);
  }

  private static LiteralEngine read(BinaryReader in, int ruleCount) {
    int count = in.readInt(ruleCount + 1L, "literals");
    List<String> literals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      literals.add(in.readText());
    }
    return new LiteralEngine(literals);
  }

  @Override
  public BlockSession newSession() {
    return new Session();
  }

  private final class Session implements BlockSession {

    private long at;

    /** A sum that depends on all bytes so far, to notice any that is lost or given twice. */
    private int sum;

    private byte[] tail = {};

    @Override
    public void start() {
      at = 0;
      sum = 0;
      tail = new byte[0];
    }

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      check(input, from, position);
      if (from >= to) {
        throw new AssertionError("an empty block");
      }
      for (int i = from; i < to; i++) {
        sum = 31 * sum + input[i];
        at++;
        for (int rule = 0; rule < literals.size(); rule++) {
          if (endsAt(literals.get(rule), input, i + 1)) {
            reports.add(rule, at);
            reports.add(rule, at);
          }
        }
      }
      remember(input, to);
    }

    private boolean endsAt(String literal, byte[] input, int end) {
      int length = literal.length();
      if (length == 0 || length > at) {
        return false;
      }
      byte[] bytes = literal.getBytes(StandardCharsets.ISO_8859_1);
      for (int i = 0; i < length; i++) {
        if (input[end - length + i] != bytes[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public void finish(byte[] input, int to, long position, ReportBuffer reports) {
      check(input, to, position);
    }

    private void check(byte[] input, int from, long position) {
      if (position != at) {
        throw new AssertionError("at " + position + " instead of " + at);
      }
      for (int i = 1; i <= tail.length; i++) {
        if (input[from - i] != tail[tail.length - i]) {
          throw new AssertionError("other history at " + (at - i));
        }
      }
    }

    private void remember(byte[] input, int to) {
      int length = (int) Math.min(history, at);
      tail = new byte[length];
      System.arraycopy(input, to - length, tail, 0, length);
    }

    @Override
    public void save(BinaryWriter state) {
      state.writeBits(sum);
      state.writeBytes(tail);
    }

    @Override
    public void restore(BinaryReader state, long position) {
      sum = (int) state.readBits();
      tail = state.readBytes();
      at = position;
      if (tail.length != Math.min(history, position)) {
        throw state.damaged("another tail");
      }
    }
  }
}
