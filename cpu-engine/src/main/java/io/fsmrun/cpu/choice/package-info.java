/**
 * Scanning in one of two ways: by the technique that an engine is about, or by an automaton that
 * finds the same and is determinised while it runs. Which, is decided by the clock, so that no
 * input makes an engine much slower than the better of the two.
 *
 * <p>{@link io.fsmrun.cpu.choice.BlockSwitch} scans blocks, {@link
 * io.fsmrun.cpu.choice.MeasuredChoice} decides which is better, with a schedule of its own for when
 * the automaton is tried and one for when searching is, {@link io.fsmrun.cpu.choice.Fallback} has
 * the automaton made, in the background while the rest of an engine is, and keeps what all sessions
 * of an engine have learnt ({@link io.fsmrun.cpu.choice.Ledger}). {@link
 * io.fsmrun.cpu.choice.CodeAge} tells slow code, which the virtual machine has not compiled yet,
 * from slow inputs.
 */
package io.fsmrun.cpu.choice;
