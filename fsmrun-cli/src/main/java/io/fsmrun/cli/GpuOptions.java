package io.fsmrun.cli;

import picocli.CommandLine.Option;

/** Where commands of the library scan. */
final class GpuOptions {

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
