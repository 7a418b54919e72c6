// Kernels of the back end "gpu" for the strategies: calls of sessions, many at once.
//
// Built by build-kernels.sh.
//
// Integers only. Warps have 32 lanes.
//
// A call that cannot go on stops, and the host launches it again from where it stopped: there was
// no room for reports, or a transition of a set of states is not known yet. So the memory for
// reports is bounded, whatever a call reports.
//
// Reports: records in chunks of CHUNK words, taken from a pool by an atomic counter:
//
//   word 0    the slot that reported: one number for each lane or warp that runs
//   word 1    number of records
//   word 2... records: symbols since the start of this launch << 2 | HERE (1) or BACK (2) or both
//
// The chunks of one slot are taken in the order of its reports.

#define WARP 32
#define ALL 0xffffffffu

#define CHUNK 16
#define ROOM 14

#define HERE_OR_BACK 3u
#define SETTLED 16u

// A flow is a state of the automaton, or a set of states: SET | index of its row in the pool of
// sets. A row is the reports of the set (HERE, BACK), then one flow for each byte class.
#define SET 0x80000000u
#define UNKNOWN 0xffffffffu

// Of a lane that carries nothing: neither a state nor a set.
#define NOBODY 0x40000000u

typedef unsigned int u32;
typedef unsigned long long u64;

// The words of what is run, shared with the host (Layout.java).
#define INPUT 0
#define TABLE 2
#define CLASSES 4
#define SYMBOLS 5
#define DONE 6
#define STATE 7
#define TRAITS 8
#define FIRST 9
#define COUNT 10
#define CHECKS 11
#define WORDS 12
#define QUIET 13
#define RECORD 16

// The words of one flow of a group.
#define ID 0
#define CONCRETE 1
#define REPORTED 2
#define MERGED_AT 3
#define MERGED_INTO 4
#define IDLE 5
#define KNOWN 6
#define VECTOR 7
#define FLOW 8

#define NEVER 0xffffffffu

#define CONVERGENCE 1u
#define DEACTIVATION 2u
#define STOP_AT_ONE 4u

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

static __device__ u64 address(const u32 *words) {
  return (u64)words[1] << 32 | words[0];
}

// Writes words of the pool of sets: pairs of an index and a value.
extern "C" __global__ void scatter(u32 *words, const u32 *pairs, u32 count) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    words[pairs[2 * i]] = pairs[2 * i + 1];
  }
}

// Runs one state of a deterministic automaton per lane.
//
// A table is: 256 bytes, the class of each byte; two bytes for each state and class, the
// successors; from TRAITS on a byte for each state, its reports, or SETTLED alone if a run never
// leaves it and it reports nothing. States below QUIET have neither, so that the trait of most
// states need not be loaded.
extern "C" __global__ void known(u32 *lanes, u32 count, u32 *chunks, u32 *taken, u32 limit) {
  u32 slot = blockIdx.x * blockDim.x + threadIdx.x;
  if (slot >= count) {
    return;
  }
  Pool pool = {chunks, taken, limit};
  u32 *lane = lanes + (u64)slot * RECORD;
  u64 input = address(lane + INPUT);
  u64 base = address(lane + TABLE);
  const unsigned char *classOf = (const unsigned char *)base;
  const unsigned short *table = (const unsigned short *)(base + 256);
  const unsigned char *traits = (const unsigned char *)(base + lane[TRAITS]);
  u32 classes = lane[CLASSES];
  u32 symbols = lane[SYMBOLS];
  u32 quiet = lane[QUIET];
  u32 state = lane[STATE];
  u32 *chunk = 0;
  u32 used = ROOM;
  u32 p = 0;
  // Four bytes at a time; input is aligned to four bytes and padded where it starts and ends.
  u32 four = *(const u32 *)(input & ~3ull);
  u32 symbolClass = classOf[four >> ((u32)input & 3) * 8 & 0xff];
  while (p < symbols) {
    u32 next = table[state * classes + symbolClass];
    // While the successor is on its way, the class of the next byte is loaded; after the last
    // byte there is padding.
    u64 at = input + p + 1;
    u32 within = (u32)at & 3;
    if (within == 0) {
      four = *(const u32 *)at;
    }
    symbolClass = classOf[four >> within * 8 & 0xff];
    p++;
    if (next >= quiet) {
      u32 trait = traits[next];
      if (trait & HERE_OR_BACK) {
        if (used == ROOM) {
          chunk = take(pool, slot);
          if (chunk == 0) {
            p--;
            break;
          }
          used = 0;
        }
        record(chunk, used++, p, trait & HERE_OR_BACK);
      }
      p = trait == SETTLED ? symbols : p;
    }
    state = next;
  }
  lane[STATE] = state;
  lane[DONE] = p;
}

