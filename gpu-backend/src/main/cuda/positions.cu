// Kernels of the back end "gpu" for the strategies: calls of sessions of position automata, many at
// once. Deterministic automata: flows.cu.
//
// Built by build-kernels.sh.
//
// Integers only. Warps have 32 lanes.
//
// A call that cannot go on stops, and the host launches it again from where it stopped: there was
// no room for reports. So the memory for reports is bounded, whatever a call reports.
//
// Reports: records in chunks of CHUNK words, taken from a pool by an atomic counter:
//
//   word 0    the slot that reported: one number for each warp that runs
//   word 1    number of records
//   word 2... records: symbols since the start of this launch << 2 | HERE (1) or BACK (2) or both
//
// The chunks of one slot are taken in the order of its reports.

#define WARP 32
#define ALL 0xffffffffu

#define CHUNK 16
#define ROOM 14

typedef unsigned int u32;
typedef unsigned long long u64;

// The words of what is run, shared with the host (Layout.java).
#define INPUT 0
#define TABLE 2
#define CLASSES 4
#define SYMBOLS 5
#define DONE 6
#define FIRST 9
#define COUNT 10
#define CHECKS 11
#define WORDS 12
#define RECORD 16

// The words of one flow of a group.
#define REPORTED 2
#define MERGED_AT 3
#define MERGED_INTO 4
#define KNOWN 6
#define VECTOR 7
#define FLOW 8

#define NEVER 0xffffffffu

#define CONVERGENCE 1u
#define DEACTIVATION 2u
#define STOP_AT_ONE 4u

static __device__ u64 address(const u32 *words) {
  return (u64)words[1] << 32 | words[0];
}

struct Pool {
  u32 *chunks;
  u32 *taken;
  u32 limit;
};

// A fresh chunk, or null if there is none left.
static __device__ u32 *take(Pool pool, u32 slot) {
  u32 number = atomicAdd(pool.taken, 1);
  if (number >= pool.limit) {
    return 0;
  }
  u32 *chunk = pool.chunks + (u64)number * CHUNK;
  chunk[0] = slot;
  chunk[1] = 0;
  return chunk;
}

static __device__ void record(u32 *chunk, u32 used, u32 symbols, u32 flags) {
  chunk[2 + used] = symbols << 2 | flags;
  chunk[1] = used + 1;
}

// The parts of a position automaton's table: 256 bytes, the class of each byte; rows of bits for
// each class, the states that it matches; the same, those that it starts; a row of the states that
// report HERE, one of those that report BACK; a row for each state, its successors.
struct Rows {
  u32 words;
  const unsigned char *classOf;
  const u32 *match;
  const u32 *start;
  const u32 *here;
  const u32 *back;
  const u32 *successors;
};

static __device__ Rows rows(u64 base, u32 words, u32 classes) {
  Rows r;
  r.words = words;
  r.classOf = (const unsigned char *)base;
  r.match = (const u32 *)(base + 256);
  r.start = r.match + classes * words;
  r.here = r.start + classes * words;
  r.back = r.here + words;
  r.successors = r.back + words;
  return r;
}

// What a step of one warp found.
struct Step {
  u32 flags;
  u32 hash;
};

// The successors of all states in a vector: word w of them. The whole warp takes part: it loads 32
// words of states at once and passes over those without any.
static __device__ u32 successors(const Rows &r, const u32 *from, u32 w, u32 lane) {
  u32 sum = 0;
  for (u32 b = 0; b < r.words; b += WARP) {
    u32 own = b + lane < r.words ? from[b + lane] : 0;
    for (u32 left = __ballot_sync(ALL, own != 0); left != 0; left &= left - 1) {
      u32 word = __ffs(left) - 1;
      for (u32 bits = __shfl_sync(ALL, own, word); bits != 0; bits &= bits - 1) {
        u32 state = (b + word) * 32 + __ffs(bits) - 1;
        if (w < r.words) {
          sum |= r.successors[(u64)state * r.words + w];
        }
      }
    }
  }
  return sum;
}

// Steps the states in one vector into another. The whole warp takes part, each lane with every
// 32nd word. The hash is needed only if there are flows to compare with.
static __device__ Step step(const Rows &r, const u32 *from, u32 *to, u32 symbolClass, u32 lane,
                            bool hashed) {
  u32 here = 0;
  u32 back = 0;
  u32 hash = 0;
  for (u32 b = 0; b < r.words; b += WARP) {
    u32 w = b + lane;
    u32 sum = successors(r, from, w, lane);
    if (w < r.words) {
      u32 row = symbolClass * r.words + w;
      sum = (sum & r.match[row]) | r.start[row];
      to[w] = sum;
      here |= sum & r.here[w];
      back |= sum & r.back[w];
      hash = (hash ^ sum) * 0x9e3779b1u + w;
    }
  }
  for (u32 distance = WARP / 2; hashed && distance > 0; distance /= 2) {
    hash += __shfl_xor_sync(ALL, hash, distance);
  }
  Step found;
  found.flags = (__ballot_sync(ALL, here != 0) != 0 ? 1u : 0u)
      | (__ballot_sync(ALL, back != 0) != 0 ? 2u : 0u);
  found.hash = hash;
  return found;
}

