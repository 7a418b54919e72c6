/**
 * Rules that match one byte: a table tells for each byte who reports. They are kept out of the
 * other engines, which they would have report at many places. O(bytes + reports), no state.
 */
package io.fsmrun.cpu.bytes;
