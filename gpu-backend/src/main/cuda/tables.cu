// Deterministic automata over segments: one lane runs one segment of a text, by table look-ups.
//
// A pass runs up to four automata (groups of rules) in each lane over one reading of the text. Their states are
// numbered together, so that there is one table. An entry of it is 16 bits and names a state; a bit of it, the
// report bit, is set exactly in names of states that report. So the fast loop only ORs entries together, and looks
// once in a piece of PIECE bytes whether there is a report in it.
//
//   near tables   in shared memory, a column a byte (or a byte class), entry = 2 * number
//                 address = TABLE_AT + column * stride + entry: one multiply-add, one load
//   private       the same 32 times, a copy in each bank, which one lane of each warp uses: no two lanes of a warp
//                 meet in a bank; entries of a copy lead to that copy
//   far tables    a row a state; the first rows, of the hottest states, in shared memory, all in device memory
//                 address = (entry - bias) * classes + class
//
// What a segment starts in is not known: it is taken to be what a run from the start over some bytes before it
// gives. compareStarts finds where the segment before ended in something else; those segments run again, until
// nothing differs (TableRun.java has the order of that). Only then reports are counted (countReports),
// placed (scanCounts, scanTotals), and written (writeReports), and only in pieces that have some.
//
// The layout of tables is drawn in TableLayout.java.

#include <stdint.h>

#define PIECE 256          // bytes; TableLayout.PIECE
#define PIECE_QUADS (PIECE / 16)
#define TILE_QUADS 4       // 64 bytes; TableLayout.TILE_QUADS
#define TABLE_AT 256       // the class of each byte comes first
#define HAS_REPORT 0x10000u
#define MOST_GROUPS 4
#define COUNTS_A_BLOCK 4096

// Notes of a pass: what the host has to know.
#define NOTE_WRONG 0       // segments that started from something else than they should have
#define NOTE_ITEMS 1       // pieces with reports
#define NOTE_TOTAL 2       // reports
#define NOTE_FIRST 3       // segments from the first that is wrong to the end
#define NOTE_ENDS 4        // what each group ended in
#define NOTE_OFFSETS 8     // where the reports of each group start

#define DIRECT 0
#define CLASSED 1
#define FAR 2
#define PRIVATE 3
#define LANE_BITS 0x7cu     // of an entry of a private table

extern __shared__ uint4 shared[];

struct Table {
  uint32_t stride;          // near: bytes of a column; far: number of classes
  uint32_t hotEnd;          // far: the entries below are in shared memory
  uint32_t nearBase;        // far: where in shared memory the row of entry 0 would be
  const uint16_t* rows;     // far: where in device memory it would be
};

template <int KIND>
__device__ __forceinline__ uint32_t columnOf(const Table& t, uint32_t symbol) {
  const uint8_t* classes = (const uint8_t*)shared;
  if (KIND == DIRECT) return symbol * t.stride;
  if (KIND != FAR) return classes[symbol] * t.stride;
  return classes[symbol];
}

template <int KIND>
__device__ __forceinline__ uint32_t next(const Table& t, uint32_t column, uint32_t entry) {
  const uint8_t* bytes = (const uint8_t*)shared;
  if (KIND != FAR) return *(const uint16_t*)(bytes + TABLE_AT + (column + entry));
  uint32_t index = entry * t.stride + column;
  uint32_t found;
  if (entry < t.hotEnd) {
    found = *(const uint16_t*)(bytes + (t.nearBase + index * 2));
  } else {
    found = __ldg(t.rows + index);
  }
  return found;
}

// An entry of the copy that this lane uses.
template <int KIND>
__device__ __forceinline__ uint32_t own(uint32_t entry) {
  return KIND == PRIVATE ? entry + (threadIdx.x & 31) * 4 : entry;
}

// The entry that all lanes know.
template <int KIND>
__device__ __forceinline__ uint32_t common(uint32_t entry) {
  return KIND == PRIVATE ? entry & ~LANE_BITS : entry;
}

