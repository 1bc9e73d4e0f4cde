package dev.ductile.engines.local;

import dev.ductile.api.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts tasks of one generation of a job. */
record Launch(Terms terms, Machine machine) {

  /** Where the output of the task at this seat goes, once it is made. */
  Path pipe(Seat seat) {
    return machine.pipes().resolve(seat.name());
  }

  /** Starts the only task at its seat; nobody else starts tasks meanwhile. */
  Task startAlone(Seat seat, Map<String, String> environment, Consumer<String> ear)
      throws IOException {
    Pipe.make(List.of(pipe(seat)));
    return start(seat, environment, ear);
  }

  /**
   * Starts one task, whose pipe exists.
   *
   * @param ear hears every line that it prints
   */
  Task start(Seat seat, Map<String, String> environment, Consumer<String> ear) throws IOException {
    Program program = terms.spec().program();
    var start = new Task.Start(seat, program.command(), environment, directory(), pipe(seat));
    Path log = machine.folders().log(terms.spec().id(), terms.generation(), seat);
    var limits = machine.settings().limits();
    return start.go(
        in ->
            new Output(
                in,
                new LogFile(log, limits.logBytes(), machine.time(), machine.notes()),
                ProgressFormat.of(seat.role() == Role.MASTER ? "" : program.progress()),
                ear,
                limits.lineBytes(),
                machine.time(),
                machine.wake()),
        machine.guard(),
        program.grace());
  }

  private Path directory() {
    String directory = terms.spec().program().directory();
    Path own = machine.folders().job(terms.spec().id());
    return directory.isEmpty() ? own : own.resolve(directory);
  }
}
