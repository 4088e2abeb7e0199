package dev.sargasso.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the user asked for cannot be done; the message says why, and what to do. */
final class UserError extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean named;

  UserError(String message) {
    this(message, false);
  }

  /**
   * @param named whether the message says itself what it is about, as {@code file:line: error: ...}
   */
  UserError(String message, boolean named) {
    super(message, null, false, false);
    this.named = named;
  }

  /** The message with the name of the command where it needs one. */
  String text() {
    return named ? String.valueOf(getMessage()) : "sargasso: error: " + getMessage();
  }

  /** That a file cannot be written. */
  static UserError unwritable(Path target, IOException e) {
    String reason =
        switch (e) {
          case NoSuchFileException _ -> "the folder does not exist; make it first";
          case AccessDeniedException _ -> "permission denied; name another file";
          case FileSystemException other when other.getReason() != null ->
              other.getReason() + "; name another file";
          default -> String.valueOf(e.getMessage());
        };
    return new UserError("cannot write " + target + ": " + reason);
  }
}
