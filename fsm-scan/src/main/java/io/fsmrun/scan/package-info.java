/**
 * Scans bytes for the matches of thousands of regexes at once, exactly and in order.
 *
 * {@snippet :
 * Database database = Database.compile("/attack-\\d+/i", "/begin.*end/s");
 * Scanner scanner = database.newScanner();
 * scanner.scan(Path.of("traffic.bin"), (rule, start, end, tag) -> {
 *   System.out.println(rule + "\t" + end);
 *   return true; // Go on.
 * });
 * }
 *
 * <p>{@link io.fsmrun.scan.Database} is compiled rules: immutable, shared by threads, to be saved
 * and loaded. {@link io.fsmrun.scan.Scanner} scans whole inputs of any kind and size, batches of
 * short ones, and asks whether there is a match at all; each thread has its own. {@link
 * io.fsmrun.scan.ParallelScanner} scans one input on several threads. {@link io.fsmrun.scan.Stream}
 * is one of many flows that come in chunks. {@link io.fsmrun.scan.RuleOptions} say what is wanted
 * of a rule: a tag, only the first match, offsets, a length, starts of matches.
 *
 * <p>{@link io.fsmrun.scan.RuleMachine} and {@link io.fsmrun.scan.StrategyScanner} run rules with
 * strategies of enumeration, on any back end, and on many threads at once.
 */
package io.fsmrun.scan;