// Runs up to 32 flows of a deterministic automaton per warp, a flow per lane, all at one position.
// Flows merge, become concrete and fall idle at the symbol where they do.
//
// A warp stops at the end; where no flow is left that is not idle (then it counts as run to the
// end); where one such flow is left and is one state, if STOP_AT_ONE asks for that; before a
// symbol on which the successor of a set is not known; before a symbol whose reports found no room.
extern "C" __global__ void flows(u32 *groups, u32 count, u32 *lanes, const u32 *sets, u32 *chunks,
                                 u32 *taken, u32 limit, u32 firstSlot) {
  u32 number = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  u32 lane = threadIdx.x % WARP;
  if (number >= count) {
    return;
  }
  Pool pool = {chunks, taken, limit};
  u32 *group = groups + (u64)number * RECORD;
  const unsigned char *input = (const unsigned char *)address(group + INPUT);
  u64 base = address(group + TABLE);
  const unsigned char *classOf = (const unsigned char *)base;
  const unsigned short *table = (const unsigned short *)(base + 256);
  const unsigned char *traits = (const unsigned char *)(base + group[TRAITS]);
  u32 classes = group[CLASSES];
  u32 symbols = group[SYMBOLS];
  u32 checks = group[CHECKS];
  u32 quiet = group[QUIET];
  bool mine = lane < group[COUNT];
  u32 slot = group[FIRST] + lane;
  u32 *flow = lanes + (u64)slot * FLOW;
  u32 id = mine ? flow[ID] : NOBODY | lane;
  u32 concrete = mine ? flow[CONCRETE] : NEVER;
  u32 idleAt = mine ? flow[IDLE] : NEVER;
  u32 reported = 0;
  u32 mergedAt = NEVER;
  u32 mergedInto = NEVER;
  u32 apart = __ballot_sync(ALL, mine);
  u32 busy = __ballot_sync(ALL, mine && idleAt == NEVER);
  u32 *chunk = 0;
  u32 used = ROOM;
  u32 p = 0;
  while (p < symbols) {
    if (busy == 0) {
      p = symbols;
      break;
    }
    u32 inSets = __ballot_sync(ALL, (id & SET) != 0);
    if ((checks & STOP_AT_ONE) && (busy & (busy - 1)) == 0 && (busy & inSets) == 0) {
      break;
    }
    bool runs = busy >> lane & 1;
    u32 symbolClass = classOf[input[p]];
    u32 next = id;
    u32 trait = 0;
    if (runs) {
      next = id & SET ? sets[(id & ~SET) + 1 + symbolClass] : table[id * classes + symbolClass];
      if (next != UNKNOWN) {
        trait = next & SET ? sets[next & ~SET] : next >= quiet ? traits[next] : 0;
      }
    }
    if (__ballot_sync(ALL, runs && next == UNKNOWN) != 0) {
      break;
    }
    bool reports = runs && concrete != NEVER && (trait & HERE_OR_BACK) != 0;
    bool noRoom = false;
    if (reports && used == ROOM) {
      chunk = take(pool, firstSlot + slot);
      noRoom = chunk == 0;
      used = noRoom ? ROOM : 0;
    }
    if (__ballot_sync(ALL, noRoom) != 0) {
      break;
    }
    p++;
    id = next;
    if (reports) {
      record(chunk, used++, p, trait & HERE_OR_BACK);
    }
    if (runs && concrete == NEVER) {
      reported = trait & HERE_OR_BACK ? p : reported;
      concrete = id & SET ? NEVER : p;
    }
    if (checks & CONVERGENCE) {
      u32 first = __ffs(__match_any_sync(ALL, apart >> lane & 1 ? id : NOBODY | lane)) - 1;
      bool merges = first != lane;
      if (merges) {
        mergedAt = p;
        mergedInto = first;
      }
      u32 merged = __ballot_sync(ALL, merges);
      apart &= ~merged;
      busy &= ~merged;
    }
    if (checks & DEACTIVATION) {
      bool settles = (busy >> lane & 1) && trait == SETTLED;
      idleAt = settles ? p : idleAt;
      busy &= ~__ballot_sync(ALL, settles);
    }
  }
  if (mine) {
    flow[ID] = id;
    flow[CONCRETE] = concrete;
    flow[REPORTED] = reported;
    flow[MERGED_AT] = mergedAt;
    flow[MERGED_INTO] = mergedInto;
    flow[IDLE] = idleAt;
  }
  if (lane == 0) {
    group[DONE] = p;
  }
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
