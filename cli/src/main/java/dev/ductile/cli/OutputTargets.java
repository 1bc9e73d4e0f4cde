package dev.ductile.cli;

import dev.ductile.text.InputException;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks the files and folders that a command will write before it begins, because it may work for
 * hours first. Nothing stays behind: what the check creates, it deletes.
 */
final class OutputTargets {
  private OutputTargets() {}

  /** Refuses the first target of the command that cannot be written. */
  static void check(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      kind(option)
          .ifPresent(kind ->
              path(option.getValue()).ifPresent(path -> check(option.longestName(), path, kind)));
    }
  }

  /** The kind of target that an option names; empty if it names none. */
  static Optional<Writes.Kind> kind(OptionSpec option) {
    return option.userObject() instanceof AnnotatedElement field
        ? Optional.ofNullable(field.getAnnotation(Writes.class)).map(Writes::value)
        : Optional.empty();
  }

  /** An option without a value, or with an empty one, has a target that the command chooses. */
  private static Optional<Path> path(Object value) {
    return switch (value) {
      case Path path -> Optional.of(path);
      case Optional<?> some when some.isPresent() -> path(some.get());
      case String name when !name.isEmpty() -> Optional.of(Path.of(name));
      case null, default -> Optional.empty();
    };
  }

  private static void check(String option, Path path, Writes.Kind kind) {
    try {
      switch (kind) {
        case FILE -> OutputFile.requireWritable(path);
        case FOLDER -> requireFolder(path);
      }
    } catch (IOException problem) {
      throw new InputException(
          "%s %s: %s; %s".formatted(option, path, reason(problem), advice(path, kind)), problem);
    }
  }

  /** Creates a folder in the folder, or in the nearest one above it that exists, and deletes it. */
  private static void requireFolder(Path folder) throws IOException {
    Path there = folder.toAbsolutePath().normalize();
    while (!Files.exists(there) && !Files.isSymbolicLink(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      String what = Files.isSymbolicLink(there) ? "a link that leads to no folder" : "a file";
      throw new FileSystemException(
          folder.toString(), null, "%s is %s, not a folder".formatted(there, what));
    }
    Files.delete(Files.createTempDirectory(there, ".ductile-check-"));
  }

  private static String reason(IOException problem) {
    return switch (problem) {
      case AccessDeniedException denied -> "no permission to write in its folder";
      case FileSystemException known when known.getReason() != null -> known.getReason();
      default -> String.valueOf(problem.getMessage());
    };
  }

  private static String advice(Path path, Writes.Kind kind) {
    Path folder = path.toAbsolutePath().getParent();
    if (kind == Writes.Kind.FOLDER) {
      return "name another folder";
    }
    if (Files.isDirectory(path)) {
      return "name a file in it";
    }
    return folder == null || Files.exists(folder)
        ? "name another file"
        : "make it with 'mkdir -p %s', or name another file".formatted(path.getParent());
  }
}
