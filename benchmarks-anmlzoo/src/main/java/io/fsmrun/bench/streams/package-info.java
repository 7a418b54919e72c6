/** What many open streams take. */
package io.fsmrun.bench.streams;
