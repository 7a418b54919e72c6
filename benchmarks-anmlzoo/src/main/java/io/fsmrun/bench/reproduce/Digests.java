package io.fsmrun.bench.reproduce;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Short names of contents: the first twelve digits of their SHA-256. */
final class Digests {

  private static final int DIGITS = 12;

  private Digests() {}

  static String of(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
