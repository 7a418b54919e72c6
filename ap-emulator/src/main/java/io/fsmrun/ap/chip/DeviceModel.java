package io.fsmrun.ap.chip;

/**
 * What a device holds. The constants are those of Micron's first Automata Processor, the D480.
 *
 * <p>Sources: [S] the specification, section 6, after Zhuo's dissertation (2022), section 3.6.3,
 * and Dlugosch et al., "An efficient and scalable semiconductor architecture for parallel automata
 * processing", IEEE TPDS 25(12), 2014; [V] VASim, {@code include/emulator.h} and {@code
 * src/emulator.cpp} at commit 5bc65ae, a model of the D480's output by the first author of Wadden
 * et al., "Characterizing and mitigating output reporting bottlenecks in spatial automata
 * processing architectures", HPCA 2018; [R] Automata-to-Routing, {@code archs/d480.xml} at commit
 * 277c5ee, by the same author.
 *
 * @param name what it is called
 * @param halfCore what one half-core holds
 * @param halfCoresPerChip half-cores on a chip
 * @param chipsPerRank chips in a rank
 * @param ranks ranks on a board
 * @param counterLimit the largest target of one counter
 * @param boundary whether an edge may lead from one half-core to another
 */
public record DeviceModel(
    String name,
    Resources halfCore,
    int halfCoresPerChip,
    int chipsPerRank,
    int ranks,
    int counterLimit,
    Boundary boundary) {

  /** What becomes of edges between half-cores. */
  public enum Boundary {
    /** There are none: a connected component must fit into one half-core. */
    CLOSED,
    /** A device that does not exist carries them. Every figure of it must say so. */
    HYPOTHETICAL
  }

  /** STEs in a row of the routing matrix: eight groups of two [R]. */
  public static final int STES_PER_ROW = 16;

  /** STEs in a block of 16 rows: those of a half-core [S] over its blocks [V]. */
  public static final int STES_PER_BLOCK = 256;

  /** Blocks in a half-core [V]. */
  public static final int BLOCKS_PER_HALF_CORE = 96;

  /** STEs in a half-core: half of the 49,152 of a chip [S]. */
  public static final int STES_PER_HALF_CORE = STES_PER_BLOCK * BLOCKS_PER_HALF_CORE;

  /** Counters in a half-core: half of the 768 of a chip [S], so four a block. */
  public static final int COUNTERS_PER_HALF_CORE = 384;

  /** Boolean elements in a half-core: half of the 2,304 of a chip [S], so twelve a block. */
  public static final int GATES_PER_HALF_CORE = 1_152;

  /** The largest target of a counter, which has 12 bits (Dlugosch et al.). */
  public static final int COUNTER_LIMIT = 4_095;

  /** Report regions of a half-core: half of the six of a chip [V]. */
  public static final int REGIONS_PER_HALF_CORE = 3;

  /** Elements of a region that can report: a report vector has 16 words of 64 bits [V]. */
  public static final int REPORTING_PER_REGION = 1_024;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there are no STEs, or a number of parts is not positive
   */
  public DeviceModel {
    if (halfCore.stes() < 1
        || halfCoresPerChip < 1
        || chipsPerRank < 1
        || ranks < 1
        || counterLimit < 2) {
      throw new IllegalArgumentException("device model out of range");
    }
  }

  /**
   * A board of D480 chips: four ranks of eight chips of two half-cores [S].
   *
   * @return the device
   */
  public static DeviceModel d480() {
    return new DeviceModel(
        "D480",
        new Resources(STES_PER_HALF_CORE, COUNTERS_PER_HALF_CORE, GATES_PER_HALF_CORE),
        2,
        8,
        4,
        COUNTER_LIMIT,
        Boundary.CLOSED);
  }

  /**
   * The same board, as if edges could cross half-cores.
   *
   * @return a device that does not exist
   */
  public static DeviceModel hypothetical() {
    DeviceModel real = d480();
    return new DeviceModel(
        "hypothetical D480 with edges between half-cores",
        real.halfCore,
        real.halfCoresPerChip,
        real.chipsPerRank,
        real.ranks,
        real.counterLimit,
        Boundary.HYPOTHETICAL);
  }

  /**
   * The same device with fewer or more ranks; the dissertation uses one, of 16 half-cores.
   *
   * @param count the number of ranks
   * @return the device
   */
  public DeviceModel withRanks(int count) {
    return new DeviceModel(
        name, halfCore, halfCoresPerChip, chipsPerRank, count, counterLimit, boundary);
  }

  /**
   * Half-cores of the whole device.
   *
   * @return at least 1
   */
  public int halfCores() {
    return halfCoresPerChip * chipsPerRank * ranks;
  }

  /**
   * How many of the device's counters it takes to count to a target. One that is too large for a
   * counter takes a chain of them, each counting the turns of the one before; a chain of <i>n</i>
   * reaches at most {@link #counterLimit} to the power of <i>n</i>. Gates that such a chain may
   * need for a target without fitting factors are not counted (ours).
   *
   * @param target the target, at least 1
   * @return 1 or more
   */
  public int countersFor(int target) {
    int counters = 1;
    for (long reach = counterLimit; reach < target; reach *= counterLimit) {
      counters++;
    }
    return counters;
  }
}
