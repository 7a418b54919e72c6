// nvcc -ptx -O3 -arch=compute_75 -o barriers.ptx barriers.cu
#include <stdint.h>

// An inclusive sum over a block of up to 1024 threads, and counts by barriers.
extern "C" __global__ void scan(const uint32_t* in, uint32_t* out, uint32_t* counts) {
  __shared__ uint32_t sums[32];
  uint32_t t = threadIdx.x, lane = t & 31, warp = t >> 5, id = blockIdx.x * blockDim.x + t;
  uint32_t x = in[id], v = x;
  for (uint32_t d = 1; d < 32; d *= 2) {
    uint32_t y = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += y;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    uint32_t s = lane < blockDim.x / 32 ? sums[lane] : 0;
    for (uint32_t d = 1; d < 32; d *= 2) {
      uint32_t y = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += y;
    }
    sums[lane] = s;
  }
  __syncthreads();
  if (warp > 0) v += sums[warp - 1];
  out[id] = v;
  int odd = __syncthreads_count(x & 1), all = __syncthreads_and(x & 3), any = __syncthreads_or(x == 5);
  if (t == 0) { counts[blockIdx.x * 3] = odd; counts[blockIdx.x * 3 + 1] = all != 0; counts[blockIdx.x * 3 + 2] = any != 0; }
}

// Half of the warps give, the other half take, at named barriers.
extern "C" __global__ void named(const uint32_t* in, uint32_t* out) {
  extern __shared__ uint32_t tile[];
  uint32_t half = blockDim.x / 2, t = threadIdx.x;
  if (t < half) {
    for (int round = 0; round < 3; round++) {
      asm volatile("barrier.sync 2, %0;" ::"r"(blockDim.x) : "memory");
      tile[t] = in[t] * (round + 1);
      asm volatile("bar.arrive 1, %0;" ::"r"(blockDim.x) : "memory");
    }
  } else {
    uint32_t sum = 0;
    for (int round = 0; round < 3; round++) {
      asm volatile("bar.arrive 2, %0;" ::"r"(blockDim.x) : "memory");
      asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x) : "memory");
      sum += tile[blockDim.x - 1 - t];
    }
    out[t - half] = sum;
  }
}
