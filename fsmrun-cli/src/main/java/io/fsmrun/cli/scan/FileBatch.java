package io.fsmrun.cli.scan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Small files that are read one after the other into an array, to be searched at once; and what
 * cannot be searched, where it stands among them.
 *
 * <pre>
 *   | file 0 | file 1 | file 3 | ... | room |     file 2 cannot be read: it has no bytes
 * </pre>
 *
 * <p>Filled by one thread; then each entry is read by one of several; then {@link #closeGaps} and
 * all else by one again. Each of these steps must see what the one before did.
 */
final class FileBatch {

  /** Empty files take no bytes, but memory. */
  private static final int MOST_ENTRIES = 1 << 16;

  private final List<Entry> entries = new ArrayList<>();
  private byte[] bytes = new byte[0];
  private int used;

  /** A file, or something in its place. */
  static final class Entry {
    private final Target target;
    private int offset;
    private int length;
    private IOException failure;
    private boolean grown;

    private Entry(Target target, int offset, int length) {
      this.target = target;
      this.offset = offset;
      this.length = length;
    }

    Target target() {
      return target;
    }

    int offset() {
      return offset;
    }

    int length() {
      return length;
    }

    /** Why it cannot be searched; null if it can. */
    IOException failure() {
      return failure;
    }

    /** Whether the file is longer than it was said to be, so that it is not here. */
    boolean isGrown() {
      return grown;
    }
  }

  /** Empties it, and makes room. */
  void begin(int capacity) {
    entries.clear();
    used = 0;
    if (bytes.length < capacity) {
      bytes = new byte[capacity];
    }
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Appends a file of so many bytes; false if there is no room. */
  boolean add(Target target, long size) {
    if (size > bytes.length - used || entries.size() == MOST_ENTRIES) {
      return false;
    }
    entries.add(new Entry(target, used, (int) size));
    used += (int) size;
    return true;
  }

  /** Appends something that cannot be searched; false if there is no room. */
  boolean addFailure(String name, IOException cause) {
    if (entries.size() == MOST_ENTRIES) {
      return false;
    }
    Entry entry = new Entry(new Target(name, null), used, 0);
    entry.failure = cause;
    entries.add(entry);
    return true;
  }

  int count() {
    return entries.size();
  }

  Entry entry(int index) {
    return entries.get(index);
  }

  /** Where the files are. */
  byte[] bytes() {
    return bytes;
  }

  /** Reads a file, at most as much of it as was expected. */
  void read(int index) {
    Entry entry = entries.get(index);
    if (entry.failure != null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(entry.target.path(), StandardOpenOption.READ)) {
      ByteBuffer room = ByteBuffer.wrap(bytes, entry.offset, entry.length);
      boolean more = true;
      while (more && room.hasRemaining()) {
        more = channel.read(room) >= 0;
      }
      entry.length -= room.remaining();
      entry.grown = more && channel.read(ByteBuffer.allocate(1)) > 0;
    } catch (IOException e) {
      entry.failure = e;
    }
  }

  /** When all files are read: those that turned out shorter leave no gaps. */
  void closeGaps() {
    int to = 0;
    for (Entry entry : entries) {
      if (entry.failure != null || entry.grown) {
        entry.length = 0;
      }
      if (to < entry.offset) {
        System.arraycopy(bytes, entry.offset, bytes, to, entry.length);
        entry.offset = to;
      }
      to += entry.length;
    }
    used = to;
  }
}
