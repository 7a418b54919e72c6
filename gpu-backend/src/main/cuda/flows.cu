// Kernels of the back end "gpu" for the strategies: calls of sessions, many at once.
//
// Built by build-kernels.sh.
//
// Integers only. Warps have 32 lanes.
//
// "flows" runs a call of a deterministic automaton in a warp. A call that cannot go on stops, and
// the host goes on from there. Position automata: positions.cu.

#define WARP 32
#define ALL 0xffffffffu

#define HERE_OR_BACK 3u
#define SETTLED 16u

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

// What is run, in words shared with the host (Layout.java).
#define INPUT 0
#define TABLE 2
#define CLASSES 4
#define SYMBOLS 5
#define FIRST 9
#define COUNT 10
#define CHECKS 11
#define STATES 6
#define TRAITS 7
#define QUIET 8
#define EVERY 12
#define MEMBERS 13
#define NOTES 14
#define NOTE_COUNT 15
#define NOTE_BASE 16
#define SCRATCH 17
#define ROWS 18
#define CALL 20

// What became of it.
#define RESULT_DONE 0
#define HEAD 1
#define THREADS 2
#define HEAP 3
#define RESULT 4

// The words of one flow.
#define ID 0
#define CONCRETE 1
#define REPORTED 2
#define MERGED_AT 3
#define MERGED_INTO 4
#define IDLE 5
#define REPORTS 6
#define NOW 7
#define FLOW 8

// The words of one thread.
#define START 0
#define END 1
#define THREAD_MERGED_AT 2
#define THREAD_MERGED_INTO 3
#define THREAD_IDLE 4
#define THREAD_REPORTS 5
#define THREAD 6

#define NEVER 0xffffffffu

// Beside the row in ID: the flow was idle before.
#define ALREADY_IDLE 0x80000000u

#define CONVERGENCE 1u
#define DEACTIVATION 2u

static __device__ u64 address(const u32 *words) {
  return (u64)words[1] << 32 | words[0];
}

static __device__ u32 sum(u32 value) {
  for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(ALL, value, distance);
  }
  return value;
}

static __device__ u32 least(u32 value) {
  for (u32 distance = WARP / 2; distance > 0; distance /= 2) {
    value = min(value, __shfl_xor_sync(ALL, value, distance));
  }
  return value;
}

// The sum over the lanes before this one.
static __device__ u32 before(u32 value, u32 lane) {
  u32 all = value;
  for (u32 distance = 1; distance < WARP; distance *= 2) {
    u32 other = __shfl_up_sync(ALL, all, distance);
    all += lane >= distance ? other : 0;
  }
  return all - value;
}

// A call is some flows over a stretch of input. It is run in three steps.
//
// Head: a lane for each flow. A flow is a row of the automaton's table: a state, or a set of
// states. Flows merge, become concrete and fall idle at the symbol where they do. The head ends when
// one flow is left that is one state, or the flows that are left have no more than THREADS_MOST
// states in all; then each of those states is a thread.
//
// Tail: what is left of the input is cut in 32 pieces, a lane each. Which states a thread may be in
// where a piece begins, the row of all states says after LOOK_BACK symbols before it: one state, or
// few. A lane runs each of them, its slots; so nothing is guessed. Then it is followed through which
// slots each thread comes. Lanes in which slots met, reported or settled are run again, now with
// one slot for each thread, to know of which thread that was.
//
// Records: all that had reports is run once more, now writing them.
//
// A table is: 256 bytes, the class of each byte; two bytes for each row and class, the successors,
// UNKNOWN in rows of sets whose successor has no row; from TRAITS on a byte for each row, its
// reports, or SETTLED alone if a run never leaves it and it reports nothing; from MEMBERS on the
// states of each set, THREADS_MOST numbers, UNKNOWN behind the last, or first if there are more.
// Rows below QUIET are states that neither report nor are settled, so that the traits of most need
// not be loaded; rows from STATES on are sets.
//
// On the heap a call has one piece: the threads; states at notes, of each flow where the head was
// there, of each thread later; the reports of each flow in the head, then of each thread. A report
// is: symbols since the start of the call << 2 | HERE (1) or BACK (2) or both.

#define UNKNOWN 0xffffu
#define THREADS_MOST 8
#define LOOK_BACK 128
#define LEAST_PIECE 128
#define LEAST_TAIL 256
#define FIRST_LOOK 32

