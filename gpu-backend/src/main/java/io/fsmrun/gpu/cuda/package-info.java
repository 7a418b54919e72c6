/**
 * NVIDIA GPUs through JCuda and the driver's API. Sequences are graphs of the driver, from CUDA 12
 * on; with an older driver, and if it refuses a graph, each kernel is a launch of its own.
 */
package io.fsmrun.gpu.cuda;
