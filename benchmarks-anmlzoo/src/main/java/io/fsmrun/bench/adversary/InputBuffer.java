package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Random;

/** An input of known size in the making; what does not fit any more is dropped. For one thread. */
final class InputBuffer {

  private final byte[] bytes;
  private final Random random;
  private int size;

  InputBuffer(int size, Random random) {
    this.bytes = new byte[size];
    this.random = random;
  }

  boolean isFull() {
    return size == bytes.length;
  }

  int room() {
    return bytes.length - size;
  }

  int size() {
    return size;
  }

  void add(int symbol) {
    if (size < bytes.length) {
      bytes[size++] = (byte) symbol;
    }
  }

  void add(byte[] some) {
    for (byte symbol : some) {
      add(symbol);
    }
  }

  /** Adds a random member of a set that has one. */
  void addMember(SymbolSet set) {
    add(member(set, random));
  }

  void addString(List<SymbolSet> string) {
    string.forEach(this::addMember);
  }

  /** A string with the set at an index complemented, where it has a complement. */
  void addAltered(List<SymbolSet> string, int index) {
    for (int i = 0; i < string.size(); i++) {
      SymbolSet others = string.get(i).complement();
      addMember(i == index && !others.isEmpty() ? others : string.get(i));
    }
  }

  static int member(SymbolSet set, Random random) {
    int skip = random.nextInt(set.size());
    for (int word = 0; word < 4; word++) {
      long bits = set.word(word);
      int here = Long.bitCount(bits);
      if (skip < here) {
        for (; skip > 0; skip--) {
          bits &= bits - 1;
        }
        return word * Long.SIZE + Long.numberOfTrailingZeros(bits);
      }
      skip -= here;
    }
    throw new IllegalArgumentException("a set without members");
  }

  byte[] toByteArray() {
    return bytes.clone();
  }

  /** The last bytes, or fewer if there are not so many, as chars. */
  String last(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = Math.max(0, size - count); i < size; i++) {
      text.append((char) (bytes[i] & 0xff));
    }
    return text.toString();
  }
}
