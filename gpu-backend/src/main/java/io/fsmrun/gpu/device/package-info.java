/** What kernels run on: a GPU, or what stands in for one. */
package io.fsmrun.gpu.device;
