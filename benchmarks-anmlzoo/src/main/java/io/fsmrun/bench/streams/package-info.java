/** What many open streams take, and many inputs of few bytes. */
package io.fsmrun.bench.streams;
