package io.fsmrun.bench.hyperscan;

/** What Hyperscan compiles rules for. */
public enum HyperscanMode {
  /** Inputs that are in memory as a whole, by {@link HyperscanScanner}. */
  BLOCK(1),
  /** Inputs that come in pieces, by {@link HyperscanStreams}. */
  STREAM(2);

  private final int code;

  HyperscanMode(int code) {
    this.code = code;
  }

  /** What the library calls it. */
  int code() {
    return code;
  }
}
