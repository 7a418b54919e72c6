package io.fsmrun.bench.reproduce;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of contents, by which figures say what they are of. */
public final class Digests {

  private static final int DIGITS = 12;

  private Digests() {}

  /**
   * The SHA-256 of contents. O(length).
   *
   * @param content the contents
   * @return 64 hexadecimal digits
   */
  public static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Short: the first twelve digits. */
  static String of(byte[] content) {
    return sha256(content).substring(0, DIGITS);
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
