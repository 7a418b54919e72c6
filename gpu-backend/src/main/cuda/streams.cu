// Position automata as bit streams: one bit for each byte of a window, one stream for each state.
//
// A window is 4096 bytes: 128 for each lane of a warp, in four words. A state's stream has a 1 where
// the state is active after that byte. A step of an automaton is then, for 4096 bytes at once,
//
//   S = (the streams of the states before it, shifted by one) and (the stream of its symbol set)
//
// and a rule is a straight program of such steps, in an order in which states come after those that
// lead to them. Where a stream has no bit, the program skips what depends on it alone, which is most
// of most rules. Bit-parallel matching of whole texts is due to Cameron et al. (Parabix, PACT'14) and,
// for GPUs, to BitGen (MICRO'25). Ours are the interpreter, windows that carry, and the segments.
//
// Windows overlap by OVERLAP bytes, so that a rule without loops whose matches are no longer needs to
// know nothing of what was before. All other rules carry a bit from window to window for each step.
// A block takes a segment of consecutive windows. What was carried into a segment is not known; it is
// taken to be what a run over one window before it gives, from what is held all along and else from
// nothing; what the segment before really ended with is taken over afterwards (`takeOver`): where it
// is more, the rules run again, following only what was carried. All of that is decided on the device.
//
// Most rules need some string that most windows do not have. Strings of four bytes of a window are hashed
// into a table of bits, strings of two as well if a rule has no longer one, and a rule that is gated runs
// only where both of its strings may be there. Where something was carried in it runs too, but nothing
// begins there then: what begins comes to nothing without the strings.
//
// The layout of programs is drawn in Operations.java. Built by build-kernels.sh.

#include <stdint.h>

#define WINDOW 4096
#define OVERLAP 128
#define ADVANCE (WINDOW - OVERLAP)
#define LANES 32
#define WORDS 128           // words of a stream
#define SCRATCH_STRIDE 132  // words from one half-byte stream to the next: spreads the banks
#define ALL 0xffffffffu
#define TABLE_BITS 16       // of the hash of a string
#define TABLE_WORDS (1 << (TABLE_BITS - 5))
#define FOLD 0x20202020u    // strings are compared without this bit of each byte
#define MULTIPLIER 0x9E3779B1u
#define NO_STARTS 0x8000u    // of a unit in the queue: nothing begins in this window
#define RESUMED 4u           // of a unit's flag: states are put into this window

// Kinds of operations, bits 0-3 of the first word.
#define KIND_STEP 0
#define KIND_CHAIN 1
#define KIND_CLEAR 2
#define KIND_OUT 3
#define KIND_REPORT 4
#define KIND_REPEAT 5
#define KIND_END 6

// Flags of steps, bits 4-10.
#define FROM_REGISTER 0x10u
#define FROM_SLOT 0x20u
#define AT_EVERY 0x40u
#define AT_FIRST 0x80u
#define SELF_LOOP 0x100u
#define CARRIES 0x200u
#define KEPT 0x400u          // of steps and chains: a flow keeps these states from batch to batch
// Of steps that are kept and of reports.
#define IN_LOOP 0x800u
// Flags of chains.
#define CHAIN_FIRST 0x10u
// Of outputs: the state that reads this was before.
#define BACKWARDS 0x10u
// Of reports.
#define REPORT_BACK 0x10u
#define REPORT_FINAL 0x20u

struct Window {
  uint32_t lane;
  uint32_t source;     // the lane whose last bit comes before this lane's first
  uint32_t carryLane;  // the lane whose last bit is carried out of the window
  uint32_t parity;     // which of two bits of a carry comes in; the other goes out
  uint4 bound;         // 1 where a piece of input starts
};

static __device__ __forceinline__ uint4 operator&(uint4 a, uint4 b) {
  return make_uint4(a.x & b.x, a.y & b.y, a.z & b.z, a.w & b.w);
}
static __device__ __forceinline__ uint4 operator|(uint4 a, uint4 b) {
  return make_uint4(a.x | b.x, a.y | b.y, a.z | b.z, a.w | b.w);
}
static __device__ __forceinline__ uint4 operator^(uint4 a, uint4 b) {
  return make_uint4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w);
}
static __device__ __forceinline__ uint4 operator~(uint4 a) { return make_uint4(~a.x, ~a.y, ~a.z, ~a.w); }
static __device__ __forceinline__ bool some(uint4 a) { return (a.x | a.y | a.z | a.w) != 0; }

// All bits one position on; `before` gives the bit that comes in at the top.
static __device__ __forceinline__ uint4 shifted(uint4 a, uint32_t before) {
  return make_uint4(__funnelshift_l(before, a.x, 1), __funnelshift_l(a.x, a.y, 1),
                    __funnelshift_l(a.y, a.z, 1), __funnelshift_l(a.z, a.w, 1));
}

// Four carries a byte, each of them two bits: one comes into a window and one goes out of it, which is
// which changes with each window (parity). Only the warp that runs a rule touches its carries.
static __device__ __forceinline__ uint32_t carriedIn(const uint8_t* carries, uint32_t i, uint32_t parity) {
  return (carries[i >> 2] >> ((i & 3) * 2 + parity)) & 1;
}

// Sets what a carry brings to the next window; what it brought is kept until the rule is done.
static __device__ __forceinline__ void carryOut(uint8_t* carries, uint32_t i, uint32_t parity, uint32_t out) {
  uint32_t bit = (i & 3) * 2 + (parity ^ 1);
  carries[i >> 2] = (uint8_t)((carries[i >> 2] & ~(1u << bit)) | out << bit);
}

// The streams of states that may be active after the next byte, without regard to that byte.
static __device__ __forceinline__ uint4 advanced(const Window& w, uint4 a) {
  uint32_t before = __shfl_sync(ALL, a.w, w.source);
  if (w.lane == 0) before = 0;
  return shifted(a, before);
}

static __device__ __forceinline__ uint4 advancedCarry(const Window& w, uint4 a, uint8_t* carries, uint32_t i,
                                                      uint32_t& outs) {
  uint32_t before = __shfl_sync(ALL, a.w, w.source);
  if (w.lane == 0) {
    uint32_t out = before >> 31;
    outs |= out;
    before = carriedIn(carries, i, w.parity) << 31;
    carryOut(carries, i, w.parity, out);
  }
  return shifted(a, before);
}

// Runs of `set` that follow a bit of `first`, with it: a state that leads to itself. An addition
// carries through a run of ones; across lanes, through an addition of lanes.
static __device__ uint4 runs(const Window& w, uint4 first, uint4 set, uint32_t in) {
  uint4 through = set & ~w.bound;
  uint4 seed = first & through;
  if (__any_sync(ALL, some(first & w.bound))) {
    seed = seed | (advanced(w, first & w.bound) & through);
  }
  uint32_t s0, s1, s2, s3, generate;
  asm("add.cc.u32 %0, %5, %9;\n\t"
      "addc.cc.u32 %1, %6, %10;\n\t"
      "addc.cc.u32 %2, %7, %11;\n\t"
      "addc.cc.u32 %3, %8, %12;\n\t"
      "addc.u32 %4, 0, 0;"
      : "=r"(s0), "=r"(s1), "=r"(s2), "=r"(s3), "=r"(generate)
      : "r"(seed.x), "r"(seed.y), "r"(seed.z), "r"(seed.w), "r"(through.x), "r"(through.y), "r"(through.z),
        "r"(through.w));
  uint32_t generates = __ballot_sync(ALL, generate != 0);
  uint32_t propagates = __ballot_sync(ALL, (s0 & s1 & s2 & s3) == ALL);
  uint32_t arrives = ((generates << 1 | in) + propagates) ^ propagates;
  uint32_t one = (arrives >> w.lane) & 1;
  asm("add.cc.u32 %0, %0, %4;\n\t"
      "addc.cc.u32 %1, %1, 0;\n\t"
      "addc.cc.u32 %2, %2, 0;\n\t"
      "addc.u32 %3, %3, 0;"
      : "+r"(s0), "+r"(s1), "+r"(s2), "+r"(s3)
      : "r"(one));
  return ((make_uint4(s0, s1, s2, s3) ^ through) & through) | first | seed;
}

static __device__ __forceinline__ uint32_t kept(uint32_t word, int valid) {
  return valid >= 32 ? word : valid <= 0 ? 0 : word & ((1u << valid) - 1);
}

static __device__ void writeWord(uint32_t word, uint32_t position, uint32_t rule, uint32_t ruleBits,
                                 uint32_t* records, uint32_t& at, uint32_t capacity) {
  for (; word; word &= word - 1) {
    if (at < capacity) {
      records[at] = (position + __ffs(word) - 1) << ruleBits | rule;
    }
    at++;
  }
}

