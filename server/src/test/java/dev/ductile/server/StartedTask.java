package dev.ductile.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
                name[0],
                Integer.parseInt(name[1]),
                Integer.parseInt(name[2]),
                Files.readAllLines(file).stream().map(Long::valueOf).toList()));
      }
    }
    return tasks;
  }

  boolean isAlive() {
    return processes.stream().anyMatch(process -> ProcessHandle.of(process).isPresent());
  }
}
