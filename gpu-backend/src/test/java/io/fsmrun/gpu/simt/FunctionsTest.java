package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.DeviceBuffer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each function of numbers, on random and special ones, against what Java says. In instructions d,
 * a, b and c are followed by their bits, p and q are predicates that hold if b and c are odd.
 */
class FunctionsTest {

  private static final int THREADS = 256;
  private static final long SEED = 20260301;
  private static final long[] SPECIAL = {
    0,
    1,
    2,
    7,
    8,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    255,
    0x7FFF,
    0x8000,
    0xFFFF,
    -1,
    -2,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    0xFFFFFFFFL,
    0x80000000L
  };

  /** What an instruction gives, from numbers of 64 bits whose low bits it sees. */
  @FunctionalInterface
  private interface Oracle {
    long apply(long a, long b, long c);
  }

  private record Case(String ptx, Oracle oracle) {
    @Override
    public String toString() {
      return ptx;
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isAsInJava(Object object) {
    Case test = (Case) object;
    Random random = new Random(SEED);
    long[] memory = new long[4 * THREADS];
    for (int i = 0; i < THREADS; i++) {
      for (int k = 0; k < 3; k++) {
        memory[4 * i + k] =
            random.nextInt(3) == 0
                ? SPECIAL[random.nextInt(SPECIAL.length)]
                : random.nextBoolean() ? random.nextLong() : random.nextInt();
      }
    }
    try (Bench bench = new Bench()) {
      DeviceBuffer buffer = bench.buffer(memory);
      bench.run(ptx(test.ptx), 1, THREADS, 0, buffer);
      long[] results = bench.longs(buffer);
      for (int i = 0; i < 4 * THREADS; i += 4) {
        long expected = test.oracle.apply(memory[i], memory[i + 1], memory[i + 2]) & mask(test.ptx);
        assertThat(results[i + 3])
            .as("seed %d: %x, %x, %x", SEED, memory[i], memory[i + 1], memory[i + 2])
            .isEqualTo(expected);
      }
    }
  }

  private static long mask(String ptx) {
    return ptx.contains("d64") ? -1 : ptx.contains("d16") ? 0xFFFF : 0xFFFFFFFFL;
  }

  private static String ptx(String instruction) {
    String result =
        instruction.contains("d64")
            ? "mov.b64 %q3, d64;"
            : instruction.contains("d16") ? "cvt.u64.u16 %q3, d16;" : "cvt.u64.u32 %q3, d32;";
    return Bench.kernel(
        """
        .reg .b16 a16, b16, c16, d16;
        .reg .b32 a32, b32, c32, d32;
        .reg .b64 a64, b64, c64, d64;
        .reg .pred p, q, r, s;
        """,
        """
        mov.u32 %r0, %tid.x;
        mul.wide.u32 %q0, %r0, 32;
        add.s64 %q0, %q0, %out;
        ld.global.u64 a64, [%q0];
        ld.global.v2.u64 {b64, c64}, [%q0+0];
        ld.global.u64 b64, [%q0+8];
        ld.global.u64 c64, [%q0+16];
        cvt.u32.u64 a32, a64;
        cvt.u32.u64 b32, b64;
        cvt.u32.u64 c32, c64;
        cvt.u16.u64 a16, a64;
        cvt.u16.u64 b16, b64;
        cvt.u16.u64 c16, c64;
        and.b32 %r1, b32, 1;
        setp.eq.u32 p, %r1, 1;
        and.b32 %r1, c32, 1;
        setp.eq.u32 q, %r1, 1;
        """
            + instruction
            + ";\n"
            + result
            + "\nst.global.u64 [%q0+24], %q3;\n");
  }

  private static final List<Case> CASES = new ArrayList<>();

  private static void add(String ptx, Oracle oracle) {
    CASES.add(new Case(ptx, oracle));
  }

  private static long u(long x) {
    return x & 0xFFFFFFFFL;
  }

  private static int i(long x) {
    return (int) x;
  }

  private static short h(long x) {
    return (short) x;
  }

  private static BigInteger unsigned(long x) {
    return new BigInteger(Long.toUnsignedString(x));
  }

  private static long big(boolean is) {
    return is ? 1 : 0;
  }

  static Stream<Object> cases() {
    if (CASES.isEmpty()) {
      sums();
      products();
      quotients();
      carries();
      shifts();
      bits();
      bytes();
      comparisons();
      choices();
      conversions();
      narrow();
    }
    return CASES.stream().map(Object.class::cast);
  }

  private static void sums() {
    add("add.s32 d32, a32, b32", (a, b, c) -> a + b);
    add("add.s32 d32, a32, -5", (a, b, c) -> a - 5);
    add("add.s64 d64, a64, b64", (a, b, c) -> a + b);
    add("add.s64 d64, a64, -5", (a, b, c) -> a - 5);
    add("add.s64 d64, a64, 0xFFFFFFFFFFFFFFFF", (a, b, c) -> a - 1);
    add("add.sat.s32 d32, a32, b32", (a, b, c) -> clamp((long) i(a) + i(b)));
    add("sub.sat.s32 d32, a32, b32", (a, b, c) -> clamp((long) i(a) - i(b)));
    add("sub.s32 d32, a32, b32", (a, b, c) -> a - b);
    add("sub.s64 d64, a64, b64", (a, b, c) -> a - b);
    add("neg.s32 d32, a32", (a, b, c) -> -a);
    add("neg.s64 d64, a64", (a, b, c) -> -a);
    add("abs.s32 d32, a32", (a, b, c) -> Math.abs(i(a)));
    add("abs.s64 d64, a64", (a, b, c) -> Math.abs(a));
    add("min.s32 d32, a32, b32", (a, b, c) -> Math.min(i(a), i(b)));
    add("min.u32 d32, a32, b32", (a, b, c) -> Math.min(u(a), u(b)));
    add("max.s32 d32, a32, b32", (a, b, c) -> Math.max(i(a), i(b)));
    add("max.u32 d32, a32, b32", (a, b, c) -> Math.max(u(a), u(b)));
    add("min.s64 d64, a64, b64", (a, b, c) -> Math.min(a, b));
    add("max.s64 d64, a64, b64", (a, b, c) -> Math.max(a, b));
    add("min.u64 d64, a64, b64", (a, b, c) -> unsigned(a).min(unsigned(b)).longValue());
    add("max.u64 d64, a64, b64", (a, b, c) -> unsigned(a).max(unsigned(b)).longValue());
    add("sad.s32 d32, a32, b32, c32", (a, b, c) -> Math.abs((long) i(a) - i(b)) + c);
    add("sad.u32 d32, a32, b32, c32", (a, b, c) -> Math.abs(u(a) - u(b)) + c);
    add(
        "sad.u64 d64, a64, b64, c64",
        (a, b, c) -> unsigned(a).subtract(unsigned(b)).abs().longValue() + c);
  }

  private static long clamp(long x) {
    return Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, x));
  }