// Writes a record for each bit: (end, rule).
static __device__ __forceinline__ void report(uint4 found, uint32_t lane, uint32_t back, uint32_t rule, uint32_t ruleBits,
                                           uint32_t* count, uint32_t* records, uint32_t capacity) {
  uint32_t mine = __popc(found.x) + __popc(found.y) + __popc(found.z) + __popc(found.w);
  uint32_t sum = mine;
  for (uint32_t d = 1; d < LANES; d <<= 1) {
    uint32_t other = __shfl_up_sync(ALL, sum, d);
    if (lane >= d) sum += other;
  }
  uint32_t start = 0;
  if (lane == LANES - 1) start = atomicAdd(count, sum);
  uint32_t at = __shfl_sync(ALL, start, LANES - 1) + sum - mine;
  uint32_t position = lane * 128 + (back ? 0 : 1);
  writeWord(found.x, position, rule, ruleBits, records, at, capacity);
  writeWord(found.y, position + 32, rule, ruleBits, records, at, capacity);
  writeWord(found.z, position + 64, rule, ruleBits, records, at, capacity);
  writeWord(found.w, position + 96, rule, ruleBits, records, at, capacity);
}

// Four bytes from any place on.
static __device__ __forceinline__ uint32_t fourBytes(const uint8_t* text, uint32_t at) {
  const uint32_t* words = (const uint32_t*)text + (at >> 2);
  return __funnelshift_r(words[0], words[1], (at & 3) * 8);
}

// 32 bytes a warp: for each half of a byte and each value of it, a word of its stream. `flips` is how the
// bits of the lane's value are compared.
static __device__ __forceinline__ void halves(const uint8_t* text, uint32_t at, uint32_t limit, uint32_t lane,
                                              uint32_t word, uint4 flips, uint32_t* scratch) {
  uint32_t byte = at + lane < limit ? text[at + lane] : 0;
  uint32_t basis[8];
#pragma unroll
  for (uint32_t b = 0; b < 8; b++) basis[b] = __ballot_sync(ALL, byte & (1u << b));
  bool upper = lane >= 16;
  uint32_t match = (upper ? basis[4] : basis[0]) ^ flips.x;
  match &= (upper ? basis[5] : basis[1]) ^ flips.y;
  match &= (upper ? basis[6] : basis[2]) ^ flips.z;
  match &= (upper ? basis[7] : basis[3]) ^ flips.w;
  scratch[lane * SCRATCH_STRIDE + word] = match;
}

// The union of the streams of some values of a half.
static __device__ uint4 unionOf(uint32_t values, const uint32_t* scratch, uint32_t lane) {
  bool inverse = __popc(values) > 8;
  uint32_t rest = inverse ? values ^ 0xffff : values;
  uint4 sum = make_uint4(0, 0, 0, 0);
  for (; rest; rest &= rest - 1) {
    sum = sum | *(const uint4*)(scratch + (__ffs(rest) - 1) * SCRATCH_STRIDE + lane * 4);
  }
  return inverse ? ~sum : sum;
}

static __device__ uint4 symbolStream(const uint32_t* set, const uint32_t* scratch, uint32_t lane) {
  uint32_t head = set[0];
  uint4 stream = make_uint4(0, 0, 0, 0);
  for (uint32_t t = 1; t <= (head & 0x7fffffffu); t++) {
    uint32_t term = set[t];
    stream = stream | (unionOf(term & 0xffff, scratch, lane) &
                       unionOf(term >> 16, scratch + 16 * SCRATCH_STRIDE, lane));
  }
  return head >> 31 ? ~stream : stream;
}

// A word of the stream of bytes at which a piece starts.
static __device__ uint32_t boundWord(const uint32_t* bounds, int firstPosition, uint32_t at) {
  uint32_t word = bounds ? bounds[at >> 5] : 0;
  uint32_t distance = (uint32_t)firstPosition - at;
  return distance < 32 ? word | 1u << distance : word;
}

// Whether no carry of a range, up to 128 a turn, brings a bit into the window.
static __device__ __forceinline__ bool quiet(const uint8_t* carries, uint32_t from, uint32_t to, uint32_t parity,
                                             uint32_t lane) {
  uint32_t bits = 0;
  for (uint32_t i = (from >> 2) + lane; i * 4 < to; i += LANES) {
    uint32_t mask = 0x55u << parity;
    if (i == from >> 2) mask &= 0xffu << (from & 3) * 2;
    if (i == to >> 2) mask &= (1u << (to & 3) * 2) - 1;
    bits |= carries[i] & mask;
  }
  return !__any_sync(ALL, bits != 0);
}

struct Scan {
  const uint4* ops;
  const uint4* streams;
  uint32_t streamCount;
  const uint32_t* sets;
  const uint32_t* scratch;
  uint4* slots;
  uint4* farSlots;  // those that do not fit into shared memory
  uint32_t slotCount;
  uint8_t* carries;
  const uint32_t* finals;  // last bytes; behind them whether there is a window before
  uint32_t* count;
  uint32_t* records;
  uint32_t capacity;
  uint32_t ruleBits;
  bool reporting;
  bool starting;
  int valid;  // bytes from the start of the lane's to the end of the text
  // Of flows only.
  const uint32_t* firsts;
  const uint32_t* lasts;
  const uint32_t* history;
  const uint2* resumed;
  const uint32_t* resumedRange;
  uint32_t* keptCount;
  uint2* kept;
  uint32_t keptCapacity;
  uint32_t ruleCount;
  uint32_t base;
};

static __device__ __forceinline__ uint4* slotAt(const Scan& scan, uint32_t slot, uint32_t lane) {
  return slot < scan.slotCount ? scan.slots + slot * LANES + lane
                               : scan.farSlots + (slot - scan.slotCount) * LANES + lane;
}

#define SINGLE 0x8000u

// The stream of a set by its name: made already, the meet of two half-byte streams, or made now.
static __device__ __forceinline__ uint4 streamOf(const Scan& scan, uint32_t name, uint32_t lane) {
  if (name < scan.streamCount) return scan.streams[name * LANES + lane];
  if (name & SINGLE) {
    const uint32_t* lower = scan.scratch + (name & 15) * SCRATCH_STRIDE + lane * 4;
    const uint32_t* upper = scan.scratch + (16 + (name >> 4 & 15)) * SCRATCH_STRIDE + lane * 4;
    return *(const uint4*)lower & *(const uint4*)upper;
  }
  return symbolStream(scan.sets + __ldg(scan.sets + name), scan.scratch, lane);
}

// Adds the bits of a state that the flows of this window come with. They are in order of the operation.
static __device__ uint4 resumed(const Window& w, const Scan& scan, uint32_t name, uint4 active) {
  uint32_t from = scan.resumedRange[0];
  uint32_t end = scan.resumedRange[1];
  uint32_t to = end;
  while (from < to) {
    uint32_t middle = (from + to) >> 1;
    if (__ldg(&scan.resumed[middle].x) < name) from = middle + 1;
    else to = middle;
  }
  for (; from < end; from++) {
    uint2 entry = __ldg(scan.resumed + from);
    if (entry.x != name) break;
    uint32_t at = entry.y & (WINDOW - 1);
    uint32_t bit = 1u << (at & 31);
    if (at >> 7 == w.lane) {
      uint32_t word = at >> 5 & 3;
      active.x |= word == 0 ? bit : 0;
      active.y |= word == 1 ? bit : 0;
      active.z |= word == 2 ? bit : 0;
      active.w |= word == 3 ? bit : 0;
    }
  }
  return active;
}

static __device__ void keepWord(const Scan& scan, uint32_t word, uint32_t position, uint32_t name) {
  for (; word; word &= word - 1) {
    uint32_t at = atomicAdd(scan.keptCount, 1);
    if (at < scan.keptCapacity) scan.kept[at] = make_uint2(name, position + __ffs(word) - 1);
  }
}

// Notes where a state is active at the end of what there is of a flow, if it is.
static __device__ __forceinline__ bool isKept(const Window& w, const Scan& scan, uint4 active) {
  return w.lane >= OVERLAP / 128 && scan.reporting && some(active & *(const uint4*)(scan.lasts + w.lane * 4));
}

static __device__ __forceinline__ void keep(const Window& w, const Scan& scan, uint32_t name, uint4 active) {
  if (!isKept(w, scan, active)) return;
  uint4 found = active & *(const uint4*)(scan.lasts + w.lane * 4);
  uint32_t position = scan.base + w.lane * 128;
  keepWord(scan, found.x, position, name);
  keepWord(scan, found.y, position + 32, name);
  keepWord(scan, found.z, position + 64, name);
  keepWord(scan, found.w, position + 96, name);
}

