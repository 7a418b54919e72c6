package io.fsmrun.bench.hyperscan;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Hyperscan's shared library, or that of its fork Vectorscan, which has the same functions. It
 * stays loaded until the program ends. Immutable, shared by threads.
 */
public final class HyperscanLibrary {

  /** The environment variable that names the library. */
  public static final String VARIABLE = "FSMRUN_HYPERSCAN";

  private static final List<String> USUAL =
      List.of(
          "libhs.so.5",
          "libhs.so",
          "/usr/local/lib/libhs.so.5",
          "/usr/local/lib/libhs.so",
          "libhs.dylib",
          "/opt/homebrew/lib/libhs.dylib",
          "hs.dll");

  private static final String ADVICE =
      "; install it (Debian, Ubuntu: apt-get install libhyperscan5, or libvectorscan5 on other"
          + " processors), or name it by --hyperscan-library FILE or "
          + VARIABLE;

  private static final long LONGEST_VERSION = 256;

  private final NativeCalls calls;
  private final String name;
  private final String version;

  private HyperscanLibrary(NativeCalls calls, String name) throws HyperscanException {
    this.calls = calls;
    this.name = name;
    try {
      if ((int) calls.validPlatform.invokeExact() != 0) {
        throw new HyperscanException(name + ": this processor lacks what Hyperscan needs (SSSE3)");
      }
      MemorySegment text = (MemorySegment) calls.version.invokeExact();
      version = Strings.read(text, LONGEST_VERSION);
    } catch (HyperscanException e) {
      throw e;
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /**
   * The library that is named, else the one that {@link #VARIABLE} names, else the one where
   * libraries usually are.
   *
   * @param named a file, or a name that the system's loader knows; null if none is given
   * @return the library, loaded
   * @throws HyperscanException if there is none, or it is not usable here
   */
  public static HyperscanLibrary find(String named) throws HyperscanException {
    String variable = System.getenv(VARIABLE);
    if (named != null) {
      return open(named);
    }
    if (variable != null && !variable.isEmpty()) {
      return open(variable);
    }
    for (String usual : USUAL) {
      SymbolLookup library = lookup(usual);
      if (library != null) {
        return bound(library, usual);
      }
    }
    throw new HyperscanException("Hyperscan is not installed" + ADVICE);
  }

  /**
   * Loads a library.
   *
   * @param name a file, or a name that the system's loader knows
   * @return the library, loaded
   * @throws HyperscanException if it is not there, is not Hyperscan, or is not usable here
   */
  public static HyperscanLibrary open(String name) throws HyperscanException {
    SymbolLookup library = lookup(name);
    if (library == null) {
      throw new HyperscanException(name + ": no library that can be loaded" + ADVICE);
    }
    return bound(library, name);
  }

  @SuppressWarnings("restricted") // Loading native code is what this is for.
  private static SymbolLookup lookup(String name) {
    try {
      Path file = Path.of(name);
      return file.getNameCount() > 1 || Files.isRegularFile(file)
          ? SymbolLookup.libraryLookup(file.toAbsolutePath(), Arena.global())
          : SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static HyperscanLibrary bound(SymbolLookup library, String name)
      throws HyperscanException {
    try {
      return new HyperscanLibrary(NativeCalls.of(library), name);
    } catch (IllegalArgumentException e) {
      throw new HyperscanException(name + ": is not Hyperscan: " + e.getMessage());
    }
  }

  NativeCalls calls() {
    return calls;
  }

  /**
   * What was loaded.
   *
   * @return the file or name
   */
  public String name() {
    return name;
  }

  /**
   * The library's version, as it says it.
   *
   * @return such as {@code 5.4.0 2021-01-26}
   */
  public String version() {
    return version;
  }

  /** Text between C and Java, a byte a character. */
  static final class Strings {

    private Strings() {}

    @SuppressWarnings("restricted") // The length of C's strings is not known before they are read.
    static String read(MemorySegment address, long longest) {
      return address.reinterpret(longest).getString(0, StandardCharsets.ISO_8859_1);
    }

    /** A pattern for C: a NUL would end it, so it is written as an escape, which means the same. */
    static MemorySegment write(String pattern, Arena arena) {
      return arena.allocateFrom(pattern.replace("\0", "\\x00"), StandardCharsets.ISO_8859_1);
    }
  }
}
