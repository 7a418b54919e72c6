package io.fsmrun.cli;

import io.fsmrun.ap.profile.ActivityProfile;
import io.fsmrun.cli.plot.ActivityPlots;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A directory of plots of a run, each as PNG and as SVG. */
final class Plots {

  private static final List<String> FORMATS = List.of(".png", ".svg");

  private final Path directory;

  private Plots(Path directory) {
    this.directory = directory;
  }

  /** A directory that plots can be written to, checked before any long work starts. */
  static Plots in(Path directory) throws UserErrorException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new UserErrorException(directory + ": is a file, not a directory for plots");
    }
    Path parent = directory.toAbsolutePath().getParent();
    Path writable = Files.exists(directory) || parent == null ? directory : parent;
    if (!Files.isDirectory(writable)) {
      throw new UserErrorException(writable + ": the directory to write to does not exist");
    }
    if (!Files.isWritable(writable)) {
      throw new UserErrorException(writable + ": permission denied");
    }
    return new Plots(directory);
  }

  /** What is drawn into the directory. */
  @FunctionalInterface
  interface Drawings {

    void drawInto(Path directory) throws IOException;
  }

  void write(ActivityProfile profile, String name) throws UserErrorException, InterruptedException {
    if (profile.symbols() == 0) {
      throw new UserErrorException("--plots: the input is empty; there is nothing to plot");
    }
    write(
        into -> {
          for (String format : FORMATS) {
            ActivityPlots.activeSetOverTime(profile, name, into.resolve("active-set" + format));
            ActivityPlots.activeSetSizes(profile, name, into.resolve("active-set-sizes" + format));
            ActivityPlots.activations(profile, name, into.resolve("activations" + format));
            ActivityPlots.enables(profile, name, into.resolve("enables" + format));
          }
        });
  }

  void write(Drawings drawings) throws UserErrorException, InterruptedException {
    try {
      Files.createDirectories(directory);
      drawings.drawInto(directory);
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while writing");
    } catch (IOException e) {
      throw UserErrorException.of(directory.toString(), e);
    }
  }
}
