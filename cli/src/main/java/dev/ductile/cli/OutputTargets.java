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
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Checks the files and folders that a command will write before it begins, because it may work for
 * hours first. Nothing stays behind: what the check creates, it deletes.
 */
final class OutputTargets {
  private OutputTargets() {}

  /** Refuses the first target of the command that cannot be written. */
  static void check(ParseResult command) {
    for (OptionSpec option : command.commandSpec().options()) {
      boolean isGiven = command.hasMatchedOption(option);
      String name = isGiven ? option.longestName() : "the default of " + option.longestName();
      kind(option)
          .ifPresent(kind -> path(option.getValue()).ifPresent(path -> check(name, path, kind)));
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

  /** The reason in words; a user of a container may not know its user number. */
  static String reason(IOException problem) {
    return switch (problem) {
      case AccessDeniedException denied ->
          owner(Path.of("/proc/self"))
              .map(user -> "user %s may not write in %s".formatted(user, folder(denied)))
              .orElseGet(() -> "no permission to write in " + folder(denied));
      case FileSystemException known when known.getReason() != null -> known.getReason();
      case FileSystemException _ -> "its folder takes no new files";
      default -> String.valueOf(problem.getMessage());
    };
  }

  /** The nearest folder that exists, with its owner. */
  private static String folder(AccessDeniedException denied) {
    Path there = Path.of(denied.getFile()).toAbsolutePath().normalize();
    while (!Files.isDirectory(there) && there.getParent() != null) {
      there = there.getParent();
    }
    Path folder = there;
    return owner(folder)
        .map(user -> "%s, which belongs to user %s".formatted(folder, user))
        .orElseGet(folder::toString);
  }

  private static Optional<Object> owner(Path path) {
    try {
      return Optional.of(Files.getAttribute(path, "unix:uid"));
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
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
