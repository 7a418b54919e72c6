package io.fsmrun.cli.scan;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The files below a directory, in order of name, each directory where its name stands. Links that
 * are met are not followed, and devices, pipes and sockets are left out.
 */
final class FileTree {

  private final ScanEvents events;
  private final Visitor visitor;

  /** Takes files. */
  @FunctionalInterface
  interface Visitor {

    /** A file; false ends the walk. */
    boolean visit(Path file) throws InterruptedException;
  }

  FileTree(ScanEvents events, Visitor visitor) {
    this.events = events;
    this.visitor = visitor;
  }

  /** Walks through a directory; false if the visitor ended it. */
  boolean walk(Path directory) throws InterruptedException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      events.failed(directory.toString(), e.getCause());
    } catch (IOException e) {
      events.failed(directory.toString(), e);
    }
    Collections.sort(entries);
    for (Path entry : entries) {
      boolean goesOn = true;
      if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
        goesOn = walk(entry);
      } else if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
        goesOn = visitor.visit(entry);
      }
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }
}
