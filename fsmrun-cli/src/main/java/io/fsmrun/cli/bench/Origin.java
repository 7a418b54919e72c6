package io.fsmrun.cli.bench;

import io.fsmrun.bench.reproduce.Digests;
import io.fsmrun.scan.Database;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What figures depend on beside the machine, so that they can be told from others later.
 *
 * @param version of this program
 * @param javaOptions what Java was started with
 * @param inputDigest SHA-256 of the input, hexadecimal
 * @param databaseDigest SHA-256 of the database as a file: of the rules and how they were planned
 */
public record Origin(
    String version, List<String> javaOptions, String inputDigest, String databaseDigest) {

  /** Copies the list. */
  public Origin {
    javaOptions = List.copyOf(javaOptions);
  }

  /**
   * That of figures of this process. O(bytes of both).
   *
   * @param version of this program
   * @param input what was scanned
   * @param database what scanned it
   * @return the origin
   */
  public static Origin here(String version, byte[] input, Database database) {
    return new Origin(
        version,
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        Digests.sha256(input),
        Digests.sha256(LibraryContender.save(database)));
  }
}
