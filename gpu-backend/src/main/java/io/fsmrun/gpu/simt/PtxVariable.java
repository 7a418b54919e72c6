package io.fsmrun.gpu.simt;

import java.nio.charset.StandardCharsets;

/**
 * A variable or parameter.
 *
 * @param name its name
 * @param space where it lives
 * @param align its alignment in bytes
 * @param bytes its size; 0 for dynamic shared memory
 * @param initial its first bytes, the rest being zero; empty if it has no initialiser
 * @param line the line that declares it
 */
record PtxVariable(String name, PtxSpace space, int align, int bytes, Contents initial, int line) {

  /**
   * Bytes, as a value.
   *
   * @param text each byte as a character
   */
  record Contents(String text) {

    static final Contents NONE = new Contents("");

    static Contents of(byte[] bytes) {
      return new Contents(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }
}
