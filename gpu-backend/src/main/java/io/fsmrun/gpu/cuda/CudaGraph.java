package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Sequence;
import java.util.List;
import jcuda.driver.CUDA_KERNEL_NODE_PARAMS;
import jcuda.driver.CUDA_MEMCPY3D;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUgraphNode;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Steps as a graph of the driver, each after the one before. */
final class CudaGraph implements GraphCache.Graph {

  private final CudaDevice device;
  private final CUstream stream;
  private final ArgumentBlock arguments;
  private final CUgraph graph = new CUgraph();
  private final CUgraphExec executable = new CUgraphExec();
  private final CUgraphNode[] nodes;
  private boolean isExecutable;
  private boolean closed;

  /**
   * A graph that runs in a stream.
   *
   * @param arguments where arguments are written for the driver
   */
  CudaGraph(
      CudaDevice device, CUstream stream, ArgumentBlock arguments, List<Sequence.Step> steps) {
    this.device = device;
    this.stream = stream;
    this.arguments = arguments;
    this.nodes = new CUgraphNode[steps.size()];
    CudaDevice.check("a graph", () -> JCudaDriver.cuGraphCreate(graph, 0));
    try {
      for (int i = 0; i < nodes.length; i++) {
        add(i, steps.get(i));
      }
      CudaDevice.check("a graph", () -> JCudaDriver.cuGraphInstantiate(executable, graph, 0));
      isExecutable = true;
    } finally {
      if (!isExecutable) {
        close();
      }
    }
  }

  private void add(int index, Sequence.Step step) {
    CUgraphNode node = new CUgraphNode();
    CUgraphNode[] before = index == 0 ? new CUgraphNode[0] : new CUgraphNode[] {nodes[index - 1]};
    switch (step) {
      case Sequence.Launch launch ->
          CudaDevice.check(
              "kernel " + launch.kernel().name(),
              () ->
                  JCudaDriver.cuGraphAddKernelNode(
                      node, graph, before, before.length, parametersOf(launch)));
      case Sequence.CopyOut copy ->
          CudaDevice.check(
              "copying from the GPU",
              () ->
                  JCudaDriver.cuGraphAddMemcpyNode(
                      node, graph, before, before.length, parametersOf(copy), device.context()));
    }
    nodes[index] = node;
  }

  @Override
  public void set(int index, Sequence.Step step) {
    switch (step) {
      case Sequence.Launch launch ->
          CudaDevice.check(
              "kernel " + launch.kernel().name(),
              () ->
                  JCudaDriver.cuGraphExecKernelNodeSetParams(
                      executable, nodes[index], parametersOf(launch)));
      case Sequence.CopyOut copy ->
          CudaDevice.check(
              "copying from the GPU",
              () ->
                  JCudaDriver.cuGraphExecMemcpyNodeSetParams(
                      executable, nodes[index], parametersOf(copy), device.context()));
    }
  }

  private CUDA_KERNEL_NODE_PARAMS parametersOf(Sequence.Launch launch) {
    CudaKernel kernel = (CudaKernel) launch.kernel();
    Grid grid = launch.grid();
    kernel.allow(grid.sharedBytes());
    CUDA_KERNEL_NODE_PARAMS parameters = new CUDA_KERNEL_NODE_PARAMS();
    parameters.func = kernel.function();
    parameters.gridDimX = grid.blocks();
    parameters.gridDimY = 1;
    parameters.gridDimZ = 1;
    parameters.blockDimX = grid.threads();
    parameters.blockDimY = 1;
    parameters.blockDimZ = 1;
    parameters.sharedMemBytes = grid.sharedBytes();
    parameters.kernelParams = arguments.write(launch.arguments());
    return parameters;
  }

  private static CUDA_MEMCPY3D parametersOf(Sequence.CopyOut copy) {
    CUDA_MEMCPY3D parameters = new CUDA_MEMCPY3D();
    parameters.srcMemoryType = CUmemorytype.CU_MEMORYTYPE_DEVICE;
    parameters.srcDevice = ((CudaBuffer) copy.from()).pointer().withByteOffset(copy.fromOffset());
    parameters.srcPitch = copy.bytes();
    parameters.srcHeight = 1;
    parameters.dstMemoryType = CUmemorytype.CU_MEMORYTYPE_HOST;
    parameters.dstHost = ((CudaHostBuffer) copy.to()).pointer().withByteOffset(copy.toOffset());
    parameters.dstPitch = copy.bytes();
    parameters.dstHeight = 1;
    parameters.WidthInBytes = copy.bytes();
    parameters.Height = 1;
    parameters.Depth = 1;
    return parameters;
  }

  @Override
  public void launch() {
    CudaDevice.check("a graph", () -> JCudaDriver.cuGraphLaunch(executable, stream));
  }

  /** Gives the graph back; what was started is done all the same. */
  @Override
  public void close() {
    if (!closed && !device.isClosed()) {
      closed = true;
      if (isExecutable) {
        CudaDevice.check("a graph", () -> JCudaDriver.cuGraphExecDestroy(executable));
      }
      CudaDevice.check("a graph", () -> JCudaDriver.cuGraphDestroy(graph));
    }
  }
}
