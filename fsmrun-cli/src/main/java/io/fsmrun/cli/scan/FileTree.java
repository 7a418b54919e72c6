package io.fsmrun.cli.scan;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Walks through what is to be searched, in order: targets, and the files below directories in order
 * of name, each directory where its name stands. Links that are met are not followed, and devices,
 * pipes and sockets that are met are left out. A walk that its visitor has ended can go on with
 * another one. For one thread at a time.
 */
final class FileTree {

  /** Size of what is no file, or of a file that nobody can look at. */
  static final long UNKNOWN = -1;

  private final Iterator<Target> targets;
  private final boolean recursive;

  /** What is left of the directories that the walk is in, the innermost one first. */
  private final Deque<Iterator<Path>> directories = new ArrayDeque<>();

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
   * A walk that has not begun.
   *
   * @param targets where it goes
   * @param recursive whether to go into directories
   */
  FileTree(List<Target> targets, boolean recursive) {
    this.targets = targets.iterator();
    this.recursive = recursive;
  }

  /**
   * Walks, from the start or from where a visitor has ended the walk.
   *
   * @return false if the visitor ended it
   */
  boolean walk(Visitor visitor) throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      Iterator<Path> entries = directories.peek();
      if (entries == null) {
        if (!targets.hasNext()) {
          return true;
        }
        goesOn = visit(targets.next(), visitor);
      } else if (entries.hasNext()) {
        goesOn = visit(entries.next(), visitor);
      } else {
        directories.pop();
      }
    }
    return false;
  }

  private boolean visit(Target target, Visitor visitor) throws InterruptedException {
    Path path = target.path();
    if (path == null || !Files.isDirectory(path)) {
      return visitor.visit(target, sizeOf(path));
    }
    if (recursive) {
      enter(path, visitor);
    } else {
      String reason = "is a directory; -r searches it";
      visitor.failed(target.name(), new FileSystemException(target.name(), null, reason));
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

  private void enter(Path directory, Visitor visitor) throws InterruptedException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      visitor.failed(directory.toString(), e.getCause());
    } catch (IOException e) {
      visitor.failed(directory.toString(), e);
    }
    Collections.sort(entries);
    directories.push(entries.iterator());
  }

  private boolean visit(Path entry, Visitor visitor) throws InterruptedException {
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
      enter(entry, visitor);
      return true;
    }
    return !attributes.isRegularFile() || visitor.visit(Target.of(entry), attributes.size());
  }
}
