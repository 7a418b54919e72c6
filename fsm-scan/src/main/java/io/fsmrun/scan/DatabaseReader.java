package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RegexSyntaxException;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a database from a file that may be anything. */
final class DatabaseReader {

  private static final String COMPILE_AGAIN =
      "; the file is damaged or was not written by this program: compile the rules again";

  private final EngineFiles files;
  private RuleTable table;
  private List<RefusedRule> refused;
  private List<RuleChoice> choices;
  private List<Plan.TooLarge> tooLarge;
  private final List<BlockEngine> engines = new ArrayList<>();
  private final List<BlockEngine> planned = new ArrayList<>();
  private final Set<String> names = new HashSet<>();

  private DatabaseReader(EngineFiles files) {
    this.files = files;
  }

  static Database read(Path file, EngineFiles files) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      return read(bytes, files);
    } catch (UnusableDatabaseException e) {
      throw new UnusableDatabaseException(file + ": " + e.getMessage(), e);
    } catch (InternalError e) {
      // What a mapped file throws that is cut short, or on a broken disk, while it is read.
      throw new IOException(file + ": cannot be read to its end", e);
    }
  }

  static Database read(MemorySegment bytes, EngineFiles files) throws UnusableDatabaseException {
    DatabaseSections sections = DatabaseSections.check(bytes);
    DatabaseReader reader = new DatabaseReader(files);
    for (int i = 0; i < sections.size(); i++) {
      try {
        reader.readSection(sections.kind(i), new BinaryReader(sections.bytes(i)));
      } catch (RuntimeException e) {
        // Checksums say that this is what was written, so whoever wrote it made it to do harm, or
        // an engine of this version reads what another version of it wrote.
        throw new UnusableDatabaseException(
            "in section " + (i + 1) + ", " + e.getMessage() + COMPILE_AGAIN, e);
      }
    }
    Plan plan = new Plan(reader.planned, reader.choices, reader.tooLarge, reader.untaken());
    return new Database(reader.table, reader.refused, plan, reader.engines, sections.fingerprint());
  }

  private void readSection(int kind, BinaryReader in) {
    switch (kind) {
      case DatabaseFormat.RULES -> readRules(in);
      case DatabaseFormat.REFUSED -> readRefused(in);
      case DatabaseFormat.PLAN -> readPlan(in);
      default -> readEngine(in);
    }
    in.expectEnd();
  }

  /** The rules that were refused because engines were off: refusals say so. */
  private List<Plan.Untaken> untaken() {
    List<Plan.Untaken> untaken = new ArrayList<>();
    for (RefusedRule rule : refused) {
      int index = Arrays.binarySearch(table.ids(), rule.id());
      if (rule.kind() == RegexSyntaxException.Kind.NO_ENGINE && index >= 0) {
        untaken.add(new Plan.Untaken(index, rule.message()));
      }
    }
    return untaken;
  }

  private void readRules(BinaryReader in) {
    int count = in.readCount("rules");
    List<RuleInfo> rules = new ArrayList<>();
    int id = 0;
    for (int i = 0; i < count; i++) {
      id += in.readInt(Integer.MAX_VALUE - (long) id, "the distance of a rule's id");
      String pattern = in.readText();
      String flags = in.readText();
      rules.add(new RuleInfo(id, pattern, flags, readOptions(in)));
    }
    table = new RuleTable(rules);
  }

  private static RuleOptions readOptions(BinaryReader in) {
    if (!readMark(in)) {
      return RuleOptions.DEFAULT;
    }
    return new RuleOptions(
        in.readBits(), readMark(in), in.readLong(), in.readLong(), in.readLong(), readMark(in));
  }

  private static boolean readMark(BinaryReader in) {
    return in.readInt(2, "a mark") != 0;
  }

  private void readRefused(BinaryReader in) {
    int count = in.readCount("refused rules");
    refused = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int id = in.readInt(Integer.MAX_VALUE, "a rule's id");
      int column = 1 + in.readInt(Integer.MAX_VALUE, "a column");
      RegexSyntaxException.Kind kind = RegexSyntaxException.Kind.valueOf(in.readText());
      refused.add(new RefusedRule(id, column, kind, in.readText(), in.readText(), in.readText()));
    }
  }

  private void readPlan(BinaryReader in) {
    int count = in.readCount("choices");
    choices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int rule = in.readInt(table.size(), "a rule of the plan");
      EngineKind engine = engineKind(in);
      String reason = in.readText();
      choices.add(new RuleChoice(rule, engine, reason, Double.longBitsToDouble(in.readBits())));
    }
    int tooMany = in.readCount("rules that are too large");
    tooLarge = new ArrayList<>();
    for (int i = 0; i < tooMany; i++) {
      int rule = in.readInt(table.size(), "a rule that is too large");
      tooLarge.add(new Plan.TooLarge(rule, in.readText()));
    }
  }

  private static EngineKind engineKind(BinaryReader in) {
    String name = in.readText();
    for (EngineKind kind : EngineKind.values()) {
      if (kind.userName().equals(name)) {
        return kind;
      }
    }
    throw in.damaged("there is no kind of engine of the name " + name);
  }

  private void readEngine(BinaryReader in) {
    String name = in.readText();
    if (!names.add(name)) {
      throw in.damaged("a second engine named " + name);
    }
    boolean ofPlan = readMark(in);
    BlockEngine engine =
        files
            .named(name)
            .orElseThrow(() -> new DamagedDataException("there is no engine named " + name))
            .read(in, table.size());
    if (!engine.name().equals(name)) {
      throw in.damaged("an engine named " + engine.name() + " in the place of " + name);
    }
    engines.add(engine);
    if (ofPlan) {
      planned.add(engine);
    }
  }
}