// Of a lane that carries nothing: no row.
#define NOBODY 0x40000000u

struct Table {
  const u8 *classOf;
  const u16 *next;
  const u8 *traits;
  const u16 *members;
  u32 classes;
  u32 states;
  u32 quiet;
};

// What a call notes at some positions, and where it writes.
struct Notes {
  const u32 *at;
  u32 count;
  u32 base;
};

static __device__ u32 noteAt(const Notes &n, u32 index) {
  return index < n.count ? n.at[index] - n.base : NEVER;
}

// The first note after a position.
static __device__ u32 noteAfter(const Notes &n, u32 position) {
  u32 low = 0;
  u32 high = n.count;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (noteAt(n, middle) > position) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

static __device__ u32 follow(const Table &t, u32 row, u32 symbolClass) {
  return __ldg(t.next + row * t.classes + symbolClass);
}

// More flows than lanes: runs them until few enough are left. Rows are in memory, the flows that
// are left in a list. A flow that comes to a row enters itself for it; the lowest stays. Entries of
// a later symbol are lower than those of earlier ones, so they need not be cleared.
struct Many {
  u32 p;
  u32 left;
  bool stopped;
};

#define EPOCHS 0x8000u

static __device__ Many many(const Table &t, const u8 *input, u32 symbols, u32 checks, u32 *flows,
                            u32 count, u32 *list, u32 *owners, u32 rows, u32 *heap) {
  u32 lane = threadIdx.x % WARP;
  Many m = {0, count, false};
  for (u32 i = lane; i < count; i += WARP) {
    u32 *flow = flows + (u64)i * FLOW;
    u32 row = flow[ID] & ~ALREADY_IDLE;
    flow[NOW] = row;
    flow[CONCRETE] = row < t.states ? 0 : NEVER;
    flow[REPORTED] = 0;
    flow[MERGED_AT] = NEVER;
    flow[MERGED_INTO] = NEVER;
    flow[IDLE] = flow[ID] & ALREADY_IDLE ? 0 : NEVER;
    list[i] = i;
  }
  while (m.p < symbols && m.left > WARP) {
    if (m.p % EPOCHS == 0) {
      for (u32 i = lane; i < rows; i += WARP) {
        owners[i] = NEVER;
      }
      __syncwarp();
    }
    u32 symbolClass = t.classOf[input[m.p]];
    bool unknown = false;
    for (u32 i = lane; i < m.left; i += WARP) {
      u32 row = flows[(u64)list[i] * FLOW + NOW];
      unknown |= row >= t.states && follow(t, row, symbolClass) == UNKNOWN;
    }
    if (__any_sync(ALL, unknown)) {
      m.stopped = true;
      return m;
    }
    m.p++;
    u32 epoch = (EPOCHS - 1 - (m.p - 1) % EPOCHS) << 16;
    for (u32 i = lane; i < m.left; i += WARP) {
      u32 f = list[i];
      u32 *flow = flows + (u64)f * FLOW;
      u32 row = follow(t, flow[NOW], symbolClass);
      u32 trait = row >= t.quiet ? t.traits[row] : 0;
      flow[NOW] = row;
      if (flow[IDLE] == NEVER) {
        if (trait & HERE_OR_BACK) {
          if (flow[CONCRETE] == NEVER) {
            flow[REPORTED] = m.p;
          } else if (heap != 0) {
            heap[flow[REPORTS]++] = m.p << 2 | (trait & HERE_OR_BACK);
          } else {
            flow[REPORTS]++;
          }
        }
        if (flow[CONCRETE] == NEVER && row < t.states) {
          flow[CONCRETE] = m.p;
        }
      }
      if (checks & CONVERGENCE) {
        atomicMin(owners + row, epoch | f);
      }
    }
    __syncwarp();
    u32 kept = 0;
    u32 busy = 0;
    for (u32 b = 0; b < m.left; b += WARP) {
      u32 i = b + lane;
      bool here = i < m.left;
      u32 f = here ? list[i] : 0;
      u32 *flow = flows + (u64)f * FLOW;
      u32 row = flow[NOW];
      u32 owner = here && (checks & CONVERGENCE) ? owners[row] & 0xffff : f;
      if (here && owner != f) {
        flow[MERGED_AT] = m.p;
        flow[MERGED_INTO] = owner;
      }
      bool idle = here && flow[IDLE] != NEVER;
      if (here && !idle && owner == f && (checks & DEACTIVATION) && row >= t.quiet
          && t.traits[row] == SETTLED) {
        flow[IDLE] = m.p;
        idle = true;
      }
      bool stays = here && owner == f && (!idle || (checks & CONVERGENCE));
      u32 staying = __ballot_sync(ALL, stays);
      busy += __popc(__ballot_sync(ALL, stays && !idle));
      if (stays) {
        list[kept + __popc(staying & ((1u << lane) - 1))] = f;
      }
      kept += __popc(staying);
      __syncwarp();
    }
    m.left = kept;
    if (busy == 0) {
      m.p = symbols;
    }
  }
  return m;
}

// Up to 32 flows, one a lane.
struct Flow {
  u32 row;
  u32 concrete;
  u32 reported;
  u32 mergedAt;
  u32 mergedInto;
  u32 idle;
  u32 reports;
};

// The states of the flows that are busy, each once, alike in all lanes.
struct Threads {
  u32 state[THREADS_MOST];
  u32 count;
};

static __device__ bool add(Threads &threads, u32 state) {
  bool known = false;
#pragma unroll
  for (u32 i = 0; i < THREADS_MOST; i++) {
    known |= i < threads.count && threads.state[i] == state;
  }
  if (known) {
    return true;
  }
#pragma unroll
  for (u32 i = 0; i < THREADS_MOST; i++) {
    threads.state[i] = i == threads.count ? state : threads.state[i];
  }
  threads.count++;
  return threads.count <= THREADS_MOST;
}

// Whether there are few enough.
static __device__ bool gather(const Table &t, u32 row, u32 busy, Threads &threads) {
  threads.count = 0;
  for (u32 left = busy; left != 0; left &= left - 1) {
    u32 next = __shfl_sync(ALL, row, __ffs(left) - 1);
    if (next < t.states) {
      if (!add(threads, next)) {
        return false;
      }
      continue;
    }
    const u16 *members = t.members + (u64)(next - t.states) * THREADS_MOST;
    if (members[0] == UNKNOWN) {
      return false;
    }
    for (u32 i = 0; i < THREADS_MOST && members[i] != UNKNOWN; i++) {
      if (!add(threads, members[i])) {
        return false;
      }
    }
  }
  return true;
}

struct Headed {
  u32 p;
  bool tail;
  bool stopped;
};

// Runs the flows of lanes from a position on, to the end, or until the tail can begin. Notes are
// written if there is somewhere to write them, reports too.
static __device__ Headed head(const Table &t, const u8 *input, u32 from, u32 symbols, u32 checks,
                              u32 slot, u32 count, Flow &f, Threads &threads, const Notes &notes,
                              u32 *noteHeap, u32 *heap) {
  u32 lane = threadIdx.x % WARP;
  Headed h = {from, false, false};
  bool mine = lane < count;
  u32 apart = __ballot_sync(ALL, mine);
  u32 busy = __ballot_sync(ALL, mine && f.idle == NEVER);
  u32 look = from;
  u32 note = noteAfter(notes, from);
  threads.count = 0;
  while (h.p < symbols) {
    if (busy == 0) {
      h.p = symbols;
      break;
    }
    bool one = (busy & (busy - 1)) == 0;
    bool mayTail = one || (checks & CONVERGENCE);
    bool single = one && __shfl_sync(ALL, f.row, __ffs(busy) - 1) < t.states;
    if (mayTail && (single || (h.p >= look && h.p + LEAST_TAIL < symbols))) {
      // Flows that meet do so soon; at first it does not pay to carry on with those that will.
      bool first = h.p == from && !single;
      if (!first && gather(t, f.row, busy, threads)) {
        h.tail = true;
        break;
      }
      look = h.p + max(FIRST_LOOK, h.p - from);
    }
    u32 symbolClass = t.classOf[input[h.p]];
    bool runs = busy >> lane & 1;
    u32 next = runs ? follow(t, f.row, symbolClass) : f.row;
    if (__any_sync(ALL, runs && f.row >= t.states && next == UNKNOWN)) {
      h.stopped = true;
      break;
    }
    u32 p = ++h.p;
    f.row = next;
    u32 trait = runs && next >= t.quiet ? t.traits[next] : 0;
    if (trait & HERE_OR_BACK) {
      if (f.concrete == NEVER) {
        f.reported = p;
      } else {
        if (heap != 0) {
          heap[f.reports] = p << 2 | (trait & HERE_OR_BACK);
        }
        f.reports++;
      }
    }
    f.concrete = runs && f.concrete == NEVER && next < t.states ? p : f.concrete;
    if (checks & CONVERGENCE) {
      u32 lowest = __ffs(__match_any_sync(ALL, apart >> lane & 1 ? f.row : NOBODY | lane)) - 1;
      bool merges = lowest != lane;
      u32 into = __shfl_sync(ALL, slot, lowest);
      if (merges) {
        f.mergedAt = p;
        f.mergedInto = into;
      }
      u32 merged = __ballot_sync(ALL, merges);
      apart &= ~merged;
      busy &= ~merged;
    }
    if (checks & DEACTIVATION) {
      bool settles = (busy >> lane & 1) && trait == SETTLED;
      f.idle = settles ? p : f.idle;
      busy &= ~__ballot_sync(ALL, settles);
    }
    if (noteAt(notes, note) == p) {
      if (noteHeap != 0 && mine) {
        noteHeap[note * count + lane] = f.row;
      }
      note++;
    }
  }
  // If nobody is busy any more, nothing changes up to the end.
  for (; noteAt(notes, note) <= h.p; note++) {
    if (noteHeap != 0 && mine) {
      noteHeap[note * count + lane] = f.row;
    }
  }
  return h;
}

// What a lane carries through its piece. Of slots that are equal the lowest is run on; a slot that
// was equal from the start has merged at 0.
template <int M> struct Slots {
  u32 state[M];
  u32 mergedAt[M];
  u32 into[M];
  u32 settled[M];
  u32 reports[M];
};

template <int M> static __device__ void meet(Slots<M> &s, u32 p) {
#pragma unroll
  for (int a = 1; a < M; a++) {
#pragma unroll
    for (int b = a - 1; b >= 0; b--) {
      bool meets = s.state[a] == s.state[b] && s.mergedAt[b] == NEVER;
      if (meets && (s.mergedAt[a] == NEVER || s.mergedAt[a] == p)) {
        s.mergedAt[a] = p;
        s.into[a] = b;
      }
    }
  }
}

template <int M> static __device__ void begin(Slots<M> &s) {
#pragma unroll
  for (int m = 0; m < M; m++) {
    s.mergedAt[m] = NEVER;
    s.into[m] = 0;
    s.settled[m] = NEVER;
    s.reports[m] = 0;
  }
  meet<M>(s, 0);
}

template <int M, bool RECORDS>
static __device__ __forceinline__ void step(const Table &t, Slots<M> &s, u32 symbol, u32 p,
                                            u32 *heap) {
  u32 symbolClass = __ldg(t.classOf + symbol);
  u32 highest = 0;
  bool met = false;
#pragma unroll
  for (int m = 0; m < M; m++) {
    s.state[m] = follow(t, s.state[m], symbolClass);
    highest = max(highest, s.state[m]);
#pragma unroll
    for (int b = 0; b < m; b++) {
      met |= s.state[m] == s.state[b] && s.mergedAt[m] == NEVER;
    }
  }
  if (M > 1 && met) {
    meet<M>(s, p);
  }
  if (highest >= t.quiet) {
#pragma unroll
    for (int m = 0; m < M; m++) {
      // Where slots meet, both report: an end may lie a symbol before.
      if (s.state[m] >= t.quiet && s.mergedAt[m] >= p) {
        u32 trait = __ldg(t.traits + s.state[m]);
        if (trait & HERE_OR_BACK) {
          if (RECORDS) {
            heap[s.reports[m]] = p << 2 | (trait & HERE_OR_BACK);
          }
          s.reports[m]++;
        }
        s.settled[m] = trait == SETTLED && s.settled[m] == NEVER ? p : s.settled[m];
      }
    }
  }
}

static __device__ u32 byteOf(const uint4 &block, u32 index) {
  u32 word = index < 8 ? (index < 4 ? block.x : block.y) : (index < 12 ? block.z : block.w);
  return word >> (index & 3) * 8 & 0xff;
}

template <int M> static __device__ bool isOver(const Slots<M> &s) {
  bool over = true;
#pragma unroll
  for (int m = 0; m < M; m++) {
    over &= s.mergedAt[m] != NEVER || s.settled[m] != NEVER;
  }
  return over;
}

// Runs slots from one position to another, sixteen symbols at a time.
template <int M, bool RECORDS>
static __device__ void run(const Table &t, u64 input, u32 from, u32 to, Slots<M> &s, u32 *heap,
                           const Notes &notes, u32 *noteHeap, u32 threads) {
  u32 p = from;
  u32 note = RECORDS ? noteAfter(notes, from) : 0;
  const uint4 *next = (const uint4 *)((input + p) & ~15ull);
  uint4 ahead = __ldg(next);
  while (p < to) {
    uint4 block = ahead;
    ahead = __ldg(++next);
    u32 first = (u32)(input + p) & 15;
    u32 end = min(16, first + to - p);
    if (M <= 2 && !RECORDS && first == 0 && end == 16) {
#pragma unroll
      for (u32 w = 0; w < 4; w++) {
        u32 word = w == 0 ? block.x : w == 1 ? block.y : w == 2 ? block.z : block.w;
#pragma unroll
        for (u32 b = 0; b < 4; b++) {
          step<M, RECORDS>(t, s, word >> 8 * b & 0xff, ++p, heap);
        }
      }
    } else {
#pragma unroll 1
      for (u32 i = first; i < end; i++) {
        step<M, RECORDS>(t, s, byteOf(block, i), ++p, heap);
        if (RECORDS && noteAt(notes, note) == p) {
#pragma unroll
          for (int m = 0; m < M; m++) {
            if (m < threads) {
              noteHeap[note * threads + m] = s.state[m];
            }
          }
          note++;
        }
      }
    }
    if (!RECORDS && isOver<M>(s)) {
      break;
    }
  }
}

// What the threads became.
struct Ended {
  u32 state[THREADS_MOST];
  u32 mergedAt[THREADS_MOST];
  u32 mergedInto[THREADS_MOST];
  u32 idle[THREADS_MOST];
  u32 reports[THREADS_MOST];
};

// What a lane runs again for its records.
struct Piece {
  u32 from;
  u32 to;
  bool runs;
};

// Follows the threads through the slots of all lanes.
template <int M>
static __device__ void chain(const u32 *starts, const Slots<M> &s, u32 pieces, Threads &threads,
                             u32 *mine) {
  u32 lane = threadIdx.x % WARP;
  for (u32 left = pieces; left != 0; left &= left - 1) {
    u32 i = __ffs(left) - 1;
#pragma unroll
    for (int m = 0; m < M; m++) {
      u32 state = threads.state[m];
      mine[m] = lane == i ? state : mine[m];
      u32 end = 0;
#pragma unroll
      for (int k = 0; k < M; k++) {
        end = starts[k] == state ? s.state[k] : end;
      }
      threads.state[m] = __shfl_sync(ALL, end, i);
    }
  }
}

// Where each thread was let go of, and how much it reported.
template <int M>
static __device__ void collect(const Slots<M> &s, bool events, u32 checks, u32 count,
                               Ended &ended) {
#pragma unroll
  for (int m = 0; m < M; m++) {
    if (m >= count) {
      continue;
    }
    u32 met = events && s.mergedAt[m] != 0 ? s.mergedAt[m] : NEVER;
    u32 mergedAt = least(met);
    u32 holder = __ffs(__ballot_sync(ALL, met == mergedAt)) - 1;
    u32 into = __shfl_sync(ALL, s.into[m], holder);
    u32 settled = least(events && s.mergedAt[m] != 0 ? s.settled[m] : NEVER);
    ended.mergedAt[m] = mergedAt;
    ended.mergedInto[m] = mergedAt == NEVER ? NEVER : into;
    ended.idle[m] = (checks & DEACTIVATION) && settled < mergedAt ? settled : NEVER;
    ended.reports[m] = sum(events ? s.reports[m] : 0);
  }
}

// The whole tail, but for its records: takes the slots where the lane's piece begins, and leaves the
// states of the threads there, and how much each reported in it.
template <int M>
static __device__ void tail(const Table &t, u64 input, const Piece &piece, u32 checks,
                            Threads threads, u32 *starts, u32 *reports, Ended &ended) {
  u32 count = threads.count;
  u32 pieces = __ballot_sync(ALL, piece.runs);
  u32 mine[M];
  Slots<M> s;
#pragma unroll
  for (int m = 0; m < M; m++) {
    s.state[m] = starts[m];
    threads.state[m] = m < count ? threads.state[m] : threads.state[0];
    mine[m] = starts[m];
  }
  Notes none = {0, 0, 0};
  bool runs = piece.runs;
  bool events = false;
  // The second time with one slot for each thread.
#pragma unroll 1
  for (int again = 0; again < (M == 1 ? 1 : 2); again++) {
    begin<M>(s);
    if (runs) {
      run<M, false>(t, input, piece.from, piece.to, s, 0, none, 0, 0);
    }
    if (again == 0) {
#pragma unroll
      for (int m = 0; m < M; m++) {
        bool met = s.mergedAt[m] != 0 && s.mergedAt[m] != NEVER;
        events |= runs && (met || s.settled[m] != NEVER || s.reports[m] > 0);
      }
      runs = events;
      if (M == 1) {
        threads.state[0] = __shfl_sync(ALL, s.state[0], 31 - __clz(pieces));
      } else {
        chain<M>(starts, s, pieces, threads, mine);
#pragma unroll
        for (int m = 0; m < M; m++) {
          s.state[m] = mine[m];
        }
      }
    }
  }
  collect<M>(s, events, checks, count, ended);
#pragma unroll
  for (int m = 0; m < M; m++) {
    ended.state[m] = threads.state[m];
    starts[m] = mine[m];
    reports[m] = events ? s.reports[m] : 0;
  }
}

// Writes down the reports of a lane's piece, and the states at its notes.
template <int M>
static __device__ void records(const Table &t, u64 input, const Piece &piece, const u32 *starts,
                               const u32 *places, u32 *heap, const Notes &notes, u32 *noteHeap,
                               u32 threads) {
  Slots<M> s;
#pragma unroll
  for (int m = 0; m < M; m++) {
    s.state[m] = starts[m];
  }
  begin<M>(s);
#pragma unroll
  for (int m = 0; m < M; m++) {
    s.reports[m] = places[m];
  }
  run<M, true>(t, input, piece.from, piece.to, s, heap, notes, noteHeap, threads);
}

// The piece of a lane, and the states in which it may begin; the number of those.
static __device__ u32 cut(const Table &t, u64 input, u32 from, u32 to, u32 every,
                          const Threads &threads, Piece &piece, u32 *starts) {
  u32 lane = threadIdx.x % WARP;
  u32 pieces = min(WARP, (to - from + LEAST_PIECE - 1) / LEAST_PIECE);
  u32 length = (to - from + pieces - 1) / pieces;
  u32 begins = from + lane * length;
  // Sixteen symbols are loaded at once.
  begins -= lane > 0 ? (u32)(input + begins) & 15 : 0;
  u32 row = every;
  if (lane > 0 && lane < pieces && every != NEVER) {
    const u8 *text = (const u8 *)input;
    for (u32 p = begins > LOOK_BACK ? begins - LOOK_BACK : 0; p < begins; p++) {
      row = follow(t, row, __ldg(t.classOf + __ldg(text + p)));
      if (row == UNKNOWN) {
        break;
      }
    }
  }
  const u16 *members = t.members + (u64)(row - t.states) * THREADS_MOST;
  bool isSet = row >= t.states;
  bool isKnown = lane < pieces && every != NEVER && row != UNKNOWN;
  bool foreseen = lane == 0 || (isKnown && (!isSet || members[0] != UNKNOWN));
  u32 all = __ballot_sync(ALL, foreseen);
  // A piece that begins in nobody knows what is run by the lane before.
  u32 later = lane == 31 ? 0 : all & (ALL << (lane + 1));
  piece.from = begins;
  u32 next = __shfl_sync(ALL, begins, later == 0 ? 0 : __ffs(later) - 1);
  piece.to = later == 0 ? to : next;
  piece.runs = foreseen;
  u32 slots = 1;
#pragma unroll
  for (u32 i = 0; i < THREADS_MOST; i++) {
    bool there = lane == 0 ? i < threads.count : foreseen && isSet && members[i] != UNKNOWN;
    starts[i] = lane == 0 ? threads.state[i] : there ? members[i] : i == 0 ? row : starts[0];
    starts[i] = there || i == 0 ? starts[i] : starts[0];
    slots = there ? i + 1 : slots;
  }
  return slots;
}

// Runs all of a call up to the tail.
static __device__ Headed lead(const Table &t, const u8 *input, const u32 *call, u32 *flows,
                              u32 *scratch, Threads &threads, const Notes &notes, u32 *noteHeap,
                              u32 *heap) {
  u32 lane = threadIdx.x % WARP;
  u32 count = call[COUNT];
  u32 symbols = call[SYMBOLS];
  u32 checks = call[CHECKS];
  u32 *list = scratch + call[SCRATCH];
  Many m = {0, count, false};
  if (count > WARP) {
    m = many(t, input, symbols, checks, flows, count, list, list + count, call[ROWS], heap);
    __syncwarp();
    if (m.stopped || m.p == symbols) {
      threads.count = 0;
      return {m.p, false, m.stopped};
    }
  }
  bool mine = lane < m.left;
  u32 slot = !mine ? 0 : count > WARP ? list[lane] : lane;
  u32 *flow = flows + (u64)slot * FLOW;
  Flow f = {NOBODY | lane, NEVER, 0, NEVER, NEVER, NEVER, 0};
  if (mine && count > WARP) {
    f.row = flow[NOW];
    f.concrete = flow[CONCRETE];
    f.reported = flow[REPORTED];
    f.idle = flow[IDLE];
    f.reports = flow[REPORTS];
  } else if (mine) {
    f.row = flow[ID] & ~ALREADY_IDLE;
    f.concrete = f.row < t.states ? 0 : NEVER;
    f.idle = flow[ID] & ALREADY_IDLE ? 0 : NEVER;
    f.reports = flow[REPORTS];
  }
  Headed h = head(t, input, m.p, symbols, checks, slot, m.left, f, threads, notes, noteHeap,
                  heap);
  if (mine) {
    flow[NOW] = f.row;
    flow[CONCRETE] = f.concrete;
    flow[REPORTED] = f.reported;
    flow[MERGED_AT] = f.mergedAt;
    flow[MERGED_INTO] = f.mergedInto;
    flow[IDLE] = f.idle;
    flow[REPORTS] = f.reports;
  }
  __syncwarp();
  return h;
}

// Makes places of numbers of reports; returns their sum.
static __device__ u32 places(u32 *flows, u32 count) {
  u32 lane = threadIdx.x % WARP;
  u32 total = 0;
  for (u32 b = 0; b < count; b += WARP) {
    u32 i = b + lane;
    u32 reports = i < count ? flows[(u64)i * FLOW + REPORTS] : 0;
    u32 place = total + before(reports, lane);
    if (i < count) {
      flows[(u64)i * FLOW + REPORTS] = place;
    }
    total += sum(reports);
  }
  __syncwarp();
  return total;
}

// Runs calls of deterministic automata, a warp each. If the heap has no room for what a call has to
// say, it says NEVER for where it is; its part of the sum in taken says what is needed.
extern "C" __global__ void __launch_bounds__(128, 8)
flows(const u32 *calls, u32 count, u32 *flowWords, u32 *results, const u32 *positions,
      u32 *scratch, u32 *heap, u64 *taken, u32 limit) {
  u32 number = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
  u32 lane = threadIdx.x % WARP;
  if (number >= count) {
    return;
  }
  const u32 *call = calls + (u64)number * CALL;
  u64 input = address(call + INPUT);
  u64 base = address(call + TABLE);
  Table t = {(const u8 *)base, (const u16 *)(base + 256), (const u8 *)(base + call[TRAITS]),
             (const u16 *)(base + call[MEMBERS]), call[CLASSES], call[STATES], call[QUIET]};
  u32 flowCount = call[COUNT];
  u32 checks = call[CHECKS];
  u32 *flows = flowWords + (u64)call[FIRST] * FLOW;
  Notes notes = {positions + call[NOTES], call[NOTE_COUNT], call[NOTE_BASE]};
  u32 place = NEVER;
  u32 notesFrom = 0;
  u32 reportsFrom = 0;
  u32 total = 0;
  u32 headNotes = 0;
  u32 tailNotes = 0;
  u32 threadCount = 0;
  u32 slots = 0;
  Piece piece = {0, 0, false};
  u32 starts[THREADS_MOST];
  u32 reports[THREADS_MOST];
  // The second time only for the records of the head.
#pragma unroll 1
  for (bool again = false;; again = true) {
    Threads threads;
    Ended ended;
    Headed h = lead(t, (const u8 *)input, call, flows, scratch, threads, notes,
                    again ? heap + place + notesFrom : 0, again ? heap + place + reportsFrom : 0);
    if (again) {
      break;
    }
    u32 done = h.p;
    if (h.tail) {
      done = call[SYMBOLS];
      threadCount = threads.count;
      slots = cut(t, input, h.p, done, call[EVERY], threads, piece, starts);
      bool several = __any_sync(ALL, piece.runs && slots > 1);
      bool some = __any_sync(ALL, piece.runs && slots > 2);
      bool most = __any_sync(ALL, piece.runs && slots > 4);
      slots = most ? THREADS_MOST : some ? 4 : several ? 2 : 1;
      if (slots == 1) {
        tail<1>(t, input, piece, checks, threads, starts, reports, ended);
      } else if (slots == 2) {
        tail<2>(t, input, piece, checks, threads, starts, reports, ended);
      } else if (slots == 4) {
        tail<4>(t, input, piece, checks, threads, starts, reports, ended);
      } else {
        tail<THREADS_MOST>(t, input, piece, checks, threads, starts, reports, ended);
      }
    }
    headNotes = noteAfter(notes, h.p);
    tailNotes = noteAfter(notes, done) - headNotes;
    u32 headReports = places(flows, flowCount);
#pragma unroll
    for (int m = 0; m < THREADS_MOST; m++) {
      if (m < threadCount) {
        u32 all = ended.reports[m];
        reports[m] = headReports + total + (all == 0 ? 0 : before(reports[m], lane));
        total += all;
      }
    }
    notesFrom = threadCount * THREAD;
    reportsFrom = notesFrom + headNotes * flowCount + tailNotes * threadCount;
    u32 size = reportsFrom + headReports + total;
    place = 0;
    if (lane == 0 && size > 0) {
      u64 at = atomicAdd(taken, (u64)size);
      place = at + size > limit ? NEVER : (u32)at;
    }
    place = __shfl_sync(ALL, place, 0);
    if (lane == 0) {
      u32 *result = results + (u64)number * RESULT;
      result[RESULT_DONE] = done;
      result[HEAD] = h.p;
      result[THREADS] = threadCount;
      result[HEAP] = place;
    }
    if (place == NEVER || size == 0) {
      return;
    }
#pragma unroll
    for (int m = 0; m < THREADS_MOST; m++) {
      if (lane == 0 && m < threadCount) {
        u32 *thread = heap + place + m * THREAD;
        thread[START] = threads.state[m];
        thread[END] = ended.state[m];
        thread[THREAD_MERGED_AT] = ended.mergedAt[m];
        thread[THREAD_MERGED_INTO] = ended.mergedInto[m];
        thread[THREAD_IDLE] = ended.idle[m];
        thread[THREAD_REPORTS] = ended.reports[m];
      }
    }
    if (headReports == 0 && headNotes == 0) {
      break;
    }
  }
  if (!piece.runs || (total == 0 && tailNotes == 0)) {
    return;
  }
  // As if those of the head had the size of these.
  u32 *noteHeap = heap + place + notesFrom + headNotes * flowCount - headNotes * threadCount;
  u32 *reportHeap = heap + place + reportsFrom;
  if (slots == 1) {
    records<1>(t, input, piece, starts, reports, reportHeap, notes, noteHeap, threadCount);
  } else if (slots == 2) {
    records<2>(t, input, piece, starts, reports, reportHeap, notes, noteHeap, threadCount);
  } else if (slots == 4) {
    records<4>(t, input, piece, starts, reports, reportHeap, notes, noteHeap, threadCount);
  } else {
    records<THREADS_MOST>(t, input, piece, starts, reports, reportHeap, notes, noteHeap,
                          threadCount);
  }
}
