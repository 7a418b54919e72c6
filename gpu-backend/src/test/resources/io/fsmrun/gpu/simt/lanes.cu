// nvcc -ptx -O3 -arch=compute_75 -o lanes.ptx lanes.cu
#include <stdint.h>

// Each way in which lanes learn of each other; 16 results of each thread.
extern "C" __global__ void exchange(const uint32_t* in, const uint64_t* in64, uint32_t* out) {
  uint32_t t = threadIdx.x, lane = t & 31, x = in[t];
  uint32_t* o = out + 16 * t;
  o[0] = __shfl_sync(~0u, x, x & 31);
  o[1] = __shfl_up_sync(~0u, x, 3);
  o[2] = __shfl_down_sync(~0u, x, 5);
  o[3] = __shfl_xor_sync(~0u, x, 9);
  o[4] = __shfl_sync(~0u, x, 3, 8);
  o[5] = __shfl_up_sync(~0u, x, 2, 4);
  o[6] = __shfl_down_sync(~0u, x, 6, 16);
  o[7] = __shfl_xor_sync(~0u, x, 5, 8);
  o[8] = __any_sync(~0u, x == 3) | __all_sync(~0u, x != 3) << 1;
  o[9] = __ballot_sync(~0u, x & 1);
  o[10] = __match_any_sync(~0u, x & 3);
  int same;
  o[11] = __match_all_sync(~0u, x >> 31, &same) + same;
  o[12] = __match_any_sync(~0u, in64[t]);
  uint64_t wide = __shfl_xor_sync(~0u, (unsigned long long)in64[t], 1);
  o[13] = (uint32_t)(wide >> 32) ^ (uint32_t)wide;
  o[14] = 0;
  if (x & 1) {
    uint32_t mates = __activemask();
    o[14] = mates ^ __ballot_sync(mates, x & 2);
  } else {
    o[14] = __popc(__match_any_sync(__activemask(), x & 6));
  }
  __syncwarp();
  uint32_t group = lane < 16 ? 0xFFFF : 0xFFFF0000;
  o[15] = __ballot_sync(group, x & 4) + __popc(__activemask());
}