template <int KIND, int GROUPS>
__device__ __forceinline__ void stepByte(const Table& t, uint32_t symbol, uint32_t* entries, uint32_t* seen) {
  uint32_t column = columnOf<KIND>(t, symbol);
#pragma unroll
  for (int g = 0; g < GROUPS; g++) {
    entries[g] = next<KIND>(t, column, entries[g]);
    seen[g] |= entries[g];
  }
}

template <int KIND, int GROUPS>
__device__ __forceinline__ void stepWord(const Table& t, uint32_t word, uint32_t* entries, uint32_t* seen) {
#pragma unroll
  for (int k = 0; k < 4; k++) stepByte<KIND, GROUPS>(t, __byte_perm(word, 0, 0x4440 + k), entries, seen);
}

template <int KIND, int GROUPS>
__device__ __forceinline__ void stepQuad(const Table& t, uint4 quad, uint32_t* entries, uint32_t* seen) {
  stepWord<KIND, GROUPS>(t, quad.x, entries, seen);
  stepWord<KIND, GROUPS>(t, quad.y, entries, seen);
  stepWord<KIND, GROUPS>(t, quad.z, entries, seen);
  stepWord<KIND, GROUPS>(t, quad.w, entries, seen);
}

struct Scan {
  const uint4* text;        // padded by PIECE bytes that may be read
  uint32_t length;          // bytes of text
  uint32_t segmentBytes;    // a multiple of PIECE
  uint32_t segmentCount;
  uint32_t lookBack;        // bytes, a multiple of 16, at most segmentBytes
  const uint4* image;       // class map and table
  uint32_t imageQuads;      // of them into shared memory
  uint32_t reportBit;
  uint32_t first;           // the first segment to run
  const uint32_t* exact;    // what each group starts that one in
  const uint32_t* guess;    // what each group is taken to be in before the look back of the others
  uint32_t originStride;    // words from group to group in these two
  const uint32_t* listed;   // the segments to run again from their starts, or null
  const uint32_t* listedCount;
  uint32_t* starts;         // [group][segment]: what a segment was taken to start in
  uint32_t* ends;           // [group][segment]
  uint32_t* pieces;         // [group][piece][segment]: the state at its start, and whether it has reports
};

// Looks up what each lane's segment is taken to start in, and runs up to there.
template <int KIND, int GROUPS>
__device__ __forceinline__ void start(const Table& t, const Scan& s, uint32_t segment, uint32_t* entries) {
  uint32_t seen[GROUPS];
#pragma unroll
  for (int g = 0; g < GROUPS; g++) seen[g] = 0;
  if (s.listed) {
#pragma unroll
    for (int g = 0; g < GROUPS; g++) entries[g] = own<KIND>(s.starts[g * s.segmentCount + segment]);
    return;
  }
#pragma unroll
  for (int g = 0; g < GROUPS; g++) {
    entries[g] = own<KIND>((segment == s.first ? s.exact : s.guess)[g * s.originStride]);
  }
  if (segment > s.first) {
    uint32_t at = segment * s.segmentBytes;
#pragma unroll 1
    for (uint32_t i = at - s.lookBack; i < at; i += 16) {
      stepQuad<KIND, GROUPS>(t, __ldg(s.text + i / 16), entries, seen);
    }
  }
#pragma unroll
  for (int g = 0; g < GROUPS; g++) s.starts[g * s.segmentCount + segment] = common<KIND>(entries[g]);
}

