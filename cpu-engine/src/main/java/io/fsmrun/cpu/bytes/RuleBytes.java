package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * A rule that matches one byte.
 *
 * @param rule index of the rule
 * @param set the bytes that it matches
 */
public record RuleBytes(int rule, SymbolSet set) {}
