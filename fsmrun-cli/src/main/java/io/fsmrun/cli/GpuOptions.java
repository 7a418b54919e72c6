package io.fsmrun.cli;

import io.fsmrun.gpu.plan.EngineWish;
import io.fsmrun.gpu.plan.PlanRequest;
import picocli.CommandLine.Option;

/** Where commands of the library scan. */
final class GpuOptions {

  private static final long LEAST_PIECE = 1 << 12;
  private static final long MOST_PIECE = 1 << 28;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "cpu",
      description =
          "Where to scan: cpu; gpu, an NVIDIA GPU (scan: or cpu if that fails; bench: both, in turn); for scan also auto,"
              + " whichever is likely to be faster (default ${DEFAULT-VALUE}).")
  private BackendName backend;

  @Option(
      names = "--gpu",
      paramLabel = "N",
      description = "Number of the GPU for --backend gpu and auto (default 0).")
  private Integer gpu;

  @Option(
      names = "--gpu-engine",
      paramLabel = "NAME",
      description =
          "What runs rules on the GPU: streams, bit streams; tables, DFAs, for the rules that have one; auto, what is expected"
              + " to be faster (default auto). Changes speed, not matches.")
  private EngineWish engine;

  @Option(
      names = "--gpu-piece",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "How much of the input goes to the GPU at a time, at most 256 MiB (default: what a model of copies and kernels finds"
              + " best).")
  private Long piece;

  /** How rules shall be planned for a GPU, as far as the user says so; checked. */
  PlanRequest plan() throws UserErrorException {
    if (backend == BackendName.CPU) {
      Checks.absent(engine, "--gpu-engine", "is for --backend gpu and auto");
      Checks.absent(piece, "--gpu-piece", "is for --backend gpu and auto");
    }
    long bytes = Checks.orElse(piece, 0L);
    if (piece != null && (bytes < LEAST_PIECE || bytes > MOST_PIECE)) {
      throw new UserErrorException(
          "--gpu-piece must be from " + LEAST_PIECE + " to " + MOST_PIECE + " bytes, not " + bytes);
    }
    return PlanRequest.defaults()
        .withWish(Checks.orElse(engine, EngineWish.AUTO))
        .withPieceBytes((int) bytes);
  }

  /** What was chosen, checked. */
  BackendRequest request(boolean strict) throws UserErrorException {
    if (backend == BackendName.AP) {
      throw new UserErrorException("--backend ap is for rules in strategies; use cpu, gpu or auto");
    }
    if (backend == BackendName.CPU) {
      Checks.absent(gpu, "--gpu", "is for --backend gpu and auto");
    }
    Checks.within("--gpu", Checks.orElse(gpu, 0), 0, Integer.MAX_VALUE);
    return new BackendRequest(backend, Checks.orElse(gpu, 0), strict);
  }
}
