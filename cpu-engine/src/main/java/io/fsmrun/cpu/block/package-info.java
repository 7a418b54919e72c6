/**
 * What all engines of the scanning library have in common: rules in the form of one technique,
 * sessions that consume a stream block by block, and the buffer that takes their reports.
 *
 * <p>A {@link io.fsmrun.cpu.block.BlockEngine} is immutable and shared by threads. A {@link
 * io.fsmrun.cpu.block.BlockSession} belongs to one thread at a time, stands at one place of one
 * stream, and can save what it knows there. Bytes before a block lie in the same array, as many as
 * the engine asks for. Reports may be added in any order and more than once; {@link
 * io.fsmrun.cpu.block.ReportBuffer} sorts them by end, then rule.
 */
package io.fsmrun.cpu.block;