template <bool FLOWS>
static __device__ __forceinline__ uint4 step(const Window& w, const Scan& scan, uint4 op, uint4 acc, uint8_t* carries,
                                             uint32_t& outs, uint32_t pc, uint32_t resumes) {
  uint4 set = streamOf(scan, op.y & 0xffff, w.lane);
  uint4 before = make_uint4(0, 0, 0, 0);
  if (op.x & FROM_REGISTER) before = acc;
  if (op.x & FROM_SLOT) before = before | *slotAt(scan, op.y >> 16, w.lane);
  uint4 enabled;
  if (op.x & CARRIES) {
    enabled = advancedCarry(w, before, carries, op.z & 0xffff, outs);
  } else {
    enabled = advanced(w, before);
  }
  enabled = enabled & ~w.bound;
  if (scan.starting) {
    if (op.x & AT_EVERY) enabled = make_uint4(ALL, ALL, ALL, ALL);
    if (op.x & AT_FIRST) enabled = enabled | (FLOWS ? *(const uint4*)(scan.firsts + w.lane * 4) : w.bound);
  }
  uint4 active = enabled & set;
  if (FLOWS && (op.x & resumes)) active = resumed(w, scan, pc << 2, active);
  if (op.x & SELF_LOOP) {
    active = runs(w, active, set, carriedIn(carries, op.z >> 16, w.parity));
    uint32_t out = __shfl_sync(ALL, active.w, w.carryLane) >> 31;
    if (w.lane == 0) {
      outs |= out;
      carryOut(carries, op.z >> 16, w.parity, out);
    }
    __syncwarp();
  }
  return active;
}

static __device__ __forceinline__ uint4 validOf(const Scan& scan, uint4 found) {
  return make_uint4(kept(found.x, scan.valid), kept(found.y, scan.valid - 32), kept(found.z, scan.valid - 64),
                    kept(found.w, scan.valid - 96));
}

static __device__ __forceinline__ void reportSome(const Scan& scan, uint4 found, uint32_t lane, uint4 op, uint32_t rule) {
  if (__any_sync(ALL, some(found))) {
    report(found, lane, op.x & REPORT_BACK, rule, scan.ruleBits, scan.count, scan.records, scan.capacity);
  }
}

// A match that is told a position late, by the first byte of a window that is its own, ends where the window before
// does: its record goes there, so that what ends at a position is all in one window. Returns the others.
static __device__ __forceinline__ uint4 withoutBorder(const Scan& scan, uint4 found, uint32_t lane, uint32_t rule) {
  if (lane == OVERLAP / 128 && (found.x & 1) && scan.finals[WORDS]) {
    found.x ^= 1;
    uint32_t at = atomicAdd(scan.count - 1, 1);
    if (at < scan.capacity) (scan.records - scan.capacity)[at] = WINDOW << scan.ruleBits | rule;
  }
  return found;
}

static __device__ __forceinline__ void reportBack(const Scan& scan, uint4 found, uint32_t lane, uint4 op, uint32_t rule) {
  reportSome(scan, withoutBorder(scan, found, lane, rule), lane, op, rule);
}

// Runs a unit: one or more rules.
template <bool FLOWS>
static __device__ __forceinline__ void runUnit(const Window& w, const Scan& scan, uint4 unit) {
  uint32_t pc = unit.x;
  uint8_t* carries = scan.carries + unit.y;
  uint32_t flagAt = unit.w;
  bool carrying = unit.z != 0;
  // If nothing is carried in at all, no carry need be looked at.
  bool carried = carrying && ((scan.carries[flagAt] >> w.parity) & 1);
  uint32_t resumes = FLOWS && carrying && (scan.carries[flagAt] & RESUMED) ? KEPT : 0;
  uint32_t outs = 0;
  // Whether a loop has to be gone round again: since something is new in it, or (bit 1) to report once, when
  // nothing is any more.
  uint32_t changed = 0;
  bool settled = false;
  uint4 acc = make_uint4(0, 0, 0, 0);
  uint4 op = __ldg(scan.ops + pc);
  while (true) {
    uint32_t kind = op.x & 15;
    // Where states are put in, what comes before them says nothing.
    uint32_t skip = FLOWS && resumes ? 0 : op.x >> 16;
    // Both ways to go on are fetched before it is known which.
    uint4 following = __ldg(scan.ops + pc + 1);
    uint4 target = __ldg(scan.ops + pc + skip);
    bool skips = false;
    if (kind == KIND_CHAIN) {
      uint32_t count = (op.x >> 11) & 7;
      uint32_t i = 0;
      uint32_t carryAt = op.w & 0xffff;
      if (op.x & CHAIN_FIRST) {
        acc = scan.starting ? streamOf(scan, op.y & 0xffff, w.lane) : make_uint4(0, 0, 0, 0);
        i = 1;
      }
      for (; i < count; i++) {
        uint32_t pair = i < 2 ? op.y : i < 4 ? op.z : op.w;
        uint4 set = streamOf(scan, pair >> ((i & 1) * 16) & 0xffff, w.lane);
        uint4 next;
        if (op.x & CARRIES) {
          next = advancedCarry(w, acc, carries, carryAt++, outs);
        } else {
          next = advanced(w, acc);
        }
        acc = next & ~w.bound & set;
        if (FLOWS && (op.x & resumes)) acc = resumed(w, scan, pc << 2 | i, acc);
        if (skip && !__any_sync(ALL, some(acc))) {
          skips = !carried || quiet(carries, carryAt, op.w >> 16, w.parity, w.lane);
          if (skips) break;
        } else if (FLOWS && (op.x & KEPT)) {
          keep(w, scan, pc << 2 | i, acc);
        }
      }
    } else if (kind == KIND_STEP) {
      acc = step<FLOWS>(w, scan, op, acc, carries, outs, pc, resumes);
      if (skip && !__any_sync(ALL, some(acc))) {
        skips = !carried || quiet(carries, op.w & 0xffff, op.w >> 16, w.parity, w.lane);
      } else if (FLOWS && (op.x & KEPT)) {
        if (settled || !(op.x & IN_LOOP)) keep(w, scan, pc << 2, acc);
        else if (isKept(w, scan, acc)) changed |= 2;
      }
    } else if (kind == KIND_OUT) {
      uint4* slot = slotAt(scan, op.y, w.lane);
      uint4 old = *slot;
      uint4 both = old | acc;
      if ((op.x & BACKWARDS) && some(both ^ old)) changed |= 1;
      *slot = both;
    } else if (kind == KIND_CLEAR) {
      *slotAt(scan, op.y, w.lane) = make_uint4(0, 0, 0, 0);
    } else if (kind == KIND_REPORT) {
      if (scan.reporting) {
        uint4 found = w.lane < OVERLAP / 128 ? make_uint4(0, 0, 0, 0) : acc;
        found = validOf(scan, found);
        if (op.x & REPORT_FINAL) {
          found = found & *(const uint4*)(scan.finals + w.lane * 4);
        } else if (FLOWS) {
          // What lies before the new bytes of a flow was reported with them.
          found = found & ~*(const uint4*)(scan.history + w.lane * 4);
        }
        if (FLOWS && (op.x & IN_LOOP) && !settled) {
          if (some(found)) changed |= 2;
          found = make_uint4(0, 0, 0, 0);
        }
        if (op.x & REPORT_BACK) {
          if (FLOWS) {
            // Before the first byte of a run is not the end of the run before.
            reportBack(scan, found & w.bound, w.lane, op, op.y + scan.ruleCount);
            found = found & ~w.bound;
          }
          reportBack(scan, found, w.lane, op, op.y);
        } else {
          reportSome(scan, found, w.lane, op, op.y);
        }
      }
    } else if (kind == KIND_REPEAT) {
      bool again = __any_sync(ALL, changed & 1);
      if (FLOWS) {
        settled = !again && !settled && __any_sync(ALL, changed);
        again |= settled;
      }
      if (again) {
        changed = 0;
        pc -= op.y;
        op = __ldg(scan.ops + pc);
        continue;
      }
    } else {
      break;
    }
    pc += skips ? skip : 1;
    op = skips ? target : following;
  }
  if (carrying) {
    if (carried) {
      // What came in has been used: without it, nothing that is skipped later has a bit.
      __syncwarp();
      for (uint32_t i = w.lane; i < unit.z; i += LANES) {
        carries[i] &= (uint8_t)~(0x55u << w.parity);
      }
    }
    if (w.lane == 0) scan.carries[flagAt] = (uint8_t)(outs << (w.parity ^ 1));
  }
}

