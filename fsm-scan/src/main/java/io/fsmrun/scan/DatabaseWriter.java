package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes a database as {@link DatabaseFormat} says. */
final class DatabaseWriter {

  /** One section of a file. */
  private record Section(int kind, ByteBuffer bytes) {}

  private final List<Section> sections = new ArrayList<>();
  private final long fingerprint;

  DatabaseWriter(Database database) {
    fingerprint = database.fingerprint();
    add(DatabaseFormat.RULES, rules(database.table()));
    add(DatabaseFormat.REFUSED, refused(database.refused()));
    add(DatabaseFormat.PLAN, plan(database.savedPlan()));
    for (BlockEngine engine : database.engines()) {
      BinaryWriter out = new BinaryWriter();
      out.writeText(engine.name());
      out.writeByte(database.plan().engines().contains(engine) ? 1 : 0);
      engine.write(out);
      add(DatabaseFormat.ENGINE, out);
    }
  }

  private void add(int kind, BinaryWriter out) {
    sections.add(new Section(kind, ByteBuffer.wrap(out.toByteArray())));
  }

  long sizeBytes() {
    long size = DatabaseFormat.headerBytes(sections.size());
    for (Section section : sections) {
      size += section.bytes().remaining();
    }
    return size;
  }

  void write(Path file) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + "." + System.nanoTime() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE_NEW)) {
        write(out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer header =
        ByteBuffer.allocate(Math.toIntExact(DatabaseFormat.headerBytes(sections.size())))
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(DatabaseFormat.MAGIC)
            .putInt(DatabaseFormat.VERSION)
            .putInt(sections.size())
            .putLong(fingerprint);
    for (Section section : sections) {
      header.putInt(section.kind()).putInt(crc(section.bytes()));
      header.putLong(section.bytes().remaining());
    }
    header.putInt(crc(header.duplicate().flip()));
    out.write(header.array());
    for (Section section : sections) {
      out.write(section.bytes().array());
    }
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  private static BinaryWriter rules(RuleTable table) {
    BinaryWriter out = new BinaryWriter();
    out.writeInt(table.size());
    int previous = 0;
    for (RuleInfo rule : table.rules()) {
      out.writeInt(rule.id() - previous);
      previous = rule.id();
      out.writeText(rule.pattern());
      out.writeText(rule.flags());
      RuleOptions options = rule.options();
      if (options.equals(RuleOptions.DEFAULT)) {
        out.writeByte(0);
        continue;
      }
      out.writeByte(1);
      out.writeBits(options.userTag());
      out.writeByte(options.firstMatchOnly() ? 1 : 0);
      out.writeLong(options.minOffset());
      out.writeLong(options.maxOffset());
      out.writeLong(options.minLength());
      out.writeByte(options.startOfMatch() ? 1 : 0);
    }
    return out;
  }

  private static BinaryWriter refused(List<RefusedRule> refused) {
    BinaryWriter out = new BinaryWriter();
    out.writeInt(refused.size());
    for (RefusedRule rule : refused) {
      out.writeInt(rule.id());
      out.writeInt(rule.column() - 1);
      out.writeText(rule.kind().name());
      out.writeText(rule.construct());
      out.writeText(rule.message());
      out.writeText(rule.line());
    }
    return out;
  }

  private static BinaryWriter plan(Plan plan) {
    BinaryWriter out = new BinaryWriter();
    out.writeInt(plan.choices().size());
    for (RuleChoice choice : plan.choices()) {
      out.writeInt(choice.rule());
      out.writeText(choice.engine().userName());
      out.writeText(choice.reason());
      out.writeBits(Double.doubleToRawLongBits(choice.expectedNanosPerByte()));
    }
    out.writeInt(plan.tooLarge().size());
    for (Plan.TooLarge rule : plan.tooLarge()) {
      out.writeInt(rule.rule());
      out.writeText(rule.message());
    }
    return out;
  }
}
