package io.fsmrun.bench.hyperscan;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The functions of the library, bound. {@code size_t} is 64 bits wide on all that run it. */
@SuppressWarnings("restricted") // Calling native code is what this is for.
final class NativeCalls {

  private static final Linker LINKER = Linker.nativeLinker();

  /** What Hyperscan calls for a match: id, from, to, flags, context. */
  private static final FunctionDescriptor MATCH_EVENT =
      FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS);

  private static final MethodType MATCH_EVENT_TYPE =
      MethodType.methodType(
          int.class, int.class, long.class, long.class, int.class, MemorySegment.class);

  final MethodHandle version;
  final MethodHandle validPlatform;
  final MethodHandle expressionInfo;
  final MethodHandle compileMulti;
  final MethodHandle allocScratch;
  final MethodHandle scratchSize;
  final MethodHandle databaseSize;
  final MethodHandle scan;
  final MethodHandle streamSize;
  final MethodHandle openStream;
  final MethodHandle scanStream;
  final MethodHandle resetStream;
  final MethodHandle closeStream;
  final MethodHandle freeDatabase;
  final MethodHandle freeScratch;
  final MethodHandle freeCompileError;

  /** C's {@code free}, for what the library allocates and has no function to give back. */
  final MethodHandle free;

  private final SymbolLookup library;

  private NativeCalls(SymbolLookup library) {
    this.library = library;
    version = bind("hs_version", FunctionDescriptor.of(ADDRESS));
    validPlatform = bind("hs_valid_platform", FunctionDescriptor.of(JAVA_INT));
    expressionInfo = bind("hs_expression_info", intOf(ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
    compileMulti =
        bind(
            "hs_compile_multi",
            intOf(ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    allocScratch = bind("hs_alloc_scratch", intOf(ADDRESS, ADDRESS));
    scratchSize = bind("hs_scratch_size", intOf(ADDRESS, ADDRESS));
    databaseSize = bind("hs_database_size", intOf(ADDRESS, ADDRESS));
    scan = bind("hs_scan", intOf(ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    streamSize = bind("hs_stream_size", intOf(ADDRESS, ADDRESS));
    openStream = bind("hs_open_stream", intOf(ADDRESS, JAVA_INT, ADDRESS));
    scanStream =
        bind(
            "hs_scan_stream",
            intOf(ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    resetStream = bind("hs_reset_stream", intOf(ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    closeStream = bind("hs_close_stream", intOf(ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    freeDatabase = bind("hs_free_database", intOf(ADDRESS));
    freeScratch = bind("hs_free_scratch", intOf(ADDRESS));
    freeCompileError = bind("hs_free_compile_error", intOf(ADDRESS));
    free =
        LINKER.downcallHandle(
            LINKER.defaultLookup().find("free").orElseThrow(), FunctionDescriptor.ofVoid(ADDRESS));
  }

  /**
   * Binds the functions of a library.
   *
   * @throws IllegalArgumentException if a function is missing
   */
  static NativeCalls of(SymbolLookup library) {
    return new NativeCalls(library);
  }

  /**
   * A function that Hyperscan can call for matches. The target is a constant of it, so that the JIT
   * compiles through the call.
   *
   * @param target the object whose method is called
   * @param method its method {@code int (int id, long from, long to, int flags, MemorySegment)}
   * @param arena how long the function lives
   */
  static MemorySegment matchHandler(
      MethodHandles.Lookup lookup, Object target, String method, Arena arena) {
    try {
      MethodHandle handle = lookup.bind(target, method, MATCH_EVENT_TYPE);
      return LINKER.upcallStub(handle, MATCH_EVENT, arena);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the handler has no method " + method, e);
    }
  }

  private MethodHandle bind(String name, FunctionDescriptor type) {
    MemorySegment address =
        library
            .find(name)
            .orElseThrow(() -> new IllegalArgumentException("it has no function " + name));
    return LINKER.downcallHandle(address, type);
  }

  private static FunctionDescriptor intOf(MemoryLayout... parameters) {
    return FunctionDescriptor.of(JAVA_INT, parameters);
  }

  /**
   * What is thrown of a call: what the library says, or that it failed in Java, which none does.
   */
  static IllegalStateException unexpected(Throwable cause) {
    return cause instanceof IllegalStateException said
        ? said
        : new IllegalStateException("a call of Hyperscan failed in Java", cause);
  }
}
