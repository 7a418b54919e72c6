package io.fsmrun.cpu.token;

/**
 * How tokens are scanned; no choice changes what is found.
 *
 * @param vectors whether the processor's vectors may be used
 * @param cacheBytes how many bytes a session may remember, about; from 0
 */
public record TokenOptions(boolean vectors, int cacheBytes) {

  private static final int USUAL_CACHE_BYTES = 24 << 20;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public TokenOptions {
    if (cacheBytes < 0) {
      throw new IllegalArgumentException(cacheBytes + " bytes");
    }
  }

  /**
   * Vectors, and 24 MiB.
   *
   * @return the usual options
   */
  public static TokenOptions defaults() {
    return new TokenOptions(true, USUAL_CACHE_BYTES);
  }
}
