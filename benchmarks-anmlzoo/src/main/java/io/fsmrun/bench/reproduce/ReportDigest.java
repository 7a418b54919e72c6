package io.fsmrun.bench.reproduce;

import io.fsmrun.core.report.ReportSink;
import java.util.HexFormat;

/**
 * Counts and digests reports. Two runs agree if both are equal; the digest depends on the order. It
 * protects against defects, not against forgery. For one thread.
 */
final class ReportDigest implements ReportSink {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long count;
  private long digest = 1;

  @Override
  public void report(int rule, long end) {
    count++;
    digest = mix(digest * MULTIPLIER + rule);
    digest = mix(digest * MULTIPLIER + end);
  }

  /** The last step of SplitMix64, so that every bit of the input moves about half of the others. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  long count() {
    return count;
  }

  /** 16 hexadecimal digits. */
  String hex() {
    return HexFormat.of().toHexDigits(digest);
  }
}
