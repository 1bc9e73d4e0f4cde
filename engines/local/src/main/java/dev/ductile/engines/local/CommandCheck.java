package dev.ductile.engines.local;

import dev.ductile.api.Program;
import dev.ductile.engines.supervision.LaunchCheck;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks for the command and the working directory of a program on this machine. */
public final class CommandCheck implements LaunchCheck {
  @Override
  public Optional<String> problem(Program program, Path folder, Map<String, String> environment) {
    return directoryProblem(program, folder).or(() -> commandProblem(program, folder, environment));
  }

  private static Optional<String> directoryProblem(Program program, Path folder) {
    String directory = program.directory();
    boolean found =
        directory.isEmpty() || within(folder, "", directory).filter(Files::isDirectory).isPresent();
    return found
        ? Optional.empty()
        : Optional.of("its working directory %s does not exist".formatted(directory));
  }

  private static Optional<String> commandProblem(
      Program program, Path folder, Map<String, String> environment) {
    String command = program.command().getFirst();
    if (command.contains("/")) {
      Optional<Path> file = within(folder, program.directory(), command).filter(Files::exists);
      if (file.isEmpty()) {
        return Optional.of("%s does not exist".formatted(command));
      }
      return isRunnable(file.get())
          ? Optional.empty()
          : Optional.of("%s is not executable".formatted(command));
    }
    String path = program.environment().getOrDefault("PATH", environment.getOrDefault("PATH", ""));
    return Stream.of(path.split(File.pathSeparator, -1))
            .filter(part -> !part.isEmpty())
            .anyMatch(
                part -> within(folder, part, command).filter(CommandCheck::isRunnable).isPresent())
        ? Optional.empty()
        : Optional.of("%s: command not found on PATH".formatted(command));
  }

  /** The path seen from the job's folder; none if this machine cannot spell it. */
  private static Optional<Path> within(Path folder, String part, String name) {
    try {
      return Optional.of(folder.resolve(part).resolve(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isRunnable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
