package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;

/**
 * A network and where it came from.
 *
 * @param network the network
 * @param name the file, or whatever else it was made of
 * @param format the format of the file
 * @param loadNanos how long it took to read, or to make of rules
 * @param rules the rules it was made of; null if it was read as a network
 */
record LoadedNetwork(
    AutomataNetwork network, String name, FileFormat format, long loadNanos, RuleOrigin rules) {}