// Sets bits of a byte while others do, of it or of its neighbours. `bytes` is aligned to words.
static __device__ __forceinline__ void setBits(uint8_t* bytes, uint32_t at, uint32_t bits) {
  atomicOr((uint32_t*)(bytes + (at & ~3u)), bits << (at & 3) * 8);
}

static __device__ __forceinline__ uint32_t isIn(const uint32_t* bits, uint32_t i) { return bits[i >> 5] >> (i & 31) & 1; }

// The carries of the units of a segment that are marked to run again, none of the others; takes the marks away.
// `table` is where they are meanwhile.
static __device__ void takeMarked(uint32_t* mine, uint32_t againWords, const uint32_t* unitOfCarry, const uint8_t* start,
                                  uint8_t* carries, uint32_t carryCount, uint32_t* table) {
  for (uint32_t i = threadIdx.x; i + 1 < againWords; i += blockDim.x) table[i] = mine[i + 1];
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < againWords; i += blockDim.x) mine[i] = 0;
  for (uint32_t i = threadIdx.x; i < carryCount >> 2; i += blockDim.x) {
    uint4 units = ((const uint4*)unitOfCarry)[i];
    uint32_t mask = isIn(table, units.x) * 0xffu | isIn(table, units.y) * 0xff00u | isIn(table, units.z) * 0xff0000u |
                    isIn(table, units.w) * 0xff000000u;
    ((uint32_t*)carries)[i] = ((const uint32_t*)start)[i] & mask;
  }
}

// What is carried into the first segment, stays active, and is active at the start of this one for certain.
static __device__ void spread(uint8_t* starts, uint32_t segment, const uint4* sticky, uint32_t stickyCount,
                              const uint32_t* unbroken, uint8_t* carries, uint32_t carryCount) {
  __shared__ uint32_t through;
  for (uint32_t i = threadIdx.x; i < carryCount >> 2; i += blockDim.x) ((uint32_t*)carries)[i] = 0;
  if (stickyCount > 0) {
    if (threadIdx.x == 0) through = ALL;
    __syncthreads();
    for (uint32_t s = threadIdx.x; s < segment; s += blockDim.x) atomicAnd(&through, unbroken[s]);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < stickyCount; i += blockDim.x) {
      uint4 state = sticky[2 * i];
      if ((through >> state.w & 1) && (starts[state.x] & state.y)) {
        uint4 implied = sticky[2 * i + 1];
        setBits(carries, implied.x, implied.y);
        setBits(carries, state.z, 1);
      }
    }
    __syncthreads();
  }
  uint32_t* start = (uint32_t*)(starts + (uint64_t)segment * carryCount);
  for (uint32_t i = threadIdx.x; i < carryCount >> 2; i += blockDim.x) start[i] = ((const uint32_t*)carries)[i];
}

// Whether anything is carried into a window.
static __device__ __forceinline__ bool isCarried(const uint4* units, uint32_t carryUnits, const uint8_t* carries,
                                                 uint32_t parity) {
  bool carried = false;
  for (uint32_t u = threadIdx.x; u < carryUnits; u += blockDim.x) {
    carried |= carries[__ldg(&units[2 * u].w)] >> parity & 1;
  }
  return __syncthreads_or(carried);
}

