// nvcc -ptx -O3 -arch=compute_75 -o atomics.ptx atomics.cu
#include <stdint.h>

// Every atomic function, on numbers of 32 and 64 bits, of global and shared memory.
extern "C" __global__ void all(const uint32_t* in, uint32_t* a, unsigned long long* b) {
  __shared__ uint32_t s[8];
  __shared__ unsigned long long w[4];
  uint32_t t = blockIdx.x * blockDim.x + threadIdx.x, x = in[t];
  if (threadIdx.x < 8) s[threadIdx.x] = 0;
  if (threadIdx.x < 4) w[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&a[0], x);
  atomicSub(&a[1], x);
  atomicMin(&a[2], x);
  atomicMax(&a[3], x);
  atomicMin((int*)&a[4], (int)x);
  atomicMax((int*)&a[5], (int)x);
  atomicAnd(&a[6], x | 0xFFFF0000);
  atomicOr(&a[7], x & 0xFF00FF);
  atomicXor(&a[8], x);
  atomicInc(&a[9], 99);
  atomicDec(&a[10], 99);
  uint32_t old = atomicExch(&a[11], x);
  atomicXor(&a[12], old);
  if (atomicCAS(&a[13], 0, t + 1) == 0) atomicAdd(&a[14], 1);
  atomicAdd(&b[0], (unsigned long long)x << 20);
  atomicMin(&b[1], (unsigned long long)x << 20);
  atomicMax((long long*)&b[2], (long long)(int)x << 20);
  atomicXor(&b[3], (unsigned long long)x * x);
  unsigned long long seen = b[4], wanted;
  do {
    wanted = seen;
    seen = atomicCAS(&b[4], wanted, wanted * 3 + 1);
  } while (seen != wanted);
  atomicAdd(&s[x & 7], 1);
  atomicAdd(&w[x & 3], (unsigned long long)x);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&a[16 + threadIdx.x], s[threadIdx.x]);
  if (threadIdx.x < 4) atomicAdd(&b[8 + threadIdx.x], w[threadIdx.x]);
}
