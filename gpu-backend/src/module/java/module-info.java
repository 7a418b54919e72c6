/** Rulesets and flows on NVIDIA GPUs. */
module io.fsmrun.gpu {
  requires transitive io.fsmrun.core;
  requires io.fsmrun.enumerative;
  requires it.unimi.dsi.fastutil;
  requires jcuda;

  exports io.fsmrun.gpu;
  exports io.fsmrun.gpu.cuda;
  exports io.fsmrun.gpu.device;
  exports io.fsmrun.gpu.flow;
  exports io.fsmrun.gpu.input;
  exports io.fsmrun.gpu.plan;
  exports io.fsmrun.gpu.report;
  exports io.fsmrun.gpu.simt;
  exports io.fsmrun.gpu.stream;
  exports io.fsmrun.gpu.table;

  provides io.fsmrun.core.engine.Backend with
      io.fsmrun.gpu.LazyGpuBackend;
}
