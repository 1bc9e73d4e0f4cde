package dev.ductile.bench.restarts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The processes that belong to the folder of a run, found by their command or environment. */
final class RunProcesses {
  static final String SCRIPT = "train.sh";

  private final String mark;

  RunProcesses(Path folder) {
    mark = folder + "/";
  }

  List<Long> all() {
    return ProcessHandle.allProcesses()
        .filter(process -> hasInCommand(process, mark) || environment(process.pid()).contains(mark))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** The running tasks of jobs. */
  List<Long> tasks() {
    return ProcessHandle.allProcesses()
        .filter(process -> isTask(environment(process.pid())) && hasInCommand(process, SCRIPT))
        .map(ProcessHandle::pid)
        .toList();
  }

  private boolean isTask(String environment) {
    return environment.contains(mark) && environment.contains("DUCTILE_ROLE=");
  }

  private static boolean hasInCommand(ProcessHandle process, String text) {
    return process.info().commandLine().filter(line -> line.contains(text)).isPresent();
  }

  /** Empty for a process that has ended or belongs to another user. */
  private static String environment(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
