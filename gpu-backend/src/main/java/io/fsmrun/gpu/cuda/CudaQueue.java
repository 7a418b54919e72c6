package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Sequence;
import java.util.Objects;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** A stream of the driver. */
final class CudaQueue implements Queue {

  private final CudaDevice device;
  private final CUstream stream = new CUstream();
  private final ArgumentBlock block = new ArgumentBlock();

  /** Null if the driver is too old for graphs. */
  private final GraphCache graphs;

  private boolean closed;

  CudaQueue(CudaDevice device) {
    this.device = device;
    CudaDevice.check(
        "a queue", () -> JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
    this.graphs =
        device.hasGraphs()
            ? new GraphCache(steps -> new CudaGraph(device, stream, block, steps))
            : null;
  }

  @Override
  public void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long fromOffset, long bytes) {
    Objects.checkFromIndexSize(toOffset, bytes, to.sizeBytes());
    Objects.checkFromIndexSize(fromOffset, bytes, from.segment().byteSize());
    device.attach();
    CudaDevice.check(
        "copying to the GPU",
        () ->
            JCudaDriver.cuMemcpyHtoDAsync(
                ((CudaBuffer) to).pointer().withByteOffset(toOffset),
                ((CudaHostBuffer) from).pointer().withByteOffset(fromOffset),
                bytes,
                stream));
  }

  @Override
  public void copyOut(
      HostBuffer to, long toOffset, DeviceBuffer from, long fromOffset, long bytes) {
    Objects.checkFromIndexSize(toOffset, bytes, to.segment().byteSize());
    Objects.checkFromIndexSize(fromOffset, bytes, from.sizeBytes());
    device.attach();
    CudaDevice.check(
        "copying from the GPU",
        () ->
            JCudaDriver.cuMemcpyDtoHAsync(
                ((CudaHostBuffer) to).pointer().withByteOffset(toOffset),
                ((CudaBuffer) from).pointer().withByteOffset(fromOffset),
                bytes,
                stream));
  }

  @Override
  public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
    Objects.checkFromIndexSize(offset, bytes, buffer.sizeBytes());
    device.attach();
    CudaDevice.check(
        "filling memory of the GPU",
        () ->
            JCudaDriver.cuMemsetD8Async(
                ((CudaBuffer) buffer).pointer().withByteOffset(offset), value, bytes, stream));
  }

  @Override
  public void launch(Kernel kernel, Grid grid, Arguments arguments) {
    device.attach();
    CudaKernel known = (CudaKernel) kernel;
    known.allow(grid.sharedBytes());
    Pointer values = block.write(arguments);
    CudaDevice.check(
        "kernel " + kernel.name(),
        () ->
            JCudaDriver.cuLaunchKernel(
                known.function(),
                grid.blocks(),
                1,
                1,
                grid.threads(),
                1,
                1,
                grid.sharedBytes(),
                stream,
                values,
                null));
  }

  @Override
  public int run(Sequence sequence) {
    device.attach();
    if (graphs != null && graphs.run(sequence)) {
      return 1;
    }
    sequence.putInto(this);
    return sequence.launches();
  }

  @Override
  public void prepare(Sequence sequence) {
    device.attach();
    if (graphs != null) {
      graphs.prepare(sequence);
    }
  }

  @Override
  public void record(Mark mark) {
    device.attach();
    ((CudaMark) mark).recordIn(stream);
  }

  @Override
  public void waitFor(Mark mark) {
    device.attach();
    ((CudaMark) mark).holdUp(stream);
  }

  @Override
  public void synchronize() {
    device.attach();
    CudaDevice.check("work on the GPU", () -> JCudaDriver.cuStreamSynchronize(stream));
  }

  @Override
  public void close() {
    if (!closed && !device.isClosed()) {
      closed = true;
      device.attach();
      if (graphs != null) {
        graphs.close();
      }
      CudaDevice.check("a queue", () -> JCudaDriver.cuStreamDestroy(stream));
    }
  }
}
