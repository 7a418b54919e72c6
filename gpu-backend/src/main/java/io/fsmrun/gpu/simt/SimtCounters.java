package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;

/**
 * What kernels did, and what of it a GPU would be slowed by. Counted on instructions of PTX; a GPU
 * runs those of its own machine, of which there are fewer or more.
 *
 * @param launches launches of the kernel
 * @param warpInstructions instructions issued, each once for the lanes of a warp that run together
 * @param laneInstructions the same counted by lanes, without those whose guard did not hold
 * @param branches branch instructions issued, conditional or not
 * @param divergentBranches those that parted the lanes that ran them
 * @param globalLoads load instructions issued to global and constant memory
 * @param globalLoadSectors different aligned sectors of 32 bytes that each of these touched, summed
 * @param globalStores store instructions issued to global memory
 * @param globalStoreSectors different aligned sectors of 32 bytes that each of these touched,
 *     summed
 * @param sharedLoads load instructions issued to shared memory
 * @param sharedLoadWavefronts passes that these take: lanes are served 32 at a time if each takes
 *     up to 4 bytes, 16 at a time for 8 bytes and 8 at a time for 16 bytes, and then once for each
 *     different word of 4 bytes that falls on the same one of 32 banks. GPUs may do better where
 *     lanes of different groups share words
 * @param sharedStores store instructions issued to shared memory
 * @param sharedStoreWavefronts passes that these take
 * @param barriers barriers of the block, counted once for each warp that came to one
 * @param atomics atomic instructions issued, to global and shared memory; they are not among the
 *     loads and stores
 * @param atomicLanes the same counted by lanes
 */
public record SimtCounters(
    long launches,
    long warpInstructions,
    long laneInstructions,
    long branches,
    long divergentBranches,
    long globalLoads,
    long globalLoadSectors,
    long globalStores,
    long globalStoreSectors,
    long sharedLoads,
    long sharedLoadWavefronts,
    long sharedStores,
    long sharedStoreWavefronts,
    long barriers,
    long atomics,
    long atomicLanes) {

  /** Nothing counted. */
  public static final SimtCounters NONE = new Tally().counters(0);

  /**
   * How full warps were.
   *
   * @return from 0 to 1; 1 if nothing ran
   */
  public double warpEfficiency() {
    return warpInstructions == 0
        ? 1
        : (double) laneInstructions / DeviceFacts.WARP / warpInstructions;
  }

  /**
   * Both together.
   *
   * @param other the others
   * @return the sums
   */
  public SimtCounters plus(SimtCounters other) {
    return new SimtCounters(
        launches + other.launches,
        warpInstructions + other.warpInstructions,
        laneInstructions + other.laneInstructions,
        branches + other.branches,
        divergentBranches + other.divergentBranches,
        globalLoads + other.globalLoads,
        globalLoadSectors + other.globalLoadSectors,
        globalStores + other.globalStores,
        globalStoreSectors + other.globalStoreSectors,
        sharedLoads + other.sharedLoads,
        sharedLoadWavefronts + other.sharedLoadWavefronts,
        sharedStores + other.sharedStores,
        sharedStoreWavefronts + other.sharedStoreWavefronts,
        barriers + other.barriers,
        atomics + other.atomics,
        atomicLanes + other.atomicLanes);
  }
}
