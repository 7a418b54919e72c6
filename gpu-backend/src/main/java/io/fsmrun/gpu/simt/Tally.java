package io.fsmrun.gpu.simt;

/** Counters while a kernel runs. Of one thread. */
final class Tally {

  long warpInstructions;
  long laneInstructions;
  long branches;
  long divergentBranches;
  long globalLoads;
  long globalLoadSectors;
  long globalStores;
  long globalStoreSectors;
  long sharedLoads;
  long sharedLoadWavefronts;
  long sharedStores;
  long sharedStoreWavefronts;
  long barriers;
  long atomics;
  long atomicLanes;

  SimtCounters counters(long launches) {
    return new SimtCounters(
        launches,
        warpInstructions,
        laneInstructions,
        branches,
        divergentBranches,
        globalLoads,
        globalLoadSectors,
        globalStores,
        globalStoreSectors,
        sharedLoads,
        sharedLoadWavefronts,
        sharedStores,
        sharedStoreWavefronts,
        barriers,
        atomics,
        atomicLanes);
  }
}
