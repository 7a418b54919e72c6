package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Program;
import io.fsmrun.gpu.device.Queue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The reference executor: runs PTX without a GPU. Queues do each thing before the call returns, so
 * failures surface in the call that causes them; after a kernel has failed, the device is lost, as
 * a GPU would be, and only {@link #close} works.
 *
 * <p>Blocks run in order of their numbers, or in one that {@link #shuffleBlocks} draws; a block
 * runs to its end before the next one starts, unless several threads take blocks.
 */
public final class SimtDevice implements Device {

  /**
   * What the device is like.
   *
   * @param processors number of multiprocessors that it says it has, at least 1
   * @param sharedBytes shared memory that a block may have
   * @param memoryBytes device memory in all
   * @param threads threads that run blocks, at least 1; with more than 1, blocks that race with
   *     each other are not run alike each time
   */
  public record Options(int processors, int sharedBytes, long memoryBytes, int threads) {

    /** 4 multiprocessors, 227 KiB of shared memory, 1 GiB of memory, 1 thread. */
    public static final Options DEFAULT = new Options(4, 227 << 10, 1L << 30, 1);

    /** Checks the numbers. */
    public Options {
      if (processors < 1 || sharedBytes < 0 || memoryBytes < 1 || threads < 1) {
        throw new IllegalArgumentException(
            processors
                + " processors, "
                + sharedBytes
                + " bytes shared, "
                + memoryBytes
                + " bytes, "
                + threads
                + " threads");
      }
    }

    /**
     * The same with another number of threads.
     *
     * @param threads threads that run blocks, at least 1
     * @return the options
     */
    public Options withThreads(int threads) {
      return new Options(processors, sharedBytes, memoryBytes, threads);
    }

    DeviceFacts facts() {
      return new DeviceFacts(
          "SIMT reference executor",
          "Java " + Runtime.version().feature(),
          90,
          processors,
          sharedBytes,
          sharedBytes + 1024,
          memoryBytes);
    }
  }

  private static final long INSTRUCTION_LIMIT = 1L << 34;

  private final DeviceFacts facts;
  private final int threads;
  private final GlobalMemory memory;
  private final Map<String, SimtCounters> counters = new HashMap<>();
  private SimtCounters last = SimtCounters.NONE;
  private long instructionLimit = INSTRUCTION_LIMIT;
  private Random order;
  private int launchesUntilFailure = -1;
  private String lost;

  /** A device like {@link Options#DEFAULT}. */
  public SimtDevice() {
    this(Options.DEFAULT);
  }

  /**
   * A device.
   *
   * @param options what it is like
   */
  public SimtDevice(Options options) {
    this(options.facts(), options.threads());
  }

  /**
   * A device with one thread.
   *
   * @param facts what it says of itself
   */
  public SimtDevice(DeviceFacts facts) {
    this(facts, 1);
  }

  private SimtDevice(DeviceFacts facts, int threads) {
    this.facts = facts;
    this.threads = threads;
    memory = new GlobalMemory(facts.memoryBytes());
  }

  @Override
  public DeviceFacts facts() {
    return facts;
  }

  @Override
  public long freeBytes() {
    check();
    return memory.freeBytes();
  }

  /**
   * {@inheritDoc}
   *
   * @throws DeviceException also if the module has an instruction that this does not know; the
   *     message names it and its line
   */
  @Override
  public Program load(String ptx) {
    check();
    PtxModule module = RecentModules.all().read(ptx);
    if (module.target() > facts.computeCapability()) {
      throw new DeviceException(
          "the module is for compute capability "
              + module.target()
              + ", the device has "
              + facts.computeCapability());
    }
    return new SimtProgram(ptx, module, this, memory);
  }

  @Override
  public DeviceBuffer allocate(long bytes) {
    check();
    if (bytes < 1) {
      throw new IllegalArgumentException(bytes + " bytes");
    }
    return new SimtBuffer(memory, bytes);
  }

  @Override
  public HostBuffer allocateHost(long bytes) {
    check();
    if (bytes < 1 || bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(bytes + " bytes");
    }
    return new SimtHostBuffer(bytes);
  }

  @Override
  public Queue newQueue() {
    check();
    return new SimtQueue(this);
  }

  @Override
  public Mark newMark() {
    check();
    return new SimtMark();
  }

  @Override
  public void close() {
    lost = "the device is closed";
  }

  /**
   * Has a launch fail as if the device were lost. All later calls on the device, its queues and
   * buffers fail too.
   *
   * @param launches which launch from now on: 1 is the next
   */
  public void failAfterLaunches(int launches) {
    launchesUntilFailure = launches;
  }

  /**
   * Has blocks run in an order of their own in each launch from now on.
   *
   * @param seed what the orders follow from
   */
  public void shuffleBlocks(long seed) {
    order = new Random(seed);
  }

  /**
   * Limits kernels that do not end.
   *
   * @param warpInstructions warp instructions after which a launch fails, for each thread that runs
   *     blocks
   */
  public void limitInstructions(long warpInstructions) {
    instructionLimit = warpInstructions;
  }

  /**
   * What the launches of a kernel did, since this was made or reset. Launches that failed do not
   * count.
   *
   * @param kernel the name of the kernel
   * @return the sums; zeros if it was not launched
   */
  public SimtCounters counters(String kernel) {
    return counters.getOrDefault(kernel, SimtCounters.NONE);
  }

  /**
   * What the last launch did.
   *
   * @return its counters; zeros if there was none
   */
  public SimtCounters lastLaunch() {
    return last;
  }

  /** Sets all counters to zero. */
  public void resetCounters() {
    counters.clear();
    last = SimtCounters.NONE;
  }

  /** Fails if the device is lost. */
  void check() {
    if (lost != null) {
      throw new DeviceException(lost);
    }
  }

  /** Runs a kernel to its end. */
  void launch(SimtProgram.SimtKernel kernel, Grid grid, Arguments arguments) {
    check();
    if (launchesUntilFailure >= 0 && --launchesUntilFailure <= 0) {
      lost = "the device is lost (as a test asked for)";
      throw new DeviceException(lost);
    }
    if (kernel.blocksPerProcessor(grid.threads(), grid.sharedBytes()) == 0) {
      throw new DeviceException(
          "kernel "
              + kernel.name()
              + ": a block of "
              + grid.threads()
              + " threads and "
              + grid.sharedBytes()
              + " bytes of dynamic shared memory does not fit");
    }
    byte[] parameters = parameters(kernel.code(), arguments.values());
    Launch launch =
        new Launch(
            kernel.code(), grid, parameters, memory, facts.processors(), threads, instructionLimit);
    try {
      count(kernel.name(), launch.run(blockOrder(grid.blocks())));
    } catch (RuntimeException e) {
      lost = "the device is lost since a kernel failed: " + e.getMessage();
      throw e;
    }
  }

  private void count(String kernel, Tally[] tallies) {
    SimtCounters sum = SimtCounters.NONE;
    for (int i = 0; i < tallies.length; i++) {
      sum = sum.plus(tallies[i].counters(i == 0 ? 1 : 0));
    }
    last = sum;
    counters.merge(kernel, sum, SimtCounters::plus);
  }

  private int[] blockOrder(int blocks) {
    int[] numbers = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      int j = order == null ? i : order.nextInt(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }

  private static byte[] parameters(Code code, List<Arguments.Value> values) {
    if (values.size() != code.parameters.size()) {
      throw new DeviceException(
          "kernel "
              + code.name
              + " has "
              + code.parameters.size()
              + " parameters, not "
              + values.size());
    }
    byte[] memory = new byte[code.parameterBytes];
    for (int i = 0; i < values.size(); i++) {
      int bytes = code.parameters.get(i).bytes();
      Arguments.Value value = values.get(i);
      if (Math.max(Integer.BYTES, bytes) != value.bytes()) {
        throw new DeviceException(
            "kernel "
                + code.name
                + ": parameter "
                + i
                + " has "
                + bytes
                + " bytes, its argument "
                + value.bytes());
      }
      for (int k = 0; k < bytes; k++) {
        memory[code.parameterOffsets[i] + k] = (byte) (value.value() >>> 8 * k);
      }
    }
    return memory;
  }
}