// Each lane reads its own segment, 32 bytes at a time, which is a whole sector. Two pairs of registers take turns,
// so that one is loaded while the other is stepped over.
template <int KIND, int GROUPS>
__device__ __forceinline__ void runByLanes(const Table& t, const Scan& s, uint32_t segment) {
  uint32_t at = segment * s.segmentBytes;
  uint32_t end = min(at + s.segmentBytes, s.length);
  uint32_t entries[GROUPS];
  uint32_t seen[GROUPS];
  start<KIND, GROUPS>(t, s, segment, entries);
  uint32_t pieceStride = s.segmentBytes / PIECE * s.segmentCount;
  uint32_t* note = s.pieces + segment;
  const uint4* from = s.text + at / 16;
  uint4 a0 = __ldg(from);
  uint4 a1 = __ldg(from + 1);
  while (at < end) {
    uint32_t before[GROUPS];
    bool same = s.listed != 0;
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      before[g] = common<KIND>(entries[g]);
      seen[g] = 0;
      if (s.listed) same = same && (note[g * pieceStride] & 0xffff) == before[g];
    }
    // From where the run before was in the same states, it was right.
    if (same) return;
    if (end - at >= PIECE) {
#pragma unroll 1
      for (int i = 0; i < PIECE_QUADS; i += 4) {
        uint4 b0 = __ldg(from + 2);
        uint4 b1 = __ldg(from + 3);
        stepQuad<KIND, GROUPS>(t, a0, entries, seen);
        stepQuad<KIND, GROUPS>(t, a1, entries, seen);
        from += 4;
        a0 = __ldg(from);
        a1 = __ldg(from + 1);
        stepQuad<KIND, GROUPS>(t, b0, entries, seen);
        stepQuad<KIND, GROUPS>(t, b1, entries, seen);
      }
    } else {
#pragma unroll 1
      for (uint32_t i = at; i < end; i++) {
        stepByte<KIND, GROUPS>(t, ((const uint8_t*)s.text)[i], entries, seen);
      }
    }
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      note[g * pieceStride] = before[g] | (seen[g] & s.reportBit ? HAS_REPORT : 0);
    }
    note += s.segmentCount;
    at += PIECE;
  }
#pragma unroll
  for (int g = 0; g < GROUPS; g++) s.ends[g * s.segmentCount + segment] = common<KIND>(entries[g]);
}

// A warp reads 64 bytes of each of its 32 segments together, four lanes a segment, and turns them by way of shared
// memory. The four quads of a row change places, so that neither stores nor loads meet in a bank.
template <int KIND, int GROUPS>
__device__ __forceinline__ void runByWarps(const Table& t, const Scan& s, uint32_t segment) {
  uint32_t lane = threadIdx.x & 31;
  uint4* stage = shared + s.imageQuads + (threadIdx.x >> 5) * (32 * TILE_QUADS);
  uint32_t entries[GROUPS];
  start<KIND, GROUPS>(t, s, segment, entries);
  uint32_t pieceStride = s.segmentBytes / PIECE * s.segmentCount;
  uint32_t* note = s.pieces + segment;
  uint32_t row = lane / TILE_QUADS;
  uint32_t rowQuads = s.segmentBytes / 16;
  const uint4* from = s.text + (segment - lane + row) * rowQuads + lane % TILE_QUADS;
  uint4* to = stage + row * TILE_QUADS + (lane % TILE_QUADS ^ row >> 1 & 3);
  const uint4* mine = stage + lane * TILE_QUADS;
  uint32_t turn = lane >> 1 & 3;
  uint4 ahead[TILE_QUADS];
#pragma unroll
  for (int j = 0; j < TILE_QUADS; j++) ahead[j] = __ldcg(from + j * 8 * rowQuads);
  for (uint32_t piece = 0; piece < s.segmentBytes / PIECE; piece++) {
    uint32_t before[GROUPS];
    uint32_t seen[GROUPS];
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      before[g] = common<KIND>(entries[g]);
      seen[g] = 0;
    }
#pragma unroll 1
    for (int i = 0; i < PIECE_QUADS; i += TILE_QUADS) {
      __syncwarp();
#pragma unroll
      for (int j = 0; j < TILE_QUADS; j++) to[j * 8 * TILE_QUADS] = ahead[j];
      __syncwarp();
      from += TILE_QUADS;
#pragma unroll
      for (int j = 0; j < TILE_QUADS; j++) ahead[j] = __ldcg(from + j * 8 * rowQuads);
      __syncwarp();  // the compiler may not put loads off until they are needed
#pragma unroll
      for (int j = 0; j < TILE_QUADS; j++) stepQuad<KIND, GROUPS>(t, mine[j ^ turn], entries, seen);
    }
#pragma unroll
    for (int g = 0; g < GROUPS; g++) {
      note[g * pieceStride] = before[g] | (seen[g] & s.reportBit ? HAS_REPORT : 0);
    }
    note += s.segmentCount;
  }
