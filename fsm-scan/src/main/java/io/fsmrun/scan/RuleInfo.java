package io.fsmrun.scan;

/**
 * A rule of a {@link Database}, as it was written.
 *
 * @param id its id, which reports carry
 * @param pattern the regex, one char per byte
 * @param flags the letters that change what it matches, out of {@code ismxAE}
 * @param options what is wanted of it
 */
public record RuleInfo(int id, String pattern, String flags, RuleOptions options) {}
