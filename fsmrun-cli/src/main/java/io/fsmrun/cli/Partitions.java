package io.fsmrun.cli;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.PartitionFile;
import io.fsmrun.profile.UnusablePartitionsException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Convergence sets that were found before, in a file. */
final class Partitions {

  private Partitions() {}

  /** Reads the sets of a ruleset. */
  static ConvergenceProfile read(Path file, RuleSet rules) throws UserErrorException {
    try (InputStream in = Files.newInputStream(file)) {
      return PartitionFile.read(in, rules).profile();
    } catch (UnusablePartitionsException e) {
      throw new UserErrorException("--partitions " + file + ": " + e.getMessage());
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }
}
