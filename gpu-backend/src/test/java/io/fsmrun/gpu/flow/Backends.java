package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.simt.SimtDevice;

/** Back ends on the reference executor of kernels, shared by tests since they keep memory. */
final class Backends {

  /** With the usual options. */
  static final GpuBackend USUAL = new GpuBackend(new SimtDevice());

  /** Everything on the device. */
  static final GpuBackend DEVICE =
      new GpuBackend(new SimtDevice(), GpuOptions.defaults().withHostSymbols(0));

  /** Little room for everything, so that calls stop and go on. */
  static final GpuBackend SMALL =
      new GpuBackend(new SimtDevice(), new GpuOptions(3, 0, 1, 40, 1 << 15));

  private Backends() {}
}
