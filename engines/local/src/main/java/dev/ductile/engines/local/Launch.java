package dev.ductile.engines.local;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts the tasks of one generation, and says beforehand what would be in vain. */
record Launch(JobSpec spec, Allocation target, Machine machine) {

  /** Why this can never start, in one line. */
  Optional<String> complaint() {
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

  /** Starts task after task in the generation; what has begun stays in it if one cannot start. */
  void into(Generation generation, Ports.Lease ports, int crashes) throws IOException {
    ports.take(Layout.portsFor(target.size()));
    var layout = Layout.of(target, ports.numbers());
    var contract =
        new Contract(
            spec, layout, generation.number(), crashes, machine.folders().checkpoints(spec.id()));
    machine.folders().prepare(spec.id(), generation.number());
    List<Path> pipes = new ArrayList<>();
    for (Seat seat : layout.seats()) {
      pipes.add(machine.pipes().resolve(seat.role().word() + "-" + seat.index()));
    }
    Pipe.make(pipes);
    ports.free();
    for (int i = 0; i < pipes.size(); i++) {
      generation.add(start(layout.seats().get(i), contract, pipes.get(i)));
    }
  }

  private Task start(Seat seat, Contract contract, Path pipe) throws IOException {
    Program program = spec.program();
    var start =
        new Task.Start(
            seat,
            program.command(),
            contract.environment(seat, machine.environment()),
            directory(),
            pipe);
    Path log = machine.folders().log(spec.id(), contract.generation(), seat);
    var limits = machine.settings().limits();
    return start.go(
        in ->
            new Output(
                in,
                new LogFile(log, limits.logBytes(), machine.notes()),
                ProgressFormat.of(program.progress()),
                limits.lineBytes(),
                machine.time(),
                machine.wake()),
        machine.guard(),
        program.grace());
  }

  private Path directory() {
    String directory = spec.program().directory();
    Path own = machine.folders().job(spec.id());
    return directory.isEmpty() ? own : own.resolve(directory);
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
            .anyMatch(folder -> within(folder, command).filter(Launch::isRunnable).isPresent())
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

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
