package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.server.Server;
import dev.ductile.runtime.task.Part;
import dev.ductile.runtime.task.Task;
import dev.ductile.runtime.wire.Loop;
import java.util.Optional;

/**
 * A process, and what runs in it: a master, or a task that is a server or a worker.
 *
 * @param master of the master's process only
 */
record Running(
    SimulatedProcess process,
    Optional<Master> master,
    Optional<Task> task,
    Optional<Server> server,
    Optional<Part> worker) {
  Loop loop() {
    return master.map(Master::loop).or(() -> task.map(Task::loop)).orElseThrow();
  }

  int exitCode() {
    return master.map(Master::exitCode).or(() -> task.map(Task::exitCode)).orElseThrow();
  }
}