  private static void products() {
    add("mul.lo.s32 d32, a32, b32", (a, b, c) -> a * b);
    add("mul.lo.u64 d64, a64, b64", (a, b, c) -> a * b);
    add("mul.hi.s32 d32, a32, b32", (a, b, c) -> (long) i(a) * i(b) >> 32);
    add("mul.hi.u32 d32, a32, b32", (a, b, c) -> u(a) * u(b) >>> 32);
    add(
        "mul.hi.s64 d64, a64, b64",
        (a, b, c) ->
            BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).shiftRight(64).longValue());
    add(
        "mul.hi.u64 d64, a64, b64",
        (a, b, c) -> unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue());
    add("mul.wide.s32 d64, a32, b32", (a, b, c) -> (long) i(a) * i(b));
    add("mul.wide.u32 d64, a32, b32", (a, b, c) -> u(a) * u(b));
    add("mul.wide.u32 d64, a32, -858993459", (a, b, c) -> u(a) * u(-858993459));
    add("mad.lo.s32 d32, a32, b32, c32", (a, b, c) -> a * b + c);
    add("mad.lo.u64 d64, a64, b64, c64", (a, b, c) -> a * b + c);
    add("mad.hi.u32 d32, a32, b32, c32", (a, b, c) -> (u(a) * u(b) >>> 32) + c);
    add("mad.hi.sat.s32 d32, a32, b32, c32", (a, b, c) -> clamp(((long) i(a) * i(b) >> 32) + i(c)));
    add("mad.wide.s32 d64, a32, b32, c64", (a, b, c) -> (long) i(a) * i(b) + c);
    add("mad.wide.u32 d64, a32, b32, c64", (a, b, c) -> u(a) * u(b) + c);
    add("mul24.lo.u32 d32, a32, b32", (a, b, c) -> (a & 0xFFFFFF) * (b & 0xFFFFFF));
    add("mul24.hi.u32 d32, a32, b32", (a, b, c) -> (a & 0xFFFFFF) * (b & 0xFFFFFF) >>> 16);
  }

  private static void quotients() {
    // Divisors are made odd: what 0 gives is not defined.
    add("or.b32 b32, b32, 1; div.s32 d32, a32, b32", (a, b, c) -> i(a) / (i(b) | 1));
    add("or.b32 b32, b32, 1; rem.s32 d32, a32, b32", (a, b, c) -> i(a) % (i(b) | 1));
    add("or.b32 b32, b32, 1; div.u32 d32, a32, b32", (a, b, c) -> u(a) / (u(b) | 1));
    add("or.b32 b32, b32, 1; rem.u32 d32, a32, b32", (a, b, c) -> u(a) % (u(b) | 1));
    add("or.b64 b64, b64, 1; div.s64 d64, a64, b64", (a, b, c) -> a / (b | 1));
    add("or.b64 b64, b64, 1; rem.s64 d64, a64, b64", (a, b, c) -> a % (b | 1));
    add(
        "or.b64 b64, b64, 1; div.u64 d64, a64, b64",
        (a, b, c) -> unsigned(a).divide(unsigned(b | 1)).longValue());
    add(
        "or.b64 b64, b64, 1; rem.u64 d64, a64, b64",
        (a, b, c) -> unsigned(a).mod(unsigned(b | 1)).longValue());
  }

  private static void carries() {
    // Numbers of 64 and 128 bits by halves; the first operand is doubled by adding it twice.
    String halves = "mov.b64 {%r2, %r3}, a64; mov.b64 {%r4, %r5}, b64; mov.b64 {%r6, %r7}, c64;";
    String whole = "mov.b64 d64, {%r8, %r9}";
    add(
        halves + "add.cc.u32 %r8, %r2, %r4; addc.cc.u32 %r9, %r3, %r5;" + whole,
        (a, b, c) -> a + b);
    add(halves + "sub.cc.u32 %r8, %r2, %r4; subc.u32 %r9, %r3, %r5;" + whole, (a, b, c) -> a - b);
    add(
        "add.cc.u64 %q4, a64, b64; addc.u64 d64, a64, c64",
        (a, b, c) -> unsigned(a).add(unsigned(b)).shiftRight(64).longValue() + a + c);
    add(
        "sub.cc.u64 %q4, a64, b64; subc.u64 d64, a64, c64",
        (a, b, c) -> a - c - big(Long.compareUnsigned(a, b) < 0));
    add(
        "add.cc.u64 %q4, a64, b64; addc.cc.u64 %q5, c64, b64; addc.u64 d64, 0, 0",
        (a, b, c) ->
            unsigned(c)
                .add(unsigned(b))
                .add(unsigned(a).add(unsigned(b)).shiftRight(64))
                .shiftRight(64)
                .longValue());
    add(
        "sub.cc.u64 %q4, a64, b64; subc.cc.u64 %q5, c64, b64; subc.u64 d64, 0, 0",
        (a, b, c) ->
            unsigned(c)
                .subtract(unsigned(b))
                .subtract(BigInteger.valueOf(big(Long.compareUnsigned(a, b) < 0)))
                .shiftRight(64)
                .longValue());
    add(
        "mad.lo.cc.u32 %r8, a32, b32, c32; madc.hi.u32 %r9, a32, b32, c32;" + whole,
        (a, b, c) -> u(a) * u(b) + u(c) + (c << 32));
    add(
        "mad.lo.cc.u64 %q4, a64, b64, c64; madc.hi.u64 d64, a64, b64, 0",
        (a, b, c) -> unsigned(a).multiply(unsigned(b)).add(unsigned(c)).shiftRight(64).longValue());
  }

  private static int by(long amount, int most) {
    return Integer.compareUnsigned((int) amount, most) > 0 ? most : (int) amount;
  }

  private static void shifts() {
    add("shl.b32 d32, a32, b32", (a, b, c) -> u(a) << by(b, 32));
    add("shr.u32 d32, a32, b32", (a, b, c) -> u(a) >>> by(b, 32));
    add("shr.s32 d32, a32, b32", (a, b, c) -> i(a) >> by(b, 31));
    add("shl.b32 d32, a32, 32", (a, b, c) -> 0);
    add("shr.s32 d32, a32, 40", (a, b, c) -> i(a) < 0 ? -1 : 0);
    add("shl.b64 d64, a64, b32", (a, b, c) -> by(b, 64) == 64 ? 0 : a << by(b, 64));
    add("shr.u64 d64, a64, b32", (a, b, c) -> by(b, 64) == 64 ? 0 : a >>> by(b, 64));
    add("shr.s64 d64, a64, b32", (a, b, c) -> a >> by(b, 63));
    add(
        "shf.l.wrap.b32 d32, a32, b32, c32",
        (a, b, c) -> funnel(a, b).shiftLeft(i(c) & 31).shiftRight(32).longValue());
    add(
        "shf.l.clamp.b32 d32, a32, b32, c32",
        (a, b, c) -> funnel(a, b).shiftLeft(by(c, 32)).shiftRight(32).longValue());
    add(
        "shf.r.wrap.b32 d32, a32, b32, c32",
        (a, b, c) -> funnel(a, b).shiftRight(i(c) & 31).longValue());
    add(
        "shf.r.clamp.b32 d32, a32, b32, c32",
        (a, b, c) -> funnel(a, b).shiftRight(by(c, 32)).longValue());
  }

  private static BigInteger funnel(long low, long high) {
    return BigInteger.valueOf(u(high)).shiftLeft(32).add(BigInteger.valueOf(u(low)));
  }

  private static void bits() {
    add("and.b32 d32, a32, b32", (a, b, c) -> a & b);
    add("or.b32 d32, a32, b32", (a, b, c) -> a | b);
    add("xor.b32 d32, a32, b32", (a, b, c) -> a ^ b);
    add("not.b32 d32, a32", (a, b, c) -> ~a);
    add("cnot.b32 d32, a32", (a, b, c) -> big(i(a) == 0));
    add("and.b64 d64, a64, b64", (a, b, c) -> a & b);
    add("or.b64 d64, a64, b64", (a, b, c) -> a | b);
    add("xor.b64 d64, a64, b64", (a, b, c) -> a ^ b);
    add("not.b64 d64, a64", (a, b, c) -> ~a);
    add("cnot.b64 d64, a64", (a, b, c) -> big(a == 0));
    for (int table : new int[] {0x96, 0x80, 0xFE, 0xEA, 0xE8, 0xCA, 0x1B, 0x6D, 0xF8, 0x78}) {
      add("lop3.b32 d32, a32, b32, c32, " + table, (a, b, c) -> logic(a, b, c, table));
    }
    add("popc.b32 d32, a32", (a, b, c) -> Integer.bitCount(i(a)));
    add("popc.b64 d32, a64", (a, b, c) -> Long.bitCount(a));
    add("clz.b32 d32, a32", (a, b, c) -> Integer.numberOfLeadingZeros(i(a)));
    add("clz.b64 d32, a64", (a, b, c) -> Long.numberOfLeadingZeros(a));
    add("brev.b32 d32, a32", (a, b, c) -> Integer.reverse(i(a)));
    add("brev.b64 d64, a64", (a, b, c) -> Long.reverse(a));
    add("bfind.u32 d32, a32", (a, b, c) -> 31 - Integer.numberOfLeadingZeros(i(a)));
    add(
        "bfind.s32 d32, a32",
        (a, b, c) -> 31 - Integer.numberOfLeadingZeros(i(a) < 0 ? ~i(a) : i(a)));
    add(
        "bfind.shiftamt.u32 d32, a32",
        (a, b, c) -> i(a) == 0 ? -1 : Integer.numberOfLeadingZeros(i(a)));
    add("bfind.u64 d32, a64", (a, b, c) -> 63 - Long.numberOfLeadingZeros(a));
    add("bfind.s64 d32, a64", (a, b, c) -> 63 - Long.numberOfLeadingZeros(a < 0 ? ~a : a));
    add("bfe.u32 d32, a32, 5, 9", (a, b, c) -> u(a) >>> 5 & 0x1FF);
    add("bfe.s32 d32, a32, 5, 9", (a, b, c) -> i(a) << 18 >> 23);
    add("bfe.s32 d32, a32, 28, 9", (a, b, c) -> i(a) >> 28);
    add("bfe.u32 d32, a32, 28, 9", (a, b, c) -> i(a) >>> 28);
    add("bfe.u64 d64, a64, 40, 20", (a, b, c) -> a >>> 40 & 0xFFFFF);
    add("bfe.s64 d64, a64, 40, 20", (a, b, c) -> a << 4 >> 44);
    add("bfe.u32 d32, a32, b32, 0", (a, b, c) -> 0);
    add("bfi.b32 d32, a32, b32, 4, 8", (a, b, c) -> b & ~0xFF0L | (a & 0xFF) << 4);
    add("bfi.b32 d32, a32, b32, 28, 8", (a, b, c) -> b & 0xFFFFFFFL | (a & 0xF) << 28);
    add("bfi.b64 d64, a64, b64, 40, 8", (a, b, c) -> b & ~(0xFFL << 40) | (a & 0xFF) << 40);
    add("fns.b32 d32, a32, 0, 3", (a, b, c) -> third(i(a)));
  }

  private static long third(int mask) {
    int twoLess = mask & mask - 1;
    twoLess &= twoLess - 1;
    return twoLess == 0 ? -1 : Integer.numberOfTrailingZeros(twoLess);
  }

  private static long logic(long a, long b, long c, int table) {
    long result = 0;
    for (int k = 0; k < 32; k++) {
      long index = (a >>> k & 1) << 2 | (b >>> k & 1) << 1 | c >>> k & 1;
      result |= (table >>> index & 1L) << k;
    }
    return result;
  }

  private static long bytes(long a, long b, int... chosen) {
    long result = 0;
    for (int k = 0; k < 4; k++) {
      // Written as in PTX: the top byte first.
      long from = chosen[3 - k] < 4 ? a : b;
      result |= (from >>> 8 * (chosen[3 - k] & 3) & 0xFF) << 8 * k;
    }
    return result;
  }

  private static void bytes() {
    add("prmt.b32 d32, a32, b32, 0x5410", (a, b, c) -> bytes(a, b, 5, 4, 1, 0));
    add("prmt.b32 d32, a32, b32, 0x7362", (a, b, c) -> bytes(a, b, 7, 3, 6, 2));
    add("prmt.b32 d32, a32, b32, 0x0123", (a, b, c) -> Integer.reverseBytes(i(a)));
    add(
        "prmt.b32 d32, a32, b32, 0xBB99",
        (a, b, c) -> (a >> 31 & 1) * 0xFFFF0000L | (a >> 15 & 1) * 0xFFFFL);
    add("prmt.b32.f4e d32, a32, b32, 1", (a, b, c) -> bytes(a, b, 4, 3, 2, 1));
    add("prmt.b32.f4e d32, a32, b32, 3", (a, b, c) -> bytes(a, b, 6, 5, 4, 3));
    add("prmt.b32.b4e d32, a32, b32, 0", (a, b, c) -> bytes(a, b, 5, 6, 7, 0));
    add("prmt.b32.b4e d32, a32, b32, 2", (a, b, c) -> bytes(a, b, 7, 0, 1, 2));
    add("prmt.b32.rc8 d32, a32, b32, 2", (a, b, c) -> bytes(a, b, 2, 2, 2, 2));
    add("prmt.b32.ecl d32, a32, b32, 1", (a, b, c) -> bytes(a, b, 3, 2, 1, 1));
    add("prmt.b32.ecr d32, a32, b32, 2", (a, b, c) -> bytes(a, b, 2, 2, 1, 0));
    add("prmt.b32.rc16 d32, a32, b32, 1", (a, b, c) -> bytes(a, b, 3, 2, 3, 2));
    add("dp4a.u32.u32 d32, a32, b32, c32", (a, b, c) -> dot(a, b, c, false, false));
    add("dp4a.s32.s32 d32, a32, b32, c32", (a, b, c) -> dot(a, b, c, true, true));
    add("dp4a.s32.u32 d32, a32, b32, c32", (a, b, c) -> dot(a, b, c, true, false));
  }

  private static long dot(long a, long b, long c, boolean aSigned, boolean bSigned) {
    long sum = c;
    for (int k = 0; k < 4; k++) {
      long x = a >>> 8 * k & 0xFF;
      long y = b >>> 8 * k & 0xFF;
      sum += (aSigned ? (byte) x : x) * (bSigned ? (byte) y : y);
    }
    return sum;
  }

  private static void comparison(String name, int sign, boolean equal, boolean negate) {
    // Holds if the signum of the comparison is this, or if equal and that counts; or not.
    for (String type :
        name.length() == 2 && "lo ls hi hs".contains(name)
            ? new String[] {"u32", "u64", "u16"}
            : new String[] {"u32", "s32", "u64", "s64", "u16", "s16"}) {
      String bits = type.substring(1);
      add(
          "setp." + name + "." + type + " r, a" + bits + ", b" + bits + "; selp.u32 d32, 1, 0, r",
          (a, b, c) -> big(holds(type, a, b, sign, equal) != negate));
      add(
          "mov.b64 b64, a64; mov.b32 b32, a32; mov.b16 b16, a16; setp."
              + (name + "." + type + " r, a" + bits + ", b" + bits)
              + "; selp.u32 d32, 1, 0, r",
          (a, b, c) -> big(equal != negate));
    }
  }

  private static boolean holds(String type, long a, long b, int sign, boolean equal) {
    int compared =
        switch (type) {
          case "u32" -> Integer.compareUnsigned(i(a), i(b));
          case "s32" -> Integer.compare(i(a), i(b));
          case "u64" -> Long.compareUnsigned(a, b);
          case "s64" -> Long.compare(a, b);
          case "u16" -> Integer.compare(h(a) & 0xFFFF, h(b) & 0xFFFF);
          default -> Integer.compare(h(a), h(b));
        };
    return compared == 0 ? equal : Integer.signum(compared) == sign;
  }

  private static void comparisons() {
    comparison("eq", 0, true, false);
    comparison("ne", 0, true, true);
    comparison("lt", -1, false, false);
    comparison("le", -1, true, false);
    comparison("gt", 1, false, false);
    comparison("ge", 1, true, false);
    comparison("lo", -1, false, false);
    comparison("ls", -1, true, false);
    comparison("hi", 1, false, false);
    comparison("hs", 1, true, false);
    String two = "; selp.u32 %r2, 1, 0, r; selp.u32 %r3, 2, 0, s; or.b32 d32, %r2, %r3";
    add(
        "setp.lt.and.s32 r|s, a32, b32, q" + two,
        (a, b, c) -> (c & 1) == 0 ? 0 : i(a) < i(b) ? 1 : 2);
    add(
        "setp.lt.or.s32 r|s, a32, b32, !q" + two,
        (a, b, c) -> (c & 1) == 0 ? 3 : i(a) < i(b) ? 1 : 2);
    add("setp.lt.xor.s32 r|s, a32, b32, q" + two, (a, b, c) -> i(a) < i(b) ^ (c & 1) != 0 ? 1 : 2);
    add("setp.lt.s32 r|s, a32, b32" + two, (a, b, c) -> i(a) < i(b) ? 1 : 2);
    add("set.lt.u32.s32 d32, a32, b32", (a, b, c) -> i(a) < i(b) ? -1 : 0);
    add("set.lt.and.u32.s32 d32, a32, b32, q", (a, b, c) -> i(a) < i(b) && c % 2 != 0 ? -1 : 0);
  }

  private static void choices() {
    add("selp.b32 d32, a32, b32, q", (a, b, c) -> (c & 1) != 0 ? a : b);
    add("selp.b64 d64, a64, b64, q", (a, b, c) -> (c & 1) != 0 ? a : b);
    add("selp.b16 d16, a16, -1, q", (a, b, c) -> (c & 1) != 0 ? a : -1);
    add("slct.u32.s32 d32, a32, b32, c32", (a, b, c) -> i(c) >= 0 ? a : b);
    add("slct.u64.s32 d64, a64, b64, c32", (a, b, c) -> i(c) >= 0 ? a : b);
    String result = " ; selp.u32 d32, 1, 0, r";
    add("and.pred r, p, q" + result, (a, b, c) -> b & c & 1);
    add("or.pred r, p, !q" + result, (a, b, c) -> (b | ~c) & 1);
    add("xor.pred r, p, q" + result, (a, b, c) -> (b ^ c) & 1);
    add("not.pred r, p" + result, (a, b, c) -> ~b & 1);
    add("mov.pred r, p" + result, (a, b, c) -> b & 1);
    add("mov.pred r, 1" + result, (a, b, c) -> 1);
    add("mov.u32 d32, a32; @p mov.u32 d32, b32", (a, b, c) -> (b & 1) != 0 ? b : a);
    add("mov.u32 d32, a32; @!p add.u32 d32, b32, c32", (a, b, c) -> (b & 1) == 0 ? b + c : a);
    add("{ .reg .u32 a32; mov.u32 a32, 5; } mov.u32 d32, a32", (a, b, c) -> a);
  }

  private static void conversions() {
    add("cvt.s64.s32 d64, a32", (a, b, c) -> i(a));
    add("cvt.u64.u32 d64, a32", (a, b, c) -> u(a));
    add("cvt.u32.u64 d32, a64", (a, b, c) -> a);
    add("cvt.s32.s8 d32, a32", (a, b, c) -> (byte) a);
    add("cvt.u32.u8 d32, a32", (a, b, c) -> a & 0xFF);
    add("cvt.s32.s16 d32, a16", (a, b, c) -> h(a));
    add("cvt.u32.u16 d32, a16", (a, b, c) -> a & 0xFFFF);
    add("cvt.s64.s16 d64, a16", (a, b, c) -> h(a));
    add("cvt.s16.s8 d16, a16", (a, b, c) -> (byte) a);
    add("cvt.u16.u32 d16, a32", (a, b, c) -> a);
    add("cvt.s8.s32 d32, a32", (a, b, c) -> (byte) a);
    add("cvt.u8.u32 d32, a32", (a, b, c) -> a & 0xFF);
    add("cvt.sat.s32.s64 d32, a64", (a, b, c) -> clamp(a));
    add("cvt.sat.u32.s64 d32, a64", (a, b, c) -> Math.max(0, Math.min(0xFFFFFFFFL, a)));
    add("cvt.sat.u8.s32 d32, a32", (a, b, c) -> Math.max(0, Math.min(255, i(a))));
    add("cvt.sat.s32.u32 d32, a32", (a, b, c) -> Math.min(Integer.MAX_VALUE, u(a)));
    add("mov.b32 {%h0, %h1}, a32; mov.b32 d32, {%h1, %h0}", (a, b, c) -> u(a) >>> 16 | a << 16);
    add(
        "mov.b64 {%h0, %h1, %h2, %h3}, a64; mov.b64 d64, {%h3, %h0, %h1, %h2}",
        (a, b, c) -> Long.rotateLeft(a, 16));
    add("mov.b64 {%r2, _}, a64; mov.b64 d64, {b32, %r2}", (a, b, c) -> u(b) | a << 32);
  }

  private static void narrow() {
    add("add.s16 d16, a16, b16", (a, b, c) -> a + b);
    add("sub.s16 d16, a16, b16", (a, b, c) -> a - b);
    add("mul.lo.s16 d16, a16, b16", (a, b, c) -> a * b);
    add("mul.hi.s16 d16, a16, b16", (a, b, c) -> h(a) * h(b) >> 16);
    add("mul.hi.u16 d16, a16, b16", (a, b, c) -> (a & 0xFFFF) * (b & 0xFFFF) >> 16);
    add("mul.wide.u16 d32, a16, b16", (a, b, c) -> (a & 0xFFFF) * (b & 0xFFFF));
    add("mul.wide.s16 d32, a16, b16", (a, b, c) -> h(a) * h(b));
    add("mad.lo.s16 d16, a16, b16, c16", (a, b, c) -> a * b + c);
    add("mad.wide.u16 d32, a16, b16, c32", (a, b, c) -> (a & 0xFFFF) * (b & 0xFFFF) + c);
    add("and.b16 d16, a16, 255", (a, b, c) -> a & 255);
    add("xor.b16 d16, a16, -1", (a, b, c) -> ~a);
    add("not.b16 d16, a16", (a, b, c) -> ~a);
    add("neg.s16 d16, a16", (a, b, c) -> -a);
    add("shl.b16 d16, a16, b32", (a, b, c) -> (a & 0xFFFF) << by(b, 16));
    add("shr.u16 d16, a16, b32", (a, b, c) -> (a & 0xFFFF) >> by(b, 16));
    add("shr.s16 d16, a16, b32", (a, b, c) -> h(a) >> by(b, 16));
    add("min.u16 d16, a16, b16", (a, b, c) -> Math.min(a & 0xFFFF, b & 0xFFFF));
    add("max.s16 d16, a16, b16", (a, b, c) -> Math.max(h(a), h(b)));
    add("or.b16 b16, b16, 1; div.u16 d16, a16, b16", (a, b, c) -> (a & 0xFFFF) / (b & 0xFFFF | 1));
    add("mov.u16 d16, -2", (a, b, c) -> -2);
  }
}
