package io.fsmrun.cli;

import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.scan.Database;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Whether databases can be saved: every engine has to be able to. */
final class SavedDatabases {

  private SavedDatabases() {}

  /** Skips the test where they cannot. */
  static void assume() throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      Database.compile("a").save(out);
      Database.load(MemorySegment.ofArray(out.toByteArray()));
    } catch (UnsupportedOperationException | IOException e) {
      abort("skipped: an engine cannot be saved and loaded yet: " + e.getMessage());
    }
  }
}
