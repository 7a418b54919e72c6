package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Database files: what is saved comes back, and anything else is refused. */
class DatabaseFileTest {

  private static final byte[] INPUT =
      "xabyabcabab needle aab".repeat(60).getBytes(StandardCharsets.ISO_8859_1);

  @TempDir Path directory;

  private static Database database() {
    return TestDatabases.of(List.of("ab", "needle", "\u00e9t\u00e9"), List.of("a+b", "\\bne.*e$"));
  }

  private static byte[] saved() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    database().save(out);
    return out.toByteArray();
  }

  private static Database load(byte[] bytes) throws UnusableDatabaseException {
    return DatabaseReader.read(MemorySegment.ofArray(bytes), LiteralEngine.FILES);
  }

  @Test
  void comesBackFromFiles() throws IOException {
    Path file = directory.resolve("rules.db");
    Files.writeString(file, "to be replaced");
    Database database = database();
    database.save(file);
    assertThat(Files.size(file)).isEqualTo(database.sizeBytes());
    assertThat(Files.readAllBytes(file)).isEqualTo(saved());
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(file);
    }
    Database loaded = DatabaseReader.read(file, LiteralEngine.FILES);
    assertThat(loaded.rules()).isEqualTo(database.rules());
    assertThat(loaded.refused()).isEqualTo(database.refused());
    assertThat(loaded.plan().choices()).isEqualTo(database.plan().choices());
    assertThat(loaded.plan().engines()).hasSize(1);
    assertThat(loaded.fingerprint()).isEqualTo(database.fingerprint());
    assertThat(TestDatabases.matches(loaded, INPUT))
        .hasSizeGreaterThan(100)
        .isEqualTo(TestDatabases.matches(database, INPUT));
  }

  @Test
  void streamsGoOnInALoadedDatabase() throws IOException {
    Stream stream = database().openStream();
    stream.write("xneed".getBytes(StandardCharsets.ISO_8859_1), (rule, start, end, tag) -> false);
    Stream restored = load(saved()).restore(stream.save());
    boolean[] found = new boolean[1];
    MatchHandler handler =
        (rule, start, end, tag) -> {
          found[0] |= rule == 20 && end == 7;
          return true;
        };
    restored.write("le".getBytes(StandardCharsets.ISO_8859_1), handler);
    assertThat(found[0]).as("it may depend on the next byte").isFalse();
    restored.close(handler);
    assertThat(found[0]).isTrue();
  }

  @Test
  void enginesThatAreNotThereAreNamed() throws IOException {
    byte[] bytes = saved();
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> Database.load(MemorySegment.ofArray(bytes)))
        .withMessageContaining("no engine named " + LiteralEngine.NAME);
  }

  @Test
  void messagesSayWhatToDo() throws IOException {
    Path rules = Files.writeString(directory.resolve("rules.txt"), "just\nsome\nrules\n");
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> Database.load(rules))
        .withMessageContaining(rules.toString())
        .withMessageContaining("must be compiled first");
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Database.load(directory.resolve("missing")));
    byte[] newer = saved();
    newer[DatabaseFormat.VERSION_OFFSET]++;
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> load(newer))
        .withMessageContaining("of format 9, but this version reads format 8");
    byte[] bytes = saved();
    bytes[bytes.length - 1]++;
    assertThatExceptionOfType(UnusableDatabaseException.class)
        .isThrownBy(() -> load(bytes))
        .withMessageContaining("damaged in section 5");
  }

  @Test
  void everyByteCounts() throws IOException {
    byte[] bytes = saved();
    for (int i = 0; i < bytes.length; i++) {
      for (int flip : new int[] {1, 0x80, 0xff}) {
        byte[] damaged = bytes.clone();
        damaged[i] ^= (byte) flip;
        assertThatExceptionOfType(UnusableDatabaseException.class)
            .as("byte %s", i)
            .isThrownBy(() -> load(damaged));
      }
    }
  }

  @Test
  void everyLengthButTheRightOneIsRefused() throws IOException {
    byte[] bytes = saved();
    for (int length = 0; length <= bytes.length + 9; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      if (length != bytes.length) {
        assertThatExceptionOfType(UnusableDatabaseException.class)
            .as("length %s", length)
            .isThrownBy(() -> load(cut));
      }
    }
  }

  /** Damage under right checksums: refused, or a database that still scans without harm. */
  @Test
  void hostileBytesDoNoHarm() throws IOException {
    byte[] bytes = saved();
    SplittableRandom random = new SplittableRandom(20_251_107);
    int header = header(bytes);
    int refused = 0;
    int rounds = 20_000;
    for (int round = 0; round < rounds; round++) {
      byte[] hostile = bytes.clone();
      int changes = 1 + random.nextInt(3);
      for (int i = 0; i < changes; i++) {
        int at = header + random.nextInt(bytes.length - header);
        hostile[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt(256));
      }
      seal(hostile);
      try {
        Database database = load(hostile);
        database.newScanner().scan(INPUT, 0, 100, (rule, start, end, tag) -> true);
      } catch (UnusableDatabaseException e) {
        assertThat(e).hasMessageContaining("compile the rules again");
        refused++;
      }
    }
    assertThat(refused).isBetween(rounds / 10, rounds - 1);
  }

  @Test
  void hostileHeadersDoNoHarm() throws IOException {
    byte[] bytes = saved();
    int header = header(bytes);
    for (int i = DatabaseFormat.COUNT_OFFSET; i < header - DatabaseFormat.CRC_BYTES; i++) {
      if (i >= DatabaseFormat.FINGERPRINT_OFFSET && i < DatabaseFormat.TABLE_OFFSET) {
        continue;
      }
      for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff}) {
        byte[] hostile = bytes.clone();
        hostile[i] = (byte) value;
        if (hostile[i] != bytes[i]) {
          sealHeader(hostile);
          assertThatExceptionOfType(UnusableDatabaseException.class)
              .as("byte %s is %s", i, value)
              .isThrownBy(() -> load(hostile));
        }
      }
    }
  }

  private static int header(byte[] bytes) {
    int count = buffer(bytes).getInt(DatabaseFormat.COUNT_OFFSET);
    return (int) DatabaseFormat.headerBytes(count);
  }

  /** Makes all checksums right again. */
  private static void seal(byte[] bytes) {
    ByteBuffer buffer = buffer(bytes);
    int at = header(bytes);
    for (int i = 0; i < buffer.getInt(DatabaseFormat.COUNT_OFFSET); i++) {
      int entry = DatabaseFormat.TABLE_OFFSET + i * DatabaseFormat.ENTRY_BYTES;
      int length = (int) buffer.getLong(entry + DatabaseFormat.ENTRY_LENGTH_OFFSET);
      buffer.putInt(entry + DatabaseFormat.ENTRY_CRC_OFFSET, crc(bytes, at, length));
      at += length;
    }
    sealHeader(bytes);
  }

  private static void sealHeader(byte[] bytes) {
    int count = buffer(bytes).getInt(DatabaseFormat.COUNT_OFFSET);
    long end = DatabaseFormat.headerBytes(Integer.toUnsignedLong(count)) - 4;
    if (end + 4 <= bytes.length) {
      buffer(bytes).putInt((int) end, crc(bytes, 0, (int) end));
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int crc(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
