package io.fsmrun.cli;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * Something that the user can put right. The message is one line that says what and where; no stack
 * trace is shown.
 */
final class UserErrorException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  UserErrorException(String message) {
    super(message);
  }

  /** What went wrong with a file, in words. */
  static UserErrorException of(String file, IOException cause) {
    String reason =
        switch (cause) {
          case NoSuchFileException e -> "no such file";
          case AccessDeniedException e -> "permission denied";
          case FileSystemException e -> e.getReason() == null ? "cannot be read" : e.getReason();
          default -> cause.getMessage() == null ? "cannot be read" : cause.getMessage();
        };
    // Some name the file themselves.
    return new UserErrorException(reason.startsWith(file + ": ") ? reason : file + ": " + reason);
  }
}
