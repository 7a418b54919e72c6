/** The engines that the library scans with, and the back end of CPU cores. */
module io.fsmrun.cpu {
  requires transitive io.fsmrun.core;
  requires io.fsmrun.enumerative;
  requires it.unimi.dsi.fastutil;
  requires static jdk.incubator.vector;

  exports io.fsmrun.cpu;
  exports io.fsmrun.cpu.block;
  exports io.fsmrun.cpu.bytes;
  exports io.fsmrun.cpu.filter;
  exports io.fsmrun.cpu.lazy;
  exports io.fsmrun.cpu.shift;
  exports io.fsmrun.cpu.start;
  exports io.fsmrun.cpu.token;

  provides io.fsmrun.core.engine.Backend with
      io.fsmrun.cpu.CpuBackend;
}
