/**
 * Which rules are rules over tokens, and what of them the engine {@code tokens} is made of:
 * delimiters, predicates on single tokens, and chains of them.
 */
package io.fsmrun.scan.plan.token;
