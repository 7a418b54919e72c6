/**
 * The back end {@code gpu} of the strategies: calls of sessions are gathered, and one launch runs
 * all that can run.
 */
package io.fsmrun.gpu.flow;
