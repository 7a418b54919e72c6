/**
 * What kernels run on: a GPU, or what stands in for one. Work is put into queues, kernel by kernel
 * or as sequences of kernels and copies that are launched as one.
 */
package io.fsmrun.gpu.device;
