/** NVIDIA GPUs through JCuda and the driver's API. */
package io.fsmrun.gpu.cuda;
