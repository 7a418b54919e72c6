package io.fsmrun.cpu;

/**
 * The optimisations of the CPU back end. None changes what is reported; each can be switched off to
 * see what it gains.
 *
 * @param selfLoopSkipping while a state that reports nothing leads to itself, compare only, so that
 *     no step waits for the load before it
 * @param stretches run flows that stay apart one after the other over a stretch of input, instead
 *     of all together symbol by symbol
 */
public record CpuOptions(boolean selfLoopSkipping, boolean stretches) {

  /**
   * Everything on.
   *
   * @return the usual options
   */
  public static CpuOptions defaults() {
    return new CpuOptions(true, true);
  }
}
