/**
 * Rules that match one byte: a table tells for each byte who reports, without any state; and rules
 * that match so many bytes of one set in a row, which are counted 64 at a time. Both are kept out
 * of the other engines, which they would have report at many places.
 */
package io.fsmrun.cpu.bytes;
