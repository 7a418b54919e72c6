package io.fsmrun.bench.reproduce;

import io.fsmrun.bench.AnmlZoo;
import java.util.Optional;

/**
 * Where benchmarks come from.
 *
 * @param anmlZoo the ANMLZoo checkout, if there is one
 * @param seed of all that is random: rulesets, traces, profiled strings
 * @param threads number of threads, from 1
 */
public record Sources(Optional<AnmlZoo> anmlZoo, long seed, int threads) {

  /** The checkout; null if there is none. */
  AnmlZoo zoo() {
    return anmlZoo.orElse(null);
  }
}