#pragma unroll
  for (int g = 0; g < GROUPS; g++) s.ends[g * s.segmentCount + segment] = common<KIND>(entries[g]);
}

// A step of two chains over two texts.
template <int KIND>
__device__ __forceinline__ void stepQuads(const Table& t, const uint4* quads, uint32_t* entries, uint32_t* seen) {
#pragma unroll
  for (int k = 0; k < 16; k++) {
#pragma unroll
    for (int c = 0; c < 2; c++) {
      uint32_t word = k < 4 ? quads[c].x : k < 8 ? quads[c].y : k < 12 ? quads[c].z : quads[c].w;
      uint32_t column = columnOf<KIND>(t, __byte_perm(word, 0, 0x4440 + k % 4));
      entries[c] = next<KIND>(t, column, entries[c]);
      seen[c] |= entries[c];
    }
  }
}

// A lane runs two whole segments side by side: where tables are far, one chain waits most of the time.
template <int KIND>
__device__ __forceinline__ void runTwo(const Table& t, const Scan& s, uint32_t segment, uint32_t distance) {
  uint32_t entries[2];
  start<KIND, 1>(t, s, segment, entries);
  start<KIND, 1>(t, s, segment + distance, entries + 1);
  const uint4* from = s.text + segment * (s.segmentBytes / 16);
  uint64_t other = (uint64_t)distance * (s.segmentBytes / 16);
  uint32_t* note = s.pieces + segment;
  uint4 a[2] = {__ldg(from), __ldg(from + other)};
  for (uint32_t piece = 0; piece < s.segmentBytes / PIECE; piece++) {
    uint32_t before[2] = {entries[0], entries[1]};
    uint32_t seen[2] = {0, 0};
#pragma unroll 1
    for (int i = 0; i < PIECE_QUADS; i += 2) {
      uint4 b[2] = {__ldg(from + 1), __ldg(from + other + 1)};
      stepQuads<KIND>(t, a, entries, seen);
      from += 2;
      a[0] = __ldg(from);
      a[1] = __ldg(from + other);
      stepQuads<KIND>(t, b, entries, seen);
    }
    note[0] = before[0] | (seen[0] & s.reportBit ? HAS_REPORT : 0);
    note[distance] = before[1] | (seen[1] & s.reportBit ? HAS_REPORT : 0);
    note += s.segmentCount;
  }
  s.ends[segment] = entries[0];
  s.ends[segment + distance] = entries[1];
}

template <int KIND, int GROUPS, bool STAGED>
__device__ __forceinline__ void scanAll(const Table& t, const Scan& s) {
  for (uint32_t i = threadIdx.x; i < s.imageQuads; i += blockDim.x) shared[i] = __ldg(s.image + i);
  __syncthreads();
  uint32_t count = s.listed ? *s.listedCount : s.segmentCount;
  uint32_t lanes = gridDim.x * blockDim.x;
  for (uint32_t i = s.first + blockIdx.x * blockDim.x + threadIdx.x; i < count; i += lanes) {
    // Only whole segments are read together or run side by side; the last one may be short.
    if (KIND == FAR && !s.listed && i + lanes + 1 < count) {
      runTwo<KIND>(t, s, i, lanes);
      i += lanes;
    } else if (STAGED && !s.listed && i - (threadIdx.x & 31) + 32 < count) {
      runByWarps<KIND, GROUPS>(t, s, i);
    } else {
      runByLanes<KIND, GROUPS>(t, s, s.listed ? s.listed[i] : i);
    }
  }
}

