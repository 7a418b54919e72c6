// nvcc -ptx -O3 -arch=compute_75 -o divergence.ptx divergence.cu
#include <stdint.h>

// Nested ifs, loops of different lengths, a loop left early, and a switch.
extern "C" __global__ void nested(const uint32_t* in, uint32_t* out) {
  uint32_t id = blockIdx.x * blockDim.x + threadIdx.x;
  uint32_t x = in[id], sum = 0;
  for (uint32_t i = 0; i < (x & 31); i++) {
    if ((x >> i) & 1) {
      if (i & 1) sum += in[(id + i) & 63];
      else { sum ^= i * x; continue; }
    } else {
      uint32_t k = i;
      while (k != 1 && k != 0) { k = (k & 1) ? 3 * k + 1 : k / 2; sum += k; }
    }
    if (sum > 0xF0000000u) break;
  }
  switch (x & 7) {
    case 0: sum += 5; break;
    case 1: sum *= 7;
    case 2: sum ^= out[id]; break;
    case 3: if (sum & 1) return; out[id] = 1; break;
    case 5: sum = ~sum; break;
    case 6: sum += in[sum & 63]; break;
  }
  out[id] = sum;
}

// Lanes leave before barriers, after which the others exchange values.
extern "C" __global__ void leave(const uint32_t* in, uint32_t n, uint32_t* out) {
  __shared__ uint32_t tile[128];
  uint32_t t = threadIdx.x;
  tile[t] = 0;
  if (in[t] == 0) return;
  if (t >= n) {
    if (in[t] & 1) { out[t] = 77; return; }
    tile[t] = 3;
  } else {
    tile[t] = in[t];
  }
  __syncthreads();
  uint32_t mates = __ballot_sync(~0u, in[t] & 2);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < 128; i++) sum += tile[i];
  if (in[t] & 4) return;
  __syncthreads();
  out[t] = sum + __popc(mates);
}
