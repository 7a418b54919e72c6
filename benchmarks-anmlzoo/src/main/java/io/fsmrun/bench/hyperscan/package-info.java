/**
 * Hyperscan through Java's foreign-function interface, to be measured against. No native code of
 * ours: the shared library that the system has is loaded.
 */
package io.fsmrun.bench.hyperscan;
