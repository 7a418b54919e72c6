// nvcc -ptx -O3 -arch=compute_75 -o wide.ptx wide.cu
#include <stdint.h>

__constant__ uint32_t weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__device__ uint16_t steps[5] = {2, 7, 1, 8};
__device__ uint64_t total = 1ULL << 40;

struct Pair { uint32_t x; uint8_t y; int16_t z; };

__device__ __forceinline__ uint32_t pick(const uint32_t* p, uint32_t i) { return p[i]; }

// Numbers of 128, 64, 16 and 8 bits; local, constant and generic memory.
extern "C" __global__ void numbers(const unsigned __int128* a, uint64_t* out, const Pair* pairs, uint8_t by) {
  __shared__ uint32_t tile[64];
  uint32_t t = threadIdx.x;
  tile[t & 63] = t * 3;
  __syncthreads();
  unsigned __int128 x = a[2 * t], y = a[2 * t + 1];
  uint64_t* o = out + 16 * t;
  unsigned __int128 product = x * y, sum = x + y, difference = x - y, shifted = x << (t & 127), right = x >> (t & 127);
  o[0] = product; o[1] = product >> 64;
  o[2] = sum; o[3] = sum >> 64;
  o[4] = difference; o[5] = difference >> 64;
  o[6] = shifted; o[7] = shifted >> 64;
  o[8] = right; o[9] = right >> 64;
  int64_t s = (int64_t)x, u = (int64_t)y | 1;
  o[10] = s / u; o[11] = s % u;
  uint32_t local[16];
  for (int i = 0; i < 16; i++) local[i] = i * by + t;
  local[t & 15] ^= weights[t & 7];
  const uint32_t* where = (t & 1) ? local : (t & 2) ? tile : weights;
  o[12] = pick(where, (t >> 2) & 7) + local[(t >> 1) & 15] + steps[t % 5];
  Pair p = pairs[t];
  o[13] = (int64_t)(int16_t)(p.z * (int8_t)p.y) + p.x % (uint16_t)(by + 1);
  uint8_t b = (uint8_t)(p.y + by);
  int8_t c = (int8_t)(b << 1);
  o[14] = (uint64_t)(int64_t)(c >> 2) ^ (b > (uint8_t)p.z ? 1 : 2);
  o[15] = total;
  __syncthreads();
  if (t == 0) total += 5;
}
