package io.fsmrun.ap.timing;

/**
 * Unit energies of the events, in picojoules. Nobody has published those of the Automata Processor,
 * so the usual ones are another DRAM's: O'Connor et al., "Fine-grained DRAM", MICRO 2017, table 3,
 * HBM2. Which of its figures stands for which event is ours. An absolute energy is therefore an
 * estimate; a ratio of two runs is worth more.
 *
 * @param rowRead a match row of a half-core, read for one symbol
 * @param activation an active element that drives its edges
 * @param enable an STE that is enabled
 * @param boundaryBit a bit between half-cores of a hypothetical device
 * @param flowSwitch saving one flow's state vector and loading another's
 * @param convergenceCheck comparing the state vectors of two flows
 * @param reportVector writing a report vector and sending it out
 */
public record EnergyModel(
    double rowRead,
    double activation,
    double enable,
    double boundaryBit,
    double flowSwitch,
    double convergenceCheck,
    double reportVector) {

  /** Picojoules to activate a row of 1 KB [O'Connor et al., table 3]. */
  public static final double DRAM_ROW_PICOJOULES = 909;

  /** Bits of that row. */
  public static final int DRAM_ROW_BITS = 8 * 1024;

  /** Picojoules to move a bit from the array to the sense amplifiers of its bank [same table]. */
  public static final double BIT_IN_BANK_PICOJOULES = 1.51;

  /** Picojoules to move a bit from there to the rim of the die [same table]. */
  public static final double BIT_ON_DIE_PICOJOULES = 1.17;

  /** Picojoules to send a bit off the die [same table]. */
  public static final double BIT_OFF_DIE_PICOJOULES = 0.80;

  /** Bits of a match row and of a state vector: the STEs of a half-core. */
  public static final int HALF_CORE_BITS = 24_576;

  /** Bits of a report vector with its symbol offset: 16 words and one [VASim, emulator.h]. */
  public static final int REPORT_VECTOR_BITS = 17 * 64;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if reading a row is free, or an energy is negative
   */
  public EnergyModel {
    if (!(rowRead > 0)
        || !(activation >= 0)
        || !(enable >= 0)
        || !(boundaryBit >= 0)
        || !(flowSwitch >= 0)
        || !(convergenceCheck >= 0)
        || !(reportVector >= 0)) {
      throw new IllegalArgumentException("energy out of range");
    }
  }

  /**
   * The usual unit energies (the mapping is ours). A match row costs as much as its bits of a DRAM
   * row. An activation and an enable move one bit within a bank. A boundary bit crosses the die,
   * leaves it and crosses another. A switch moves two state vectors within a bank, and so does a
   * check. A report vector crosses the die and leaves it.
   *
   * @return the model
   */
  public static EnergyModel scaledFromHbm2() {
    double toRim = BIT_IN_BANK_PICOJOULES + BIT_ON_DIE_PICOJOULES;
    return new EnergyModel(
        DRAM_ROW_PICOJOULES * HALF_CORE_BITS / DRAM_ROW_BITS,
        BIT_IN_BANK_PICOJOULES,
        BIT_IN_BANK_PICOJOULES,
        2 * toRim + BIT_OFF_DIE_PICOJOULES,
        2 * HALF_CORE_BITS * BIT_IN_BANK_PICOJOULES,
        2 * HALF_CORE_BITS * BIT_IN_BANK_PICOJOULES,
        REPORT_VECTOR_BITS * (toRim + BIT_OFF_DIE_PICOJOULES));
  }

  /**
   * The energy of a run.
   *
   * @param events what happened
   * @return an estimate, in picojoules
   */
  public double picojoulesEstimate(EventCounters events) {
    return events.rowReads() * rowRead
        + events.activations() * activation
        + events.enables() * enable
        + events.hypotheticalBoundaryBits() * boundaryBit
        + events.flowSwitches() * flowSwitch
        + events.convergenceChecks() * convergenceCheck
        + events.reportVectors() * reportVector;
  }

  /**
   * A run beside another, usually the sequential run of the same network and input.
   *
   * @param run what happened in the run
   * @param baseline what happened in the other
   * @return both as ratios
   */
  public EnergyEstimate compare(EventCounters run, EventCounters baseline) {
    double estimate = picojoulesEstimate(run);
    double other = picojoulesEstimate(baseline);
    return new EnergyEstimate(
        other == 0 ? 1 : estimate / other,
        estimate / rowRead,
        estimate == 0 ? 0 : run.rowReads() * rowRead / estimate,
        estimate);
  }
}
