package io.fsmrun.ap.chip;

/**
 * The figures of a {@link Placement}.
 *
 * @param device the name of the device; a hypothetical one says so
 * @param components connected components of the network
 * @param stes STEs
 * @param counters counters of the device, those of chains included
 * @param gates boolean elements
 * @param halfCores half-cores taken
 * @param lowerBound half-cores that any placement takes at least
 * @param chips chips taken
 * @param passes times that the device must be configured to hold all of it once
 * @param steUtilisation share of the STEs of the half-cores taken, from 0 to 1
 * @param counterUtilisation share of their counters
 * @param gateUtilisation share of their boolean elements
 * @param chainedCounters counters of the network that take several of the device
 * @param hypotheticalCutComponents components that were cut; 0 on a real device
 * @param hypotheticalBoundaryEdges edges between half-cores; 0 on a real device
 */
public record PlacementSummary(
    String device,
    int components,
    long stes,
    long counters,
    long gates,
    int halfCores,
    int lowerBound,
    int chips,
    int passes,
    double steUtilisation,
    double counterUtilisation,
    double gateUtilisation,
    int chainedCounters,
    int hypotheticalCutComponents,
    long hypotheticalBoundaryEdges) {}