// One block a segment.
//
//   text          the bytes before the text, OVERLAP of them, then the text; 16 bytes of room after it
//   limit         bytes of both
//   bounds        a bit for each byte, 1 where a piece starts, up to a word after the last window; or null
//   firstPosition where the input starts, lastPosition its last byte; -1 if not in this text
//   units         per unit two quads: first operation, first byte of carries, bytes of them, place of its
//                 flag; two places in the table of strings, if it is gated, and the flag again
//   openCarrying, gatedCarrying, openPlain, gatedPlain
//                 how many units, in this order
//   pairs         whether some strings have two bytes
//   sets          where each symbol set starts; then the sets
//   setCount      of how many, the first ones, streams are made for all rules; of others when needed
//   slotCount     slots in shared memory; farSlots of each warp in `far`
//   given         0 for all segments; 1 for those, from the second on, that are marked to run again: their
//                 carries are given, and only what comes of them is asked for: what begins in these segments was
//                 found before, and what is carried out adds to what was
//   starts, ends  per segment: bytes of carries into it, and out of it, all of parity 0; of the first one, what is
//                 carried in is there before
//   unitOfCarry   per byte of carries: its unit
//   sticky, unbroken, again
//                 see takeOver and beginPiece; no sticky states if nothing is carried into the first segment
//   counts        per window: reports; those beyond the capacity are counted, not written
template <bool FLOWS>
__device__ __forceinline__ void
scan(const uint8_t* text, uint32_t limit, const uint32_t* bounds, int firstPosition, int lastPosition,
            const uint4* units, uint32_t openCarrying, uint32_t gatedCarrying, uint32_t openPlain, uint32_t gatedPlain,
            uint32_t pairs, const uint4* ops, const uint32_t* sets,
            uint32_t setCount, uint32_t carryCount, uint32_t slotCount, uint4* far, uint32_t farSlots,
            uint32_t windowCount, uint32_t segmentWindows, uint32_t given, uint8_t* starts, uint8_t* ends,
            const uint32_t* unitOfCarry, const uint4* sticky, uint32_t stickyCount, const uint32_t* unbroken,
            uint32_t* again, uint32_t againWords, uint32_t* counts,
            uint32_t* records, uint32_t capacity, uint32_t ruleBits,
     const uint32_t* marks, uint32_t markWords, const uint32_t* resumedAt,
          const uint2* resumedStates, uint32_t* keptCount, uint2* keptStates, uint32_t keptCapacity, uint32_t ruleCount) {
  extern __shared__ uint4 shared[];
  __shared__ uint32_t nextItem;
  __shared__ uint4 tableQuads[TABLE_WORDS / 4];
  __shared__ uint32_t queued;
  __shared__ __align__(16) uint32_t boundWords[WORDS];
  __shared__ __align__(16) uint32_t finalWords[WORDS + 1];
  __shared__ __align__(16) uint32_t flowWords[FLOWS ? 3 * WORDS : 1];
  __shared__ uint32_t resumedRange[2];

  uint32_t lane = threadIdx.x & 31;
  uint32_t warp = threadIdx.x >> 5;
  uint32_t warps = blockDim.x >> 5;
  uint32_t* scratch = (uint32_t*)shared;
  uint4* streams = shared + 32 * SCRATCH_STRIDE / 4;
  uint4* slots = streams + setCount * LANES;
  uint8_t* carries = (uint8_t*)(slots + warps * slotCount * LANES);
  uint16_t* queue = (uint16_t*)(carries + carryCount);

  uint32_t* table = (uint32_t*)tableQuads;
  bool gates = gatedCarrying + gatedPlain > 0;
  uint32_t carryUnits = openCarrying + gatedCarrying;
  uint32_t segment = blockIdx.x + given;
  uint32_t first = segment * segmentWindows;
  uint32_t last = min(first + segmentWindows, windowCount);
  bool known = given || segment == 0;
  uint8_t* start = starts + (uint64_t)segment * carryCount;
  if (given) {
    uint32_t* mine = again + (uint64_t)segment * againWords;
    if (mine[0] == 0) return;
    takeMarked(mine, againWords, unitOfCarry, start, carries, carryCount, table);
  } else if (known) {
    for (uint32_t i = threadIdx.x; i < carryCount; i += blockDim.x) carries[i] = start[i];
  } else {
    // What is held from before the window before is known; the rest begins from nothing there.
    spread(starts, segment, sticky, stickyCount, unbroken, carries, carryCount);
  }
  uint4 flips = make_uint4(lane & 1 ? 0 : ALL, lane & 2 ? 0 : ALL, lane & 4 ? 0 : ALL, lane & 8 ? 0 : ALL);
  uint32_t parity = 0;
  bool warmUp = !known && carryUnits > 0;
  for (uint32_t window = warmUp ? first - 1 : first; window < last; window++) {
    __syncthreads();
    // Nothing begins in what runs again: when nothing is carried on, nothing more comes of it.
    if (given && !isCarried(units, carryUnits, carries, parity)) break;
    bool reporting = window >= first;
    if (!known && window == first) {
      for (uint32_t i = threadIdx.x; i < carryCount; i += blockDim.x) {
        // What is known to be held from before adds to what the window before gave.
        uint32_t in = ((carries[i] >> parity) & 0x55) | start[i];
        start[i] = (uint8_t)in;
        carries[i] = (uint8_t)(in << parity);
      }
    }
    uint32_t base = window * ADVANCE;
    if (threadIdx.x == 0) {
      nextItem = 0;
      queued = 0;
      finalWords[WORDS] = window > 0;
    }
    if (gates && !given) {
      for (uint32_t i = threadIdx.x; i < TABLE_WORDS / 4; i += blockDim.x) tableQuads[i] = make_uint4(0, 0, 0, 0);
    }
    for (uint32_t g = warp; g < WORDS; g += warps) halves(text, base + g * 32, limit, lane, g, flips, scratch);
    for (uint32_t g = threadIdx.x; g < WORDS; g += blockDim.x) {
      uint32_t at = base + g * 32;
      uint32_t here = boundWord(bounds, firstPosition, at);
      boundWords[g] = here;
      if (FLOWS) {
        const uint32_t* mark = marks + (at >> 5);
        flowWords[g] = mark[0];
        finalWords[g] = mark[markWords];
        flowWords[WORDS + g] = mark[2 * markWords];
        flowWords[2 * WORDS + g] = mark[3 * markWords];
        continue;
      }
      // A byte is the last of a piece if a piece starts after it.
      uint32_t next = bounds ? bounds[(at >> 5) + 1] : 0;
      uint32_t final = __funnelshift_r(bounds ? bounds[at >> 5] : 0, next, 1);
      uint32_t distance = (uint32_t)lastPosition - at;
      finalWords[g] = distance < 32 ? final | 1u << distance : final;
    }
    __syncthreads();
    if (FLOWS && resumedAt && !given) {
      uint32_t resumedFrom = resumedAt[window];
      uint32_t resumedTo = resumedAt[window + 1];
      if (threadIdx.x < 2) resumedRange[threadIdx.x] = threadIdx.x == 0 ? resumedFrom : resumedTo;
      for (uint32_t i = resumedFrom + threadIdx.x; i < resumedTo; i += blockDim.x) {
        // The unit runs, whatever its strings, and skips nothing.
        uint32_t flag = resumedStates[i].y >> 13;
        atomicOr((uint32_t*)(carries + (flag & ~3u)), (RESUMED | 1u << parity) << (flag & 3) * 8);
      }
    }
    for (uint32_t s = warp; s < setCount; s += warps) {
      streams[s * LANES + lane] = symbolStream(sets + sets[s], scratch, lane);
    }
    if (gates && !given) {
      for (uint32_t i = threadIdx.x; i < WINDOW; i += blockDim.x) {
        if (base + i < limit) {
          uint32_t string = fourBytes(text, base + i) | FOLD;
          uint32_t hash = string * MULTIPLIER >> (32 - TABLE_BITS);
          atomicOr(&table[hash >> 5], 1u << (hash & 31));
          if (pairs) {
            hash = (string & 0xffff) * MULTIPLIER >> (32 - TABLE_BITS);
            atomicOr(&table[hash >> 5], 1u << (hash & 31));
          }
        }
      }
    }
    __syncthreads();
    Window w;
    w.lane = lane;
    uint32_t carryLane = window + 1 == windowCount ? (limit - OVERLAP - base) / 128 - 1 : ADVANCE / 128 - 1;
    w.carryLane = carryLane & 31;
    w.source = lane == 0 ? w.carryLane : lane - 1;
    w.parity = parity;
    w.bound = *(const uint4*)(boundWords + lane * 4);
    Scan scan;
    if (FLOWS) {
      scan.firsts = flowWords;
      scan.lasts = flowWords + WORDS;
      scan.history = flowWords + 2 * WORDS;
      scan.resumed = resumedStates;
      scan.resumedRange = resumedRange;
      scan.keptCount = keptCount;
      scan.kept = keptStates;
      scan.keptCapacity = keptCapacity;
      scan.ruleCount = ruleCount;
      scan.base = base;
    }
    scan.ops = ops;
    scan.streams = streams;
    scan.streamCount = setCount;
    scan.sets = sets;
    scan.scratch = scratch;
    scan.slots = slots + warp * slotCount * LANES;
    scan.farSlots = far + (uint64_t)(blockIdx.x * warps + warp) * farSlots * LANES;
    scan.slotCount = slotCount;
    scan.carries = carries;
    scan.finals = finalWords;
    scan.count = counts + window;
    scan.records = records + (uint64_t)window * capacity;
    scan.capacity = capacity;
    scan.ruleBits = ruleBits;
    scan.reporting = reporting;
    scan.valid = (int)(limit - base) - (int)(lane * 128);
    if (gates || given) {
      // Those that run again wait for what is carried, whatever their strings.
      uint32_t waiting = given ? carryUnits : gatedCarrying;
      uint32_t carryBatches = (waiting + 31) / 32;
      uint32_t batches = carryBatches + (reporting && !given ? (gatedPlain + 31) / 32 : 0);
      for (uint32_t batch = warp; batch < batches; batch += warps) {
        bool mayCarry = batch < carryBatches;
        uint32_t from = given ? 0 : mayCarry ? openCarrying : carryUnits + openPlain;
        uint32_t end = from + (mayCarry ? waiting : gatedPlain);
        uint32_t unit = from + (mayCarry ? batch : batch - carryBatches) * 32 + lane;
        bool begins = false;
        bool carried = false;
        if (unit < end) {
          uint4 gate = __ldg(units + 2 * unit + 1);
          begins = !given && (table[gate.x >> 5] >> (gate.x & 31) & 1) && (table[gate.y >> 5] >> (gate.y & 31) & 1);
          carried = mayCarry && ((carries[gate.z] >> parity) & 1);
        }
        uint32_t wanted = __ballot_sync(ALL, begins || carried);
        if (wanted) {
          uint32_t at = 0;
          if (lane == 0) at = atomicAdd(&queued, __popc(wanted));
          at = __shfl_sync(ALL, at, 0) + __popc(wanted & ((1u << lane) - 1));
          if (begins || carried) queue[at] = (uint16_t)(begins ? unit : unit | NO_STARTS);
        }
      }
      __syncthreads();
    }
    // First the units that always run, which take longest.
    uint32_t open = given ? 0 : openCarrying + (reporting ? openPlain : 0);
    uint32_t items = open + queued;
    while (true) {
      uint32_t item = 0;
      if (lane == 0) item = atomicAdd(&nextItem, 1);
      item = __shfl_sync(ALL, item, 0);
      if (item >= items) break;
      uint32_t unit = item >= open ? queue[item - open] : item < openCarrying ? item : item + gatedCarrying;
      scan.starting = !given && (item < open || !(unit & NO_STARTS));
      runUnit<FLOWS>(w, scan, __ldg(units + 2 * (item < open ? unit : unit & ~NO_STARTS)));
    }
    parity ^= 1;
  }
  __syncthreads();
  uint32_t* end = (uint32_t*)(ends + (uint64_t)segment * carryCount);
  for (uint32_t i = threadIdx.x; i < carryCount >> 2; i += blockDim.x) {
    uint32_t out = ((const uint32_t*)carries)[i] >> parity & 0x55555555u;
    if (!given) end[i] = out;
    else if (out) end[i] |= out;
  }
}

extern "C" __global__ void __launch_bounds__(512, 2)
scanStreams(const uint8_t* text, uint32_t limit, const uint32_t* bounds, int firstPosition, int lastPosition,
            const uint4* units, uint32_t openCarrying, uint32_t gatedCarrying, uint32_t openPlain, uint32_t gatedPlain,
            uint32_t pairs, const uint4* ops, const uint32_t* sets,
            uint32_t setCount, uint32_t carryCount, uint32_t slotCount, uint4* far, uint32_t farSlots,
            uint32_t windowCount, uint32_t segmentWindows, uint32_t given, uint8_t* starts, uint8_t* ends,
            const uint32_t* unitOfCarry, const uint4* sticky, uint32_t stickyCount, const uint32_t* unbroken,
            uint32_t* again, uint32_t againWords, uint32_t* counts,
            uint32_t* records, uint32_t capacity, uint32_t ruleBits) {
  scan<false>(text, limit, bounds, firstPosition, lastPosition, units, openCarrying, gatedCarrying, openPlain, gatedPlain,
              pairs, ops, sets, setCount, carryCount, slotCount, far, farSlots, windowCount, segmentWindows,
              given, starts, ends, unitOfCarry, sticky, stickyCount, unbroken, again, againWords, counts, records, capacity, ruleBits,
              nullptr, 0, nullptr, nullptr, nullptr, nullptr, 0, 0);
}

