#include <stdint.h>
extern "C" __global__ void sample(const uint8_t* __restrict__ in, uint32_t n, uint32_t* out, uint32_t* count) {
  extern __shared__ uint4 tile[]; __shared__ uint32_t total;
  uint32_t lane = threadIdx.x & 31;
  if (threadIdx.x == 0) total = 0;
  for (uint32_t i = threadIdx.x; i < n/16; i += blockDim.x) tile[i] = ((const uint4*)in)[i];
  __syncthreads();
  uint4 v = tile[threadIdx.x];
  uint32_t p = __shfl_sync(~0u, v.w, (lane + 31) & 31);
  v.x = __funnelshift_l(p, v.x, 1);
  uint32_t s0, s1;
  asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;" : "=r"(s0), "=r"(s1) : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  if (__any_sync(~0u, s0 & 1)) { uint32_t b = __ballot_sync(~0u, s1 & 1); if (lane == 0) atomicAdd(&total, __popc(b)); }
  for (uint32_t w = s0; w; w &= w - 1) { uint32_t k = atomicAdd(count, 1); out[k & 255] = __ffs(w) + __clz(w) + (w % 7) + __brev(w) + __byte_perm(w, s1, 0x3210); }
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&count[1], total);
}
