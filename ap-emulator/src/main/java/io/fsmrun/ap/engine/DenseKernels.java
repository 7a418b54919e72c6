package io.fsmrun.ap.engine;

/** Chooses how rows are stepped. */
final class DenseKernels {

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private DenseKernels() {}

  /** Whether the Java runtime was started with its vector module. */
  static boolean vectorsPresent() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  static DenseKernel choose(EngineOptions options) {
    return options.vectors() && vectorsPresent() && VectorKernel.isFast()
        ? new VectorKernel()
        : new ScalarKernel();
  }
}