// The same for runs, each of which is what there is of a flow: perhaps some bytes that were scanned before, its
// history, and then new ones. `bounds` has a 1 where a run starts; positions of the input are not used.
//
//   marks         four times so many words: a bit for each byte, 1 at the first byte of a flow; the last byte of a
//                 flow; the last byte of a run whose flow goes on; a byte of history
//   resumedAt     per window, and one more: where its states start in resumedStates; null for none. The window
//                 before a segment is told of its own
//   resumedStates in order: operation and place in it; position in the window, and from bit 13 on the unit's flag.
//                 The state is active after that byte, the last of the flow's history
//   keptCount     how many states are active at the last bytes of runs whose flows go on
//   keptStates    as many as there is room for: operation and place in it; position in the text
//   ruleCount     added to the rule of a match that ends before the first byte of a run
extern "C" __global__ void __launch_bounds__(512, 2)
scanFlows(const uint8_t* text, uint32_t limit, const uint32_t* bounds, int firstPosition, int lastPosition,
            const uint4* units, uint32_t openCarrying, uint32_t gatedCarrying, uint32_t openPlain, uint32_t gatedPlain,
            uint32_t pairs, const uint4* ops, const uint32_t* sets,
            uint32_t setCount, uint32_t carryCount, uint32_t slotCount, uint4* far, uint32_t farSlots,
            uint32_t windowCount, uint32_t segmentWindows, uint32_t given, uint8_t* starts, uint8_t* ends,
            const uint32_t* unitOfCarry, const uint4* sticky, uint32_t stickyCount, const uint32_t* unbroken,
            uint32_t* again, uint32_t againWords, uint32_t* counts,
            uint32_t* records, uint32_t capacity, uint32_t ruleBits,
          const uint32_t* marks, uint32_t markWords, const uint32_t* resumedAt,
          const uint2* resumedStates, uint32_t* keptCount, uint2* keptStates, uint32_t keptCapacity, uint32_t ruleCount) {
  scan<true>(text, limit, bounds, firstPosition, lastPosition, units, openCarrying, gatedCarrying, openPlain, gatedPlain,
              pairs, ops, sets, setCount, carryCount, slotCount, far, farSlots, windowCount, segmentWindows,
              given, starts, ends, unitOfCarry, sticky, stickyCount, unbroken, again, againWords, counts, records, capacity, ruleBits,
             marks, markWords, resumedAt, resumedStates, keptCount, keptStates, keptCapacity, ruleCount);
}

// Clears words.
extern "C" __global__ void clearWords(uint32_t* words, uint32_t count) {
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) words[i] = 0;
}

// Clears what the kernels of a piece add to, takes over what is carried into its first segment, and notes which sets,
// of up to 32, all bytes of each segment are in. One block a segment, of 256 threads.
//
//   counts    per window
//   totals    what else is cleared, so many words
//   carried   what is carried into the first segment: null for nothing, `starts` if it is there
//   again     per segment againWords words: whether any unit runs again, then a bit for each
//   members   per byte: a bit for each set that it is in; null for no sets
//   unbroken  per segment: a bit for each set
extern "C" __global__ void __launch_bounds__(256)
beginPiece(const uint8_t* text, uint32_t limit, const uint32_t* bounds, uint32_t windowCount, uint32_t segmentWindows,
           uint32_t* counts, uint32_t* totals, uint32_t totalWords, uint8_t* starts, const uint8_t* carried,
           uint32_t carryCount, uint32_t* again, uint32_t againWords, const uint32_t* members, uint32_t* unbroken) {
  __shared__ uint32_t shared[256];
  __shared__ uint32_t result;
  uint32_t first = blockIdx.x * segmentWindows;
  uint32_t last = min(first + segmentWindows, windowCount);
  for (uint32_t i = first + threadIdx.x; i < last; i += blockDim.x) counts[i] = 0;
  for (uint32_t i = threadIdx.x; i < againWords; i += blockDim.x) again[(uint64_t)blockIdx.x * againWords + i] = 0;
  if (blockIdx.x == 0) {
    for (uint32_t i = threadIdx.x; i < totalWords; i += blockDim.x) totals[i] = 0;
    for (uint32_t i = threadIdx.x; i < carryCount; i += blockDim.x) starts[i] = carried ? carried[i] : 0;
  }
  if (!members) return;
  shared[threadIdx.x] = members[threadIdx.x];
  if (threadIdx.x == 0) result = ALL;
  __syncthreads();
  uint32_t to = min(last * ADVANCE, limit - OVERLAP);
  uint32_t all = ALL;
  for (uint32_t at = first * ADVANCE + threadIdx.x * 16; at < to; at += blockDim.x * 16) {
    uint4 four = *(const uint4*)(text + at);
    uint32_t words[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (uint32_t i = 0; i < 16; i++) {
      if (at + i < to) all &= shared[words[i >> 2] >> (i & 3) * 8 & 255];
    }
    // Across the start of a piece no state stays active.
    if (bounds && (bounds[at >> 5] >> (at & 16) & 0xffff)) all = 0;
  }
  if (all != ALL) atomicAnd(&result, all);
  __syncthreads();
  if (threadIdx.x == 0) unbroken[blockIdx.x] = result;
}

static __device__ void runAgain(uint32_t* mine, uint32_t unit, uint32_t* found) {
  atomicOr(mine + 1 + (unit >> 5), 1u << (unit & 31));
  if (atomicOr(mine, 1) == 0) atomicAdd(found, 1);
}

// What is carried out of a segment and was not known at the start of the next one.
static __device__ void takeFrom(uint32_t segment, uint8_t* starts, const uint8_t* ends, const uint32_t* unitOfCarry,
                                uint32_t carryCount, uint32_t* again, uint32_t againWords, uint32_t* found) {
  uint32_t* start = (uint32_t*)(starts + (uint64_t)(segment + 1) * carryCount);
  const uint32_t* end = (const uint32_t*)(ends + (uint64_t)segment * carryCount);
  for (uint32_t i = threadIdx.x; i < carryCount >> 2; i += blockDim.x) {
    uint32_t more = end[i] & ~start[i];
    if (more == 0) continue;
    atomicOr(start + i, more);
    for (uint32_t k = 0; k < 4; k++) {
      if (more >> k * 8 & 0xff) runAgain(again + (uint64_t)(segment + 1) * againWords, unitOfCarry[4 * i + k], found);
    }
  }
}

// A state that leads to itself on nearly every byte, once it is active, is at the end of all segments after, up to the
// first that has another byte. A lane follows one state through 32 segments at a time, a bit for each; states side by
// side lie side by side in memory.
static __device__ void hold(uint4 state, uint4 implied, uint8_t* starts, uint8_t* ends, const uint32_t* unitOfCarry,
                            uint32_t carryCount, const uint32_t* unbroken, uint32_t segmentCount, uint32_t* again,
                            uint32_t againWords, uint32_t* found) {
  uint32_t before = 0;
  for (uint32_t from = 0; from < segmentCount; from += LANES) {
    uint32_t active = 0;
    uint32_t through = 0;
#pragma unroll 16
    for (uint32_t k = 0; k < LANES; k++) {
      uint32_t s = min(from + k, segmentCount - 1);
      active |= (ends[(uint64_t)s * carryCount + state.x] & state.y ? 1u : 0) << k;
      through |= (unbroken[s] >> state.w & 1) << k;
    }
    // An addition carries through a run of ones, from the place after an active one.
    uint32_t run = through & ~active;
    uint32_t held = (((active << 1 | before) & run) + run ^ run) & run;
    before = (held | active) >> 31;
    for (; held; held &= held - 1) {
      uint32_t s = from + __ffs(held) - 1;
      if (s >= segmentCount) break;
      uint8_t* end = ends + (uint64_t)s * carryCount;
      setBits(end, implied.x, implied.y);
      setBits(end, state.z, 1);
      uint8_t* next = starts + (uint64_t)(s + 1) * carryCount;
      if (s + 1 < segmentCount && !(next[implied.x] & implied.y)) {
        setBits(next, implied.x, implied.y);
        setBits(next, state.z, 1);
        runAgain(again + (uint64_t)(s + 1) * againWords, unitOfCarry[state.z], found);
      }
    }
  }
}

// Takes what is carried out of each segment over into the next one, and marks the units that run again because of it.
// One block of 256 threads for each segment but the last, then a thread for each sticky state. Carries only grow, so
// that it does not matter who is first.
//
//   sticky    two quads: the byte with the carry of a state that is held, its bit, the flag of its unit, its set; the
//             byte and the bit of a carry that is set whenever the state is active
//   found     how many segments are marked
//   before    how many were, the time before; null if that is not to be asked. If none, there is nothing new
extern "C" __global__ void __launch_bounds__(256)
takeOver(uint8_t* starts, uint8_t* ends, const uint32_t* unitOfCarry, uint32_t carryCount, const uint4* sticky,
         uint32_t stickyCount, const uint32_t* unbroken, uint32_t segmentCount, uint32_t* again, uint32_t againWords,
         uint32_t* found, const uint32_t* before) {
  if (before && *before == 0) return;
  if (blockIdx.x + 1 < segmentCount) {
    takeFrom(blockIdx.x, starts, ends, unitOfCarry, carryCount, again, againWords, found);
    return;
  }
  uint32_t i = (blockIdx.x + 1 - segmentCount) * blockDim.x + threadIdx.x;
  if (i >= stickyCount) return;
  hold(sticky[2 * i], sticky[2 * i + 1], starts, ends, unitOfCarry, carryCount, unbroken, segmentCount, again, againWords,
       found);
}

// Sets the bits at some positions.
extern "C" __global__ void markBounds(const uint32_t* positions, uint32_t count, uint32_t* bounds) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicOr(&bounds[positions[i] >> 5], 1u << (positions[i] & 31));
}