#define SCAN_KERNEL(NAME, KIND, GROUPS, STAGED)                                                                  \
  extern "C" __global__ void __launch_bounds__(1024, 1)                                                         \
  NAME(const uint4* text, uint32_t length, uint32_t segmentBytes, uint32_t segmentCount, uint32_t lookBack,      \
       const uint4* image, uint32_t imageQuads, uint32_t stride, uint32_t hotEnd, uint32_t nearBase,             \
       const uint16_t* rows, uint32_t reportBit, uint32_t first, const uint32_t* exact, const uint32_t* guess,   \
       uint32_t originStride, const uint32_t* listed, const uint32_t* listedCount, uint32_t* starts,             \
       uint32_t* ends, uint32_t* pieces) {                                                                       \
    Table t = {stride, hotEnd, nearBase, rows};                                                                  \
    Scan s = {text,  length, segmentBytes, segmentCount, lookBack, image,       imageQuads, reportBit,           \
              first, exact,  guess,        originStride, listed,   listedCount, starts,     ends,      pieces};  \
    scanAll<KIND, GROUPS, STAGED>(t, s);                                                                         \
  }

SCAN_KERNEL(scanDirect1, DIRECT, 1, false)
SCAN_KERNEL(scanDirect2, DIRECT, 2, false)
SCAN_KERNEL(scanDirect4, DIRECT, 4, false)
SCAN_KERNEL(scanClassed1, CLASSED, 1, false)
SCAN_KERNEL(scanClassed2, CLASSED, 2, false)
SCAN_KERNEL(scanClassed4, CLASSED, 4, false)
SCAN_KERNEL(scanFar1, FAR, 1, false)
SCAN_KERNEL(scanPrivate1, PRIVATE, 1, false)
SCAN_KERNEL(scanPrivate2, PRIVATE, 2, false)
SCAN_KERNEL(scanPrivate4, PRIVATE, 4, false)
SCAN_KERNEL(scanPrivate1Staged, PRIVATE, 1, true)
SCAN_KERNEL(scanPrivate2Staged, PRIVATE, 2, true)
SCAN_KERNEL(scanPrivate4Staged, PRIVATE, 4, true)
SCAN_KERNEL(scanDirect1Staged, DIRECT, 1, true)
SCAN_KERNEL(scanDirect2Staged, DIRECT, 2, true)
SCAN_KERNEL(scanDirect4Staged, DIRECT, 4, true)
SCAN_KERNEL(scanClassed1Staged, CLASSED, 1, true)
SCAN_KERNEL(scanClassed2Staged, CLASSED, 2, true)
SCAN_KERNEL(scanClassed4Staged, CLASSED, 4, true)

// Finds segments that were taken to start in something else than the segment before ended in, corrects what they
// start in, and lists them. A thread a segment.
extern "C" __global__ void compareStarts(uint32_t groups, uint32_t segmentCount, uint32_t* starts,
                                         const uint32_t* ends, uint32_t* listed, uint32_t* notes) {
  uint32_t segment = blockIdx.x * blockDim.x + threadIdx.x;
  if (segment >= segmentCount) return;
  bool wrong = false;
  for (uint32_t g = 0; g < groups; g++) {
    uint32_t i = g * segmentCount + segment;
    if (segment > 0 && starts[i] != ends[i - 1]) {
      starts[i] = ends[i - 1];
      wrong = true;
    }
    if (segment + 1 == segmentCount) notes[NOTE_ENDS + g] = ends[i];
  }
  if (wrong) {
    listed[atomicAdd(notes + NOTE_WRONG, 1)] = segment;
    atomicMax(notes + NOTE_FIRST, segmentCount - segment);
  }
}

struct Rescan {
  const uint8_t* text;
  uint32_t length;
  uint32_t segmentBytes;
  uint32_t segmentCount;
  const uint8_t* image;
  int64_t base;             // where in the image the entry of class 0 and entry 0 would be
  uint32_t classStride;     // bytes from class to class
  uint32_t entryStride;     // bytes for 1 of an entry
  uint32_t reportBit;
};

struct Item {
  uint32_t order;           // its place among the pieces in the order of the reports
  uint32_t at;
  uint32_t end;
  uint32_t entry;
};

