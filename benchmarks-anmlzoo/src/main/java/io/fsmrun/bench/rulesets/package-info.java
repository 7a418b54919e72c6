/**
 * Rulesets of kinds that the benchmark suites do not have, with texts of their own: dictionaries,
 * secret detection, part-of-speech rules, protein motifs, network rules, log lines, keys of many
 * services, contents of packets joined by anything, names of hosts. All are made from seeds, so
 * that the same figures can be measured anywhere.
 */
package io.fsmrun.bench.rulesets;
