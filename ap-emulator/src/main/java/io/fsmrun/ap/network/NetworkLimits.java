package io.fsmrun.ap.network;

/**
 * How much a network may hold. What passes a limit is refused with {@link
 * io.fsmrun.core.engine.LimitExceededException} before memory is taken for it.
 *
 * @param elements the most elements
 * @param edges the most edges, repetitions counted
 * @param idBytes the most bytes of one id or report code, in UTF-8
 */
public record NetworkLimits(int elements, int edges, int idBytes) {

  /** 16 million elements, 256 million edges, ids of 4 KiB: some hundred chips. */
  public static final NetworkLimits DEFAULT = new NetworkLimits(1 << 24, 1 << 28, 4096);
}
