package dev.ductile.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What a task of a job has noted about its start: one line for each of its processes. */
record StartedTask(String job, int generation, int index, List<Long> processes) {
  static List<StartedTask> list(Path folder) throws IOException {
    var tasks = new ArrayList<StartedTask>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String[] name = file.getFileName().toString().split(" ", -1);
        tasks.add(
            new StartedTask(
                name[0], Integer.parseInt(name[1]), Integer.parseInt(name[2]), processes(file)));
      }
    }
    return tasks;
  }

  /** A shell makes the file a moment before it writes the line. */
  private static List<Long> processes(Path file) throws IOException {
    for (int attempt = 0; attempt < 50 && Files.size(file) == 0; attempt++) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
    return Files.readAllLines(file).stream().map(Long::valueOf).toList();
  }

  boolean isAlive() {
    return processes.stream().anyMatch(process -> ProcessHandle.of(process).isPresent());
  }
}
