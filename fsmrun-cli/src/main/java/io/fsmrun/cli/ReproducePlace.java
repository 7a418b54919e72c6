package io.fsmrun.cli;

import io.fsmrun.bench.reproduce.Reproduction;
import io.fsmrun.cli.bench.ProcessorName;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/**
 * What made figures, and when; nothing that names a machine or its directories.
 *
 * @param version of the program
 * @param commit of the checkout that the program lies in, with "-dirty" if files were changed;
 *     "unknown" if it lies in none
 * @param java the runtime
 * @param processor as {@link ProcessorName} tells it
 * @param threads that were used
 * @param seed of all that was random
 * @param began when
 */
record ReproducePlace(
    String version,
    String commit,
    String java,
    String processor,
    int threads,
    long seed,
    Instant began) {

  private static final String UNKNOWN = "unknown";
  private static final long SECONDS_TO_ANSWER = 10;

  /** Here and now. */
  static ReproducePlace here(long seed, int threads) throws IOException {
    return new ReproducePlace(
        new VersionProvider().getVersion()[0],
        commitHere(),
        System.getProperty("java.vendor.version", "") + " " + Runtime.version(),
        ProcessorName.here(),
        threads,
        seed,
        Instant.now());
  }

  Reproduction.Program program() {
    return new Reproduction.Program(version, commit);
  }

  String date() {
    return DateTimeFormatter.ISO_LOCAL_DATE.format(began.atOffset(ZoneOffset.UTC));
  }

  double secondsSince() {
    return (Instant.now().toEpochMilli() - began.toEpochMilli()) / 1e3;
  }

  /** Asks git of the checkout that the program was started from. */
  private static String commitHere() {
    CodeSource source = ReproducePlace.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return UNKNOWN;
    }
    try {
      File directory = Path.of(source.getLocation().toURI()).toFile();
      while (directory != null && !new File(directory, ".git").exists()) {
        directory = directory.getParentFile();
      }
      return directory == null ? UNKNOWN : describe(directory);
    } catch (URISyntaxException | IOException e) {
      return UNKNOWN;
    }
  }

  private static String describe(File checkout) throws IOException {
    Process git =
        new ProcessBuilder("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty")
            .directory(checkout)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean isDone = git.waitFor(SECONDS_TO_ANSWER, TimeUnit.SECONDS);
      return isDone && git.exitValue() == 0 ? answer.strip() : UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    } finally {
      git.destroy();
    }
  }
}
