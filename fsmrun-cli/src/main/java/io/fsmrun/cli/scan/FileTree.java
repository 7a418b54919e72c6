package io.fsmrun.cli.scan;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Walks through what is to be searched, in order: targets, and the files below directories in order
 * of name, each directory where its name stands. Links that are met are not followed, and devices,
 * pipes and sockets that are met are left out.
 */
final class FileTree {

  /** Size of what is no file, or of a file that nobody can look at. */
  static final long UNKNOWN = -1;

  private final boolean recursive;
  private final Visitor visitor;

  /** Takes files. */
  interface Visitor {

    /**
     * Something to search.
     *
     * @param size bytes of a file just now; {@link #UNKNOWN} for anything else
     * @return false to end the walk
     */
    boolean visit(Target target, long size) throws InterruptedException;

    /** Something that cannot be searched; the walk goes on. */
    void failed(String name, IOException cause) throws InterruptedException;
  }

  /**
   * A walk.
   *
   * @param recursive whether to go into directories
   */
  FileTree(boolean recursive, Visitor visitor) {
    this.recursive = recursive;
    this.visitor = visitor;
  }

  /** Walks through targets; false if the visitor ended it. */
  boolean walk(List<Target> targets) throws InterruptedException {
    for (Target target : targets) {
      boolean goesOn = true;
      Path path = target.path();
      if (path == null || !Files.isDirectory(path)) {
        goesOn = visitor.visit(target, sizeOf(path));
      } else if (recursive) {
        goesOn = walk(path);
      } else {
        String reason = "is a directory; -r searches it";
        visitor.failed(target.name(), new FileSystemException(target.name(), null, reason));
      }
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }

  private static long sizeOf(Path path) {
    try {
      return path != null && Files.isRegularFile(path) ? Files.size(path) : UNKNOWN;
    } catch (IOException e) {
      // Whoever opens it says why.
      return UNKNOWN;
    }
  }

  private boolean walk(Path directory) throws InterruptedException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      visitor.failed(directory.toString(), e.getCause());
    } catch (IOException e) {
      visitor.failed(directory.toString(), e);
    }
    Collections.sort(entries);
    for (Path entry : entries) {
      if (!visit(entry)) {
        return false;
      }
    }
    return true;
  }

  private boolean visit(Path entry) throws InterruptedException {
    BasicFileAttributes attributes;
    try {
      attributes =
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      // It is gone since the directory was read, or nobody may look at it.
      visitor.failed(entry.toString(), e);
      return true;
    }
    if (attributes.isDirectory()) {
      return walk(entry);
    }
    return !attributes.isRegularFile() || visitor.visit(Target.of(entry), attributes.size());
  }
}
