package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.Master;
import dev.ductile.runtime.process.Part;
import dev.ductile.runtime.process.Task;
import dev.ductile.runtime.server.PartitionServer;
import dev.ductile.runtime.transport.Loop;
import java.util.List;
import java.util.Optional;

/**
 * A process and its content: a master, or a task that is a server or a worker.
 *
 * @param master of the master's process only
 * @param servers the server, once it knows its job
 */
record RunningProcess(
    SimulatedProcess process,
    Optional<Master> master,
    Optional<Task> task,
    List<PartitionServer> servers,
    Optional<Part> worker) {
  Loop loop() {
    return master.map(Master::loop).or(() -> task.map(Task::loop)).orElseThrow();
  }

  int exitCode() {
    return master.map(Master::exitCode).or(() -> task.map(Task::exitCode)).orElseThrow();
  }
}