// Whether two vectors are equal; the whole warp takes part.
static __device__ bool same(const u32 *a, const u32 *b, u32 words, u32 lane) {
  for (u32 w = 0; w < words; w += WARP) {
    bool differs = w + lane < words && a[w + lane] != b[w + lane];
    if (__ballot_sync(ALL, differs) != 0) {
      return false;
    }
  }
  return true;
}

// Runs up to 32 flows of a position automaton per block, a flow per warp. A flow has room for two
// vectors, from VECTOR on; at the end its states are in the first.
//
// A block stops at the end; where one flow is left, if STOP_AT_ONE asks for that; before a symbol
// whose reports found no room.
extern "C" __global__ void bits(u32 *groups, u32 *flows, u32 *vectors, u32 *chunks, u32 *taken,
                                u32 limit, u32 firstSlot) {
  __shared__ u32 hashes[WARP];
  __shared__ u32 apart;
  __shared__ u32 noRoom;
  u32 warp = threadIdx.x / WARP;
  u32 lane = threadIdx.x % WARP;
  Pool pool = {chunks, taken, limit};
  u32 *group = groups + (u64)blockIdx.x * RECORD;
  const unsigned char *input = (const unsigned char *)address(group + INPUT);
  Rows r = rows(address(group + TABLE), group[WORDS], group[CLASSES]);
  u32 symbols = group[SYMBOLS];
  u32 checks = group[CHECKS];
  u32 count = group[COUNT];
  bool mine = warp < count;
  u32 slot = group[FIRST] + (mine ? warp : 0);
  u32 *flow = flows + (u64)slot * FLOW;
  u32 *vector = vectors + flow[VECTOR];
  u32 *active = vector;
  u32 *next = vector + r.words;
  bool known = flow[KNOWN] != 0;
  u32 reported = 0;
  u32 mergedAt = NEVER;
  u32 mergedInto = NEVER;
  u32 lower = (1u << warp) - 1;
  // Equal to the group's first flow: deactivated. Equal to another: converged.
  lower &= (checks & CONVERGENCE ? ~1u : 0u) | (checks & DEACTIVATION ? 1u : 0u);
  if (threadIdx.x == 0) {
    apart = count == WARP ? ALL : (1u << count) - 1;
    noRoom = 0;
  }
  __syncthreads();
  u32 live = apart;
  u32 *chunk = 0;
  u32 used = ROOM;
  u32 p = 0;
  while (p < symbols) {
    if ((checks & STOP_AT_ONE) && (live & (live - 1)) == 0) {
      break;
    }
    bool runs = mine && (live >> warp & 1);
    Step found = {0, 0};
    if (runs) {
      found = step(r, active, next, r.classOf[input[p]], lane, count > 1);
      if (lane == 0) {
        hashes[warp] = found.hash;
        if (known && found.flags != 0 && used == ROOM) {
          chunk = take(pool, firstSlot + slot);
          used = 0;
          if (chunk == 0) {
            noRoom = 1;
          }
        }
      }
    }
    __syncthreads();
    if (noRoom) {
      break;
    }
    p++;
    if (runs) {
      u32 *before = active;
      active = next;
      next = before;
      if (found.flags != 0) {
        if (!known) {
          reported = p;
        } else if (lane == 0) {
          record(chunk, used++, p, found.flags);
        }
      }
      bool alike = (live & lower) >> lane & 1 && hashes[lane] == found.hash;
      u32 twins = __ballot_sync(ALL, alike);
      while (twins != 0) {
        u32 twin = __ffs(twins) - 1;
        twins &= twins - 1;
        // All that run have swapped their vectors equally often.
        const u32 *other = vectors + flows[(u64)(group[FIRST] + twin) * FLOW + VECTOR]
            + (p & 1 ? r.words : 0);
        if (same(active, other, r.words, lane)) {
          mergedAt = p;
          mergedInto = twin;
          twins = 0;
        }
      }
      if (mergedAt == p && lane == 0) {
        atomicAnd(&apart, ~(1u << warp));
      }
    }
    __syncthreads();
    live = apart;
  }
  if (mine) {
    if (active != vector) {
      for (u32 w = lane; w < r.words; w += WARP) {
        vector[w] = active[w];
      }
    }
    if (lane == 0) {
      flow[REPORTED] = reported;
      flow[MERGED_AT] = mergedAt;
      flow[MERGED_INTO] = mergedInto;
    }
  }
  if (threadIdx.x == 0) {
    group[DONE] = p;
  }
}