// Marks runs, see scanFlows. What lies outside of the text is not marked.
//
//   runs      where it starts, where its new bytes start, where it ends, whether it starts (1) and ends (2) its flow
//   bounds    zero, as are the marks
//   previous  per run: its number in the batch before, if states come from there, or -1; null if none do
//   next      per run of the batch before: where its new bytes start here; zero
extern "C" __global__ void markRuns(const int4* runs, uint32_t count, int limit, uint32_t* bounds, uint32_t* marks,
                                    uint32_t markWords, const int* previous, uint32_t* next) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int4 run = runs[i];
  if (previous && previous[i] >= 0 && run.y > 0 && run.y <= limit) next[previous[i]] = run.y;
  if (run.x >= 0 && run.x < limit) {
    atomicOr(&bounds[run.x >> 5], 1u << (run.x & 31));
    if (run.w & 1) atomicOr(&marks[run.x >> 5], 1u << (run.x & 31));
  }
  int last = run.z - 1;
  if (last >= 0 && last < limit) {
    atomicOr(&marks[(run.w & 2 ? 1 : 2) * markWords + (last >> 5)], 1u << (last & 31));
  }
  int to = min(run.y, limit);
  for (int at = max(run.x, 0); at < to; at = (at | 31) + 1) {
    uint32_t bits = ALL << (at & 31);
    if (to <= (at | 31)) bits &= (1u << (to & 31)) - 1;
    atomicOr(&marks[3 * markWords + (at >> 5)], bits);
  }
}

#define NO_STATE ALL

// The run that a byte of the text is in: the first that ends behind it.
static __device__ uint32_t runOf(uint32_t place, const int4* runs, uint32_t count) {
  uint32_t from = 0;
  uint32_t to = count;
  while (from < to) {
    uint32_t middle = (from + to) >> 1;
    if (__ldg(&runs[middle].z) <= (int)place) from = middle + 1;
    else to = middle;
  }
  return from;
}

// Brings what runs leave active together by window: a run and the number of a state each. Launched twice, first to count
// by window, then, with `left`, to put each where `places` says, which moves on.
//
//   keptCounts  per part: states that scanFlows noted, perhaps more than there is room for; kept: the states of each part
//   numbers     per part, and one more: where its table starts; per name of a state its number, or NO_STATE
//   firstRun    the number of the first of the runs of the text in the batch
extern "C" __global__ void leaveStates(const uint32_t* keptCounts, uint32_t parts, const uint2* kept, uint32_t capacity,
                                       const uint32_t* numbers, const int4* runs, uint32_t runCount, uint32_t firstRun,
                                       uint32_t* places, uint2* left) {
  for (uint32_t p = 0; p < parts; p++) {
    uint32_t count = min(keptCounts[p], capacity);
    const uint32_t* table = numbers + numbers[p];
    uint32_t names = numbers[p + 1] - numbers[p];
    const uint2* mine = kept + (uint64_t)p * capacity;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
      uint2 state = mine[i];
      uint32_t number = state.x < names ? __ldg(table + state.x) : NO_STATE;
      if (number == NO_STATE) continue;
      uint32_t at = atomicAdd(&places[(state.y - OVERLAP) / ADVANCE], 1);
      if (left) left[at] = make_uint2(firstRun + runOf(state.y, runs, runCount), number);
    }
  }
}

// Brings states that flows come with together by part and window. Launched as leaveStates is.
//
//   states    what a piece of the batch before left active; or of other flows a place in the text and the number of a
//             state each
//   left      how many the piece left; null for other flows
//   known     how many states of those there are
//   next      where runs of the batch before go on, see markRuns
//   names     per number of a state: its name, the flag of its unit, its part
//   resumed   see scanFlows
extern "C" __global__ void resumeStates(const uint2* states, const uint32_t* left, uint32_t known, const uint32_t* next,
                                        const uint4* names, uint32_t windowCount, uint32_t* places, uint2* resumed) {
  uint32_t count = left ? *left : known;
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    uint2 state = states[i];
    // The byte before the new ones, after which it is active.
    int place = left ? (int)next[state.x] - 1 : (int)state.x;
    if (place < 0) continue;
    uint4 name = __ldg(names + state.y);
    int last = min(place / ADVANCE, (int)windowCount - 1);
    for (int window = max(last - 1, 0); window <= last; window++) {
      uint32_t at = place - window * ADVANCE;
      if (at >= WINDOW) continue;
      uint32_t slot = atomicAdd(&places[name.z * windowCount + window], 1);
      if (resumed) resumed[slot] = make_uint2(name.x, name.y << 13 | at);
    }
  }
}

// Where the states of each window start, and after them all how many there are. One block of 1024 threads, each for
// windows side by side.
//
//   places   how many each has; then where they start, too
//   total    how many there are in all, once more; or null
extern "C" __global__ void __launch_bounds__(1024)
startStates(uint32_t* places, uint32_t windowCount, uint32_t* starts, uint32_t* total) {
  __shared__ uint32_t sums[LANES];
  uint32_t lane = threadIdx.x & 31;
  uint32_t warp = threadIdx.x >> 5;
  uint32_t each = (windowCount + blockDim.x - 1) / blockDim.x;
  uint32_t from = min(threadIdx.x * each, windowCount);
  uint32_t to = min(from + each, windowCount);
  uint32_t mine = 0;
  for (uint32_t i = from; i < to; i++) mine += places[i];
  uint32_t sum = mine;
  for (uint32_t d = 1; d < LANES; d <<= 1) {
    uint32_t other = __shfl_up_sync(ALL, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == LANES - 1) sums[warp] = sum;
  __syncthreads();
  uint32_t at = sum - mine;
  for (uint32_t v = 0; v < warp; v++) at += sums[v];
  for (uint32_t i = from; i < to; i++) {
    uint32_t count = places[i];
    starts[i] = at;
    places[i] = at;
    at += count;
  }
  if (threadIdx.x == blockDim.x - 1) {
    starts[windowCount] = at;
    if (total) *total = at;
  }
}

#define SORTED 512  // states of a window that are put in order in shared memory

static __device__ __forceinline__ void exchange(uint2* states, uint32_t first, uint32_t second, uint32_t count) {
  if (second >= count) return;
  uint2 a = states[first];
  uint2 b = states[second];
  if (a.x > b.x || (a.x == b.x && a.y > b.y)) {
    states[first] = b;
    states[second] = a;
  }
}

// Puts the states of each window in order, by both words. One block a window. A bitonic network in which all comparisons
// go one way, so that what is missing to a power of two counts as larger than all.
extern "C" __global__ void __launch_bounds__(128) sortStates(const uint32_t* starts, uint2* states) {
  __shared__ uint2 few[SORTED];
  uint32_t from = starts[blockIdx.x];
  uint32_t count = starts[blockIdx.x + 1] - from;
  if (count < 2) return;
  uint2* mine = count <= SORTED ? few : states + from;
  if (count <= SORTED) {
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) few[i] = states[from + i];
  }
  __syncthreads();
  for (uint32_t size = 2; size < 2 * count; size <<= 1) {
    uint32_t half = size >> 1;
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
      if (!(i & half)) exchange(mine, i, i ^ (size - 1), count);
    }
    __syncthreads();
    for (uint32_t step = half >> 1; step > 0; step >>= 1) {
      for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
        if (!(i & step)) exchange(mine, i, i + step, count);
      }
      __syncthreads();
    }
  }
  if (count <= SORTED) {
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) states[from + i] = few[i];
  }
}

#define BINS (WINDOW + 1)
#define ORDER_WARPS 8

