/**
 * When vector code is used: {@link io.fsmrun.cpu.vector.VectorTrial} leaves the work to plain code
 * until the virtual machine has compiled a loop of vectors.
 */
package io.fsmrun.cpu.vector;
