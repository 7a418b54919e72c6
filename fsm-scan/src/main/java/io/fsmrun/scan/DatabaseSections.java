package io.fsmrun.scan;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** The sections of a database file, once its header and all checksums are found right. */
final class DatabaseSections {

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** How much of a file one buffer can show. */
  private static final long SLICE_BYTES = 1 << 30;

  private static final int NO_KIND = 0;

  private final MemorySegment file;
  private final List<MemorySegment> sections = new ArrayList<>();
  private final List<Integer> kinds = new ArrayList<>();

  private DatabaseSections(MemorySegment file) {
    this.file = file;
  }

  /**
   * Checks a file. O(bytes).
   *
   * @throws UnusableDatabaseException if anything is wrong with it
   */
  static DatabaseSections check(MemorySegment file) throws UnusableDatabaseException {
    DatabaseSections sections = new DatabaseSections(file);
    sections.checkHeader();
    sections.cut();
    return sections;
  }

  int size() {
    return sections.size();
  }

  int kind(int index) {
    return kinds.get(index);
  }

  MemorySegment bytes(int index) {
    return sections.get(index);
  }

  long fingerprint() {
    return file.get(LONG, DatabaseFormat.FINGERPRINT_OFFSET);
  }

  private void checkHeader() throws UnusableDatabaseException {
    long size = file.byteSize();
    if (size < Long.BYTES || file.get(LONG, 0) != DatabaseFormat.MAGIC) {
      throw new UnusableDatabaseException(
          "not a database of compiled rules: its first 8 bytes are others; a rules file must be"
              + " compiled first");
    }
    if (size < DatabaseFormat.headerBytes(0)) {
      throw cutShort(DatabaseFormat.headerBytes(0));
    }
    int version = file.get(INT, DatabaseFormat.VERSION_OFFSET);
    if (version != DatabaseFormat.VERSION) {
      throw new UnusableDatabaseException(
          "a database of format "
              + Integer.toUnsignedString(version)
              + ", but this version reads format "
              + DatabaseFormat.VERSION
              + " only: compile the rules again, or use the version that wrote it");
    }
    long count = Integer.toUnsignedLong(file.get(INT, DatabaseFormat.COUNT_OFFSET));
    long header = DatabaseFormat.headerBytes(count);
    if (size < header) {
      throw cutShort(header);
    }
    long end = header - DatabaseFormat.CRC_BYTES;
    if (crc(file.asSlice(0, end)) != file.get(INT, end)) {
      throw damaged("the header, bytes 0 to " + header);
    }
  }

  private void cut() throws UnusableDatabaseException {
    int count = file.get(INT, DatabaseFormat.COUNT_OFFSET);
    long at = DatabaseFormat.headerBytes(count);
    for (int i = 0; i < count; i++) {
      long entry = DatabaseFormat.TABLE_OFFSET + (long) DatabaseFormat.ENTRY_BYTES * i;
      long length = file.get(LONG, entry + DatabaseFormat.ENTRY_LENGTH_OFFSET);
      if (length < 0 || length > file.byteSize() - at) {
        throw cutShort(at + Math.max(0, length));
      }
      MemorySegment section = file.asSlice(at, length);
      if (crc(section) != file.get(INT, entry + DatabaseFormat.ENTRY_CRC_OFFSET)) {
        throw damaged("section " + (i + 1) + ", bytes " + at + " to " + (at + length));
      }
      addSection(file.get(INT, entry), section);
      at += length;
    }
    if (kinds.size() < DatabaseFormat.PLAN) {
      throw new UnusableDatabaseException(
          "the file has " + kinds.size() + " sections: compile the rules again");
    }
    if (at != file.byteSize()) {
      throw new UnusableDatabaseException(
          "the database ends at byte "
              + at
              + ", but the file at "
              + file.byteSize()
              + ": copy it again, or compile the rules again");
    }
  }

  private void addSection(int kind, MemorySegment section) throws UnusableDatabaseException {
    int previous = kinds.isEmpty() ? NO_KIND : kinds.getLast();
    int expected = Math.min(previous + 1, DatabaseFormat.ENGINE);
    if (kind != expected) {
      throw new UnusableDatabaseException(
          "section "
              + (kinds.size() + 1)
              + " is of kind "
              + kind
              + " instead of "
              + expected
              + ": compile the rules again");
    }
    kinds.add(kind);
    sections.add(section);
  }

  private UnusableDatabaseException cutShort(long needed) {
    return new UnusableDatabaseException(
        "cut short: "
            + file.byteSize()
            + " bytes, of at least "
            + Long.toUnsignedString(needed)
            + "; copy it again, or compile the rules again");
  }

  private static UnusableDatabaseException damaged(String where) {
    return new UnusableDatabaseException(
        "damaged in "
            + where
            + ": the checksum is another; copy it again, or compile the rules"
            + " again");
  }

  private static int crc(MemorySegment bytes) {
    CRC32C crc = new CRC32C();
    for (long at = 0; at < bytes.byteSize(); at += SLICE_BYTES) {
      long length = Math.min(SLICE_BYTES, bytes.byteSize() - at);
      crc.update(bytes.asSlice(at, length).asByteBuffer());
    }
    return (int) crc.getValue();
  }
}