// Puts the records of a window in order, by end, then rule, and drops those that are there twice: into bins by end,
// then each to its rank in its bin. Returns how many are left.
static __device__ uint32_t inOrder(uint32_t window, uint32_t count, uint32_t* records, uint32_t* sorted, uint32_t capacity,
                                   uint32_t ruleBits, uint32_t* sums) {
  __shared__ uint32_t bins[BINS + 1];
  __shared__ uint32_t running;
  uint32_t lane = threadIdx.x & 31;
  uint32_t warp = threadIdx.x >> 5;
  uint32_t* mine = records + (uint64_t)window * capacity;
  uint32_t* other = sorted + (uint64_t)window * capacity;
  for (uint32_t i = threadIdx.x; i <= BINS; i += blockDim.x) bins[i] = 0;
  if (threadIdx.x == 0) running = 0;
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) atomicAdd(&bins[mine[i] >> ruleBits], 1);
  __syncthreads();
  for (uint32_t from = 0; from < BINS; from += blockDim.x) {
    uint32_t i = from + threadIdx.x;
    uint32_t own = i < BINS ? bins[i] : 0;
    uint32_t sum = own;
    for (uint32_t d = 1; d < LANES; d <<= 1) {
      uint32_t before = __shfl_up_sync(ALL, sum, d);
      if (lane >= d) sum += before;
    }
    if (lane == LANES - 1) sums[warp] = sum;
    __syncthreads();
    uint32_t start = running;
    uint32_t total = 0;
    for (uint32_t v = 0; v < ORDER_WARPS; v++) {
      if (v < warp) start += sums[v];
      total += sums[v];
    }
    if (i < BINS) bins[i] = start + sum - own;
    __syncthreads();
    if (threadIdx.x == 0) running += total;
    __syncthreads();
  }
  // Each bin's start moves on to the next bin's start.
  for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
    uint32_t record = mine[i];
    other[atomicAdd(&bins[record >> ruleBits], 1)] = record;
  }
  __syncthreads();
  for (uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
    uint32_t record = other[i];
    uint32_t bin = record >> ruleBits;
    uint32_t start = bin == 0 ? 0 : bins[bin - 1];
    uint32_t end = bins[bin];
    uint32_t rank = start;
    for (uint32_t j = start; j < end; j++) {
      uint32_t rival = other[j];
      rank += rival < record || (rival == record && j < i);
    }
    mine[rank] = record;
  }
  __syncthreads();
  // In strips of a block's width, so that the order stays.
  if (threadIdx.x == 0) running = 0;
  __syncthreads();
  for (uint32_t from = 0; from < count; from += blockDim.x) {
    uint32_t i = from + threadIdx.x;
    uint32_t record = i < count ? mine[i] : 0;
    bool keep = i < count && (i == 0 || record != mine[i - 1]);
    uint32_t votes = __ballot_sync(ALL, keep);
    if (lane == 0) sums[warp] = __popc(votes);
    __syncthreads();
    uint32_t at = running;
    uint32_t total = 0;
    for (uint32_t v = 0; v < ORDER_WARPS; v++) {
      if (v < warp) at += sums[v];
      total += sums[v];
    }
    if (keep) other[at + __popc(votes & ((1u << lane) - 1))] = record;
    __syncthreads();
    if (threadIdx.x == 0) running += total;
    __syncthreads();
  }
  return running;
}

// Where the records of each window start among all, and after them all how many there are; then the greatest count of a
// window. One block, each thread for windows side by side.
static __device__ void place(const volatile uint32_t* ordered, const uint32_t* counts, uint32_t windowCount,
                             uint32_t* offsets, uint32_t* sums) {
  __shared__ uint32_t most;
  uint32_t lane = threadIdx.x & 31;
  uint32_t warp = threadIdx.x >> 5;
  uint32_t each = (windowCount + blockDim.x - 1) / blockDim.x;
  uint32_t from = min(threadIdx.x * each, windowCount);
  uint32_t to = min(from + each, windowCount);
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  uint32_t mine = 0;
  uint32_t greatest = 0;
  for (uint32_t i = from; i < to; i++) {
    mine += ordered[i];
    greatest = max(greatest, counts[i]);
  }
  if (greatest > 0) atomicMax(&most, greatest);
  uint32_t sum = mine;
  for (uint32_t d = 1; d < LANES; d <<= 1) {
    uint32_t other = __shfl_up_sync(ALL, sum, d);
    if (lane >= d) sum += other;
  }
  if (lane == LANES - 1) sums[warp] = sum;
  __syncthreads();
  uint32_t at = sum - mine;
  for (uint32_t v = 0; v < warp; v++) at += sums[v];
  for (uint32_t i = from; i < to; i++) {
    offsets[i] = at;
    at += ordered[i];
  }
  if (threadIdx.x == blockDim.x - 1) {
    offsets[windowCount] = at;
    offsets[windowCount + 1] = most;
  }
}

// Puts the records of each window in order; the last block to end says where those of each start among all. One block a
// window, of 256 threads.
//
//   ordered   per window: how many are left
//   offsets   per window, and two more words, see `place`
//   ended     how many blocks have ended: 0, before and afterwards
extern "C" __global__ void __launch_bounds__(256)
orderRecords(const uint32_t* counts, uint32_t* records, uint32_t* sorted, uint32_t capacity, uint32_t ruleBits,
             uint32_t* ordered, uint32_t* offsets, uint32_t* ended) {
  __shared__ uint32_t sums[ORDER_WARPS];
  __shared__ bool isLast;
  uint32_t window = blockIdx.x;
  uint32_t count = counts[window];
  // If there are more than there is room for, the host sees the counts, and makes room.
  bool any = count > 0 && count <= capacity;
  uint32_t left = any ? inOrder(window, count, records, sorted, capacity, ruleBits, sums) : 0;
  if (threadIdx.x == 0) {
    ordered[window] = left;
    __threadfence();
    isLast = atomicAdd(ended, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!isLast) return;
  __threadfence();
  place(ordered, counts, gridDim.x, offsets, sums);
  if (threadIdx.x == 0) *ended = 0;
}

// Brings the records of all windows together, if there is room for so many. One warp a window.
extern "C" __global__ void gatherRecords(const uint32_t* sorted, uint32_t capacity, const uint32_t* offsets,
                                         uint32_t windowCount, uint32_t* out, uint32_t room) {
  uint32_t window = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (window >= windowCount || offsets[windowCount] > room) return;
  uint32_t from = offsets[window];
  uint32_t count = offsets[window + 1] - from;
  const uint32_t* mine = sorted + (uint64_t)window * capacity;
  for (uint32_t i = threadIdx.x & 31; i < count; i += LANES) out[from + i] = mine[i];
}

// The first record, in order, that is not less than one of a place in the text and a rule.
static __device__ uint32_t firstRecord(int place, uint32_t rule, const uint32_t* sorted, uint32_t capacity,
                                       const uint32_t* offsets, uint32_t windowCount, uint32_t ruleBits) {
  uint32_t at = max(place, 0);
  uint32_t window = at <= OVERLAP ? 0 : (at - OVERLAP - 1) / ADVANCE;
  if (window >= windowCount) return offsets[windowCount];
  uint32_t wanted = (at - window * ADVANCE) << ruleBits | rule;
  const uint32_t* mine = sorted + (uint64_t)window * capacity;
  uint32_t from = 0;
  uint32_t to = offsets[window + 1] - offsets[window];
  while (from < to) {
    uint32_t middle = (from + to) >> 1;
    if (mine[middle] < wanted) from = middle + 1;
    else to = middle;
  }
  return offsets[window] + from;
}

// Where the records of packets or runs start among all of the text. What ends where the next one starts is of the one
// before, but for matches before its first byte, which are told apart by the rule. One thread each.
//
//   places    where each starts, `stride` words a piece: one, or four as markRuns has them
//   held      of runs: at how many positions at the end of one whose flow goes on records are held back
//   found     per packet: its first record; per run: its first record, and the first one of it that is held back
extern "C" __global__ void findRecords(const int* places, uint32_t stride, uint32_t count, int held,
                                       const uint32_t* sorted, uint32_t capacity, const uint32_t* offsets,
                                       uint32_t windowCount, uint32_t ruleBits, uint32_t ruleCount, uint32_t* found) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int* place = places + (uint64_t)i * stride;
  uint32_t first = firstRecord(place[0], ruleCount, sorted, capacity, offsets, windowCount, ruleBits);
  if (stride == 1) {
    found[i] = first;
    return;
  }
  bool goesOn = held > 0 && !(place[3] & 2);
  int from = goesOn ? place[2] - held + 1 : place[2];
  found[2 * i] = first;
  found[2 * i + 1] = firstRecord(from, goesOn ? 0 : ruleCount, sorted, capacity, offsets, windowCount, ruleBits);
}
