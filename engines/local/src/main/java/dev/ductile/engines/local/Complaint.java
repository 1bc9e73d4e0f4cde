package dev.ductile.engines.local;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Says beforehand what would be in vain. */
record Complaint(JobSpec spec, Allocation target, Machine machine) {

  /** Why this can never start, in one line. */
  Optional<String> text() {
    Program program = spec.program();
    if (program.isNone()) {
      return Optional.of("it has no command, so it can only be simulated");
    }
    int most = machine.settings().limits().tasks();
    if (target.size().tasks() > most) {
      return Optional.of(
          "%d processes are too many; the limit is %d".formatted(target.size().tasks(), most));
    }
    return machine
        .room()
        .whyNever(target, spec.demand())
        .or(this::textComplaint)
        .or(this::directoryComplaint)
        .or(this::commandComplaint)
        .or(this::progressComplaint);
  }

  /** What a process cannot be told at all. */
  private Optional<String> textComplaint() {
    Program program = spec.program();
    for (String word : program.command()) {
      if (word.indexOf('\0') >= 0) {
        return Optional.of("its command has a NUL character");
      }
    }
    for (var variable : program.environment().entrySet()) {
      String name = variable.getKey();
      if (name.isEmpty() || name.contains("=") || (name + variable.getValue()).indexOf('\0') >= 0) {
        return Optional.of("its environment has the impossible variable \"%s\"".formatted(name));
      }
    }
    return Optional.empty();
  }

  private Optional<String> directoryComplaint() {
    String directory = spec.program().directory();
    boolean found =
        directory.isEmpty() || within("", directory).filter(Files::isDirectory).isPresent();
    return found
        ? Optional.empty()
        : Optional.of("its working directory %s does not exist".formatted(directory));
  }

  private Optional<String> progressComplaint() {
    try {
      ProgressFormat.of(spec.program().progress());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> commandComplaint() {
    String command = spec.program().command().getFirst();
    if (command.contains("/")) {
      Optional<Path> file = within(spec.program().directory(), command).filter(Files::exists);
      if (file.isEmpty()) {
        return Optional.of("%s does not exist".formatted(command));
      }
      return isRunnable(file.get())
          ? Optional.empty()
          : Optional.of("%s is not executable".formatted(command));
    }
    Map<String, String> own = spec.program().environment();
    String path = own.getOrDefault("PATH", machine.environment().getOrDefault("PATH", ""));
    return Stream.of(path.split(File.pathSeparator, -1))
            .filter(folder -> !folder.isEmpty())
            .anyMatch(folder -> within(folder, command).filter(Complaint::isRunnable).isPresent())
        ? Optional.empty()
        : Optional.of("%s: command not found on PATH".formatted(command));
  }

  /** The path seen from the job's folder; none where this machine cannot spell it. */
  private Optional<Path> within(String folder, String name) {
    try {
      return Optional.of(machine.folders().job(spec.id()).resolve(folder).resolve(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isRunnable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
