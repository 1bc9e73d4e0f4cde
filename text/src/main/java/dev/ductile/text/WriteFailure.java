package dev.ductile.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Messages about failed writes: one line with the operation, the file and the cause. */
public final class WriteFailure {
  private WriteFailure() {}

  public static UncheckedIOException writing(String what, Path where, Exception problem) {
    IOException cause = cause(problem);
    return new UncheckedIOException(
        "cannot write %s to %s: %s".formatted(what, where, why(cause)), cause);
  }

  private static IOException cause(Exception problem) {
    if (problem instanceof IOException direct) {
      return direct;
    }
    return problem.getCause() instanceof IOException wrapped ? wrapped : new IOException(problem);
  }

  /** The JDK often gives only a path as the message, and the reason as the type. */
  private static String why(IOException cause) {
    return switch (cause) {
      case NoSuchFileException missing -> "there is no folder for " + missing.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is in the way";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(cause.getMessage());
    };
  }
}
