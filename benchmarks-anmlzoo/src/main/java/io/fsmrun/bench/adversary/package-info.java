/**
 * Inputs that are made from rules to be as hard for them as possible, and what scanning them costs.
 *
 * <p>{@link io.fsmrun.bench.adversary.AdversarialInputs} makes the inputs, one kind for each {@link
 * io.fsmrun.bench.adversary.Attack}. {@link io.fsmrun.bench.adversary.AttackBenchmark} scans them
 * with the plan that rules usually get and with the lazy automaton alone, and compares.
 */
package io.fsmrun.bench.adversary;