__device__ __forceinline__ Item itemOf(const Rescan& r, const uint32_t* pieces, uint32_t index) {
  uint32_t perSegment = r.segmentBytes / PIECE;
  uint32_t segment = index % r.segmentCount;
  uint32_t row = index / r.segmentCount;
  uint32_t piece = row % perSegment;
  Item item;
  item.order = (row / perSegment * r.segmentCount + segment) * perSegment + piece;
  item.at = segment * r.segmentBytes + piece * PIECE;
  item.end = min(item.at + PIECE, r.length);
  item.entry = pieces[index] & 0xffff;
  return item;
}

__device__ __forceinline__ uint32_t stepFar(const Rescan& r, uint32_t at, uint32_t entry) {
  int64_t offset = r.base + (int64_t)r.image[r.text[at]] * r.classStride + (int64_t)entry * r.entryStride;
  return __ldg((const uint16_t*)(r.image + offset));
}

// Lists the pieces that have reports. A thread a piece; the last segment may have fewer than there is room for.
extern "C" __global__ void listPieces(uint32_t length, uint32_t segmentBytes, uint32_t segmentCount,
                                      const uint32_t* pieces, uint32_t count, uint32_t* items, uint32_t* notes) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count || !(pieces[i] & HAS_REPORT)) return;
  uint32_t piece = i / segmentCount % (segmentBytes / PIECE);
  if (i % segmentCount * segmentBytes + piece * PIECE < length) items[atomicAdd(notes + NOTE_ITEMS, 1)] = i;
}

// Runs segments one after the other from the first wrong one on, where states do not meet. A thread a group.
extern "C" __global__ void chainSegments(const uint8_t* text, uint32_t length, uint32_t segmentBytes,
                                         uint32_t segmentCount, const uint8_t* image, int64_t base,
                                         uint32_t classStride, uint32_t entryStride, uint32_t reportBit,
                                         uint32_t groups, uint32_t first, uint32_t* starts, uint32_t* ends,
                                         uint32_t* pieces) {
  Rescan r = {text, length, segmentBytes, segmentCount, image, base, classStride, entryStride, reportBit};
  uint32_t g = threadIdx.x;
  if (g >= groups) return;
  uint32_t* groupPieces = pieces + segmentBytes / PIECE * segmentCount * g;
  for (uint32_t segment = first; segment < segmentCount; segment++) {
    uint32_t i = g * segmentCount + segment;
    uint32_t entry = segment == first ? starts[i] : ends[i - 1];
    starts[i] = entry;
    uint32_t at = segment * segmentBytes;
    uint32_t end = min(at + segmentBytes, length);
    uint32_t* note = groupPieces + segment;
    // What the segment last ran from is in its first piece: starts may have been corrected since.
    bool met = false;
    while (at < end && !met) {
      uint32_t before = entry;
      met = (*note & 0xffff) == entry;
      uint32_t pieceEnd = met ? at : min(at + PIECE, end);
      uint32_t seen = 0;
      for (; at < pieceEnd; at++) {
        entry = stepFar(r, at, entry);
        seen |= entry;
      }
      if (!met) *note = before | (seen & reportBit ? HAS_REPORT : 0);
      note += segmentCount;
    }
    if (!met) ends[i] = entry;
  }
}

// Counts the reports of listed pieces.
extern "C" __global__ void countReports(const uint8_t* text, uint32_t length, uint32_t segmentBytes,
                                        uint32_t segmentCount, const uint8_t* image, int64_t base,
                                        uint32_t classStride, uint32_t entryStride, uint32_t reportBit,
                                        const uint32_t* pieces, const uint32_t* items, const uint32_t* notes,
                                        uint32_t* counts) {
  Rescan r = {text, length, segmentBytes, segmentCount, image, base, classStride, entryStride, reportBit};
  uint32_t itemCount = notes[NOTE_ITEMS];
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < itemCount; i += gridDim.x * blockDim.x) {
    Item item = itemOf(r, pieces, items[i]);
    uint32_t count = 0;
    for (uint32_t at = item.at; at < item.end; at++) {
      item.entry = stepFar(r, at, item.entry);
      count += (item.entry & reportBit) != 0;
    }
    counts[item.order] = count;
  }
}

