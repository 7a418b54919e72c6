package io.fsmrun.bench.hyperscan;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Compiles rules, and finds those that are refused. For one thread. */
final class HyperscanCompiler {

  private static final long LONGEST_MESSAGE = 1 << 12;

  /** Length of the struct of an error: a pointer to the message, the place of the rule. */
  private static final long ERROR_BYTES = 16;

  private static final long ERROR_RULE = 8;

  private final NativeCalls calls;
  private final HyperscanMode mode;

  HyperscanCompiler(HyperscanLibrary library, HyperscanMode mode) {
    this.calls = library.calls();
    this.mode = mode;
  }

  /**
   * What became of rules.
   *
   * @param database null if they were refused
   * @param message why; null if they were taken
   * @param refused place of the rule that was refused; below 0 if it is not known
   */
  record Outcome(MemorySegment database, String message, int refused) {}

  /** Why a rule is refused, or null; a small part of the time of compiling it. */
  String refusal(HyperscanRule rule) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pattern = HyperscanLibrary.Strings.write(rule.pattern(), arena);
      MemorySegment info = HyperscanDatabase.pointer(arena);
      MemorySegment error = HyperscanDatabase.pointer(arena);
      if ((int) calls.expressionInfo.invokeExact(pattern, rule.flags(), info, error) != 0) {
        return takeError(error).message();
      }
      calls.free.invokeExact(info.get(ADDRESS, 0));
      return null;
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  Outcome compile(List<HyperscanRule> rules) {
    int count = rules.size();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment patterns = arena.allocate(ADDRESS, count);
      MemorySegment flags = arena.allocate(JAVA_INT, count);
      MemorySegment ids = arena.allocate(JAVA_INT, count);
      for (int i = 0; i < count; i++) {
        HyperscanRule rule = rules.get(i);
        patterns.setAtIndex(ADDRESS, i, HyperscanLibrary.Strings.write(rule.pattern(), arena));
        flags.setAtIndex(JAVA_INT, i, rule.flags());
        ids.setAtIndex(JAVA_INT, i, rule.id());
      }
      MemorySegment database = HyperscanDatabase.pointer(arena);
      MemorySegment error = HyperscanDatabase.pointer(arena);
      int status =
          (int)
              calls.compileMulti.invokeExact(
                  patterns, flags, ids, count, mode.code(), MemorySegment.NULL, database, error);
      return status == 0 ? new Outcome(database.get(ADDRESS, 0), null, -1) : takeError(error);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /** Reads an error and gives it back. */
  @SuppressWarnings("restricted") // The size of C's struct is not known to Java.
  private Outcome takeError(MemorySegment holder) throws Throwable {
    MemorySegment address = holder.get(ADDRESS, 0);
    MemorySegment error = address.reinterpret(ERROR_BYTES);
    String message = HyperscanLibrary.Strings.read(error.get(ADDRESS, 0), LONGEST_MESSAGE);
    int rule = error.get(JAVA_INT, ERROR_RULE);
    HyperscanDatabase.check((int) calls.freeCompileError.invokeExact(address));
    return new Outcome(null, message, rule);
  }
}
