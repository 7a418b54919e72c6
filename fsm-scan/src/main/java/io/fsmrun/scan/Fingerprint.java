package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.scan.plan.Plan;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Tells databases apart, so that a stream saved with one is not restored with another. Rules,
 * options, plan and engines count, as they would be written to a file and in the order that they
 * have; so does the version of the file format, which changes when what engines save does.
 */
final class Fingerprint {

  /** Knuth's multiplier of a 64-bit linear congruential generator (MMIX). */
  private static final long MULTIPLIER = 6364136223846793005L;

  private long hash = DatabaseFormat.VERSION;

  private Fingerprint() {}

  /** The fingerprint of a database. */
  static long of(RuleTable rules, Plan plan, List<BlockEngine> engines) {
    return of(rules, plan, engines, Checkpoint.NONE);
  }

  /**
   * The same as work that may be ended.
   *
   * @param checkpoint passed for each engine
   */
  static long of(RuleTable rules, Plan plan, List<BlockEngine> engines, Checkpoint checkpoint) {
    Fingerprint fingerprint = new Fingerprint();
    for (RuleInfo rule : rules.rules()) {
      fingerprint.add(rule.id());
      fingerprint.add(rule.pattern());
      fingerprint.add(rule.flags());
      fingerprint.add(rule.options());
    }
    plan.choices()
        .forEach(
            choice -> {
              fingerprint.add(choice.rule());
              fingerprint.add(choice.engine().userName());
              fingerprint.add(choice.reason());
            });
    plan.tooLarge().forEach(rule -> fingerprint.add(rule.rule()));
    for (BlockEngine engine : engines) {
      checkpoint.pass();
      BinaryWriter bytes = new BinaryWriter();
      engine.write(bytes);
      CRC32C crc = new CRC32C();
      crc.update(bytes.toByteArray());
      fingerprint.add(engine.name());
      fingerprint.add(crc.getValue());
    }
    return fingerprint.hash;
  }

  private void add(RuleOptions options) {
    add(options.userTag());
    add(options.firstMatchOnly() ? 1 : 0);
    add(options.minOffset());
    add(options.maxOffset());
    add(options.minLength());
    add(options.startOfMatch() ? 1 : 0);
  }

  private void add(String text) {
    add(text.length());
    for (int i = 0; i < text.length(); i++) {
      add(text.charAt(i));
    }
  }

  private void add(long value) {
    hash = (hash ^ value) * MULTIPLIER + 1;
    hash ^= hash >>> 29;
  }
}