// The sum over a warp's lanes up to each.
__device__ __forceinline__ uint32_t sumUpTo(uint32_t value, uint32_t lane) {
  for (uint32_t d = 1; d < 32; d <<= 1) {
    uint32_t other = __shfl_up_sync(0xffffffffu, value, d);
    if (lane >= d) value += other;
  }
  return value;
}

// The sum over the threads of a block before each; all is their sum. For 1024 threads.
__device__ __forceinline__ uint32_t sumBefore(uint32_t value, uint32_t* sums, uint32_t* all) {
  uint32_t lane = threadIdx.x & 31;
  uint32_t warp = threadIdx.x >> 5;
  uint32_t upTo = sumUpTo(value, lane);
  __syncthreads();
  if (lane == 31) sums[warp] = upTo;
  __syncthreads();
  if (warp == 0) sums[lane] = sumUpTo(sums[lane], lane);
  __syncthreads();
  *all = sums[31];
  return upTo - value + (warp > 0 ? sums[warp - 1] : 0);
}

// Turns counts into sums of those before in a block's share, and notes the sum of each share. 1024 threads.
extern "C" __global__ void __launch_bounds__(1024) scanCounts(uint4* counts, uint32_t* totals) {
  __shared__ uint32_t sums[32];
  uint32_t i = blockIdx.x * (COUNTS_A_BLOCK / 4) + threadIdx.x;
  uint4 mine = counts[i];
  uint32_t all;
  uint32_t before = sumBefore(mine.x + mine.y + mine.z + mine.w, sums, &all);
  counts[i] = make_uint4(before, before + mine.x, before + mine.x + mine.y, before + mine.x + mine.y + mine.z);
  if (threadIdx.x == 0) totals[blockIdx.x] = all;
}

// Turns the sums of shares into sums of those before, and notes where each group's reports start. One block of
// 1024 threads.
extern "C" __global__ void __launch_bounds__(1024)
scanTotals(uint32_t* totals, uint32_t shares, const uint32_t* counts, uint32_t groups, uint32_t groupPieces,
           uint32_t* notes) {
  __shared__ uint32_t sums[32];
  uint32_t running = 0;
  for (uint32_t from = 0; from < shares; from += blockDim.x) {
    uint32_t i = from + threadIdx.x;
    uint32_t all;
    uint32_t before = sumBefore(i < shares ? totals[i] : 0, sums, &all);
    if (i < shares) totals[i] = running + before;
    running += all;
  }
  __syncthreads();
  if (threadIdx.x == 0) notes[NOTE_TOTAL] = running;
  if (threadIdx.x < groups) {
    uint32_t piece = threadIdx.x * groupPieces;
    notes[NOTE_OFFSETS + threadIdx.x] = totals[piece / COUNTS_A_BLOCK] + counts[piece];
  }
}

// Writes the reports of listed pieces that are among a window of all of them: an entry and an end each.
extern "C" __global__ void writeReports(const uint8_t* text, uint32_t length, uint32_t segmentBytes,
                                        uint32_t segmentCount, const uint8_t* image, int64_t base,
                                        uint32_t classStride, uint32_t entryStride, uint32_t reportBit,
                                        const uint32_t* pieces, const uint32_t* items, const uint32_t* notes,
                                        const uint32_t* counts, const uint32_t* totals, uint32_t from,
                                        uint32_t capacity, uint2* records) {
  Rescan r = {text, length, segmentBytes, segmentCount, image, base, classStride, entryStride, reportBit};
  uint32_t itemCount = notes[NOTE_ITEMS];
  for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < itemCount; i += gridDim.x * blockDim.x) {
    Item item = itemOf(r, pieces, items[i]);
    uint32_t place = totals[item.order / COUNTS_A_BLOCK] + counts[item.order];
    if (place >= from + capacity || place + PIECE <= from) continue;
    for (uint32_t at = item.at; at < item.end; at++) {
      item.entry = stepFar(r, at, item.entry);
      if (item.entry & reportBit) {
        if (place >= from && place - from < capacity) records[place - from] = make_uint2(at + 1, item.entry);
        place++;
      }
    }
  }
}
