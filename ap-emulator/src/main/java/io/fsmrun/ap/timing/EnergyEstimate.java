package io.fsmrun.ap.timing;

/**
 * An estimate of a run's energy. Only the ratios should be shown without the word.
 *
 * @param ratioToBaseline energy of the run over that of the run it is compared with
 * @param matchRowReads energy of the run over that of reading one match row
 * @param shareOfRowReads share of the energy that goes into reading match rows, from 0 to 1
 * @param picojoulesEstimate energy of the run in picojoules, an estimate
 */
public record EnergyEstimate(
    double ratioToBaseline,
    double matchRowReads,
    double shareOfRowReads,
    double picojoulesEstimate) {}
