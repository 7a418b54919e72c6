package io.fsmrun.regex;

/**
 * An accepted rule of a rules file.
 *
 * @param id the rule's id: its 1-based line number
 * @param pattern the regex, one char per byte
 * @param flags the flags that change what the rule matches
 * @param otherFlags the other letters and digits after the regex, in source order; they are noted,
 *     and change nothing
 * @param tree the syntax tree of the regex under its flags
 * @param line the whole line the rule was written on, one char per byte
 */
public record Rule(
    int id, String pattern, RegexFlags flags, String otherFlags, RegexNode tree, String line) {}
