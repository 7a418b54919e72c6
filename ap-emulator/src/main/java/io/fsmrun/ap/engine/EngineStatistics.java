package io.fsmrun.ap.engine;

/**
 * How a session runs its network at present.
 *
 * @param units groups of components whose steps are remembered
 * @param sets distinct sets of active states that the units know
 * @param misses steps that the units did not know
 * @param packedComponents components that are packed into wide masks
 * @param packedRows rows of 512 states of these masks
 * @param memoryBytes bytes of working memory for both
 */
public record EngineStatistics(
    int units, long sets, long misses, int packedComponents, int packedRows, long memoryBytes) {}
