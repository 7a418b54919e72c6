package io.fsmrun.scan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A database file as its sections, which can be changed and are put together under checksums. */
final class FileSections {

  private final long fingerprint;
  private final List<Integer> kinds = new ArrayList<>();
  private final List<byte[]> contents = new ArrayList<>();

  FileSections(Database database) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    database.save(out);
    DatabaseSections read = DatabaseSections.check(MemorySegment.ofArray(out.toByteArray()));
    fingerprint = read.fingerprint();
    for (int i = 0; i < read.size(); i++) {
      kinds.add(read.kind(i));
      contents.add(read.bytes(i).toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private FileSections(FileSections other) {
    fingerprint = other.fingerprint;
    kinds.addAll(other.kinds);
    contents.addAll(other.contents);
  }

  /** The same sections, to be changed. */
  FileSections copy() {
    return new FileSections(this);
  }

  int count() {
    return kinds.size();
  }

  /** The bytes of a section, not to be changed. */
  byte[] get(int index) {
    return contents.get(index);
  }

  void set(int index, byte[] bytes) {
    contents.set(index, bytes);
  }

  void remove(int index) {
    kinds.subList(index, index + 1).clear();
    contents.subList(index, index + 1).clear();
  }

  /** Adds a section again, as the last one. */
  void repeat(int index) {
    kinds.add(kinds.get(index));
    contents.add(contents.get(index));
  }

  /** The file, its checksums right. */
  byte[] file() {
    int header = (int) DatabaseFormat.headerBytes(count());
    int size = header + contents.stream().mapToInt(bytes -> bytes.length).sum();
    ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    file.putLong(DatabaseFormat.MAGIC).putInt(DatabaseFormat.VERSION).putInt(count());
    file.putLong(fingerprint);
    for (int i = 0; i < count(); i++) {
      file.putInt(kinds.get(i)).putInt(crc(get(i), get(i).length)).putLong(get(i).length);
    }
    file.putInt(crc(file.array(), file.position()));
    contents.forEach(file::put);
    return file.array();
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
