package dev.ductile.engines.local;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** The system's list of processes and their groups, and signals to them. */
final class ProcessGroups {
  private static final int STATE = 0;
  private static final int GROUP = 2;
  private static final int SESSION = 3;

  private ProcessGroups() {}

  /** The processes of the group that live. */
  static List<Long> members(long group) {
    return living(
        pid -> fields(pid).stream().anyMatch(f -> f.get(GROUP).equals(Long.toString(group))));
  }

  /** The processes that live and have the folder in their environment, as every task has. */
  static List<Long> of(Path root) {
    return living(pid -> {
      try {
        return Files.readString(Path.of("/proc/" + pid + "/environ"), ISO_8859_1)
            .contains("DUCTILE_CHECKPOINT_DIR=" + root + "/");
      } catch (IOException e) {
        return false;
      }
    });
  }

  /** The node agents of runs in this folder. */
  static List<ProcessHandle> agents(Path root) {
    return ProcessHandle.allProcesses()
        .filter(process -> {
          List<String> arguments = process.info().arguments().map(List::of).orElse(List.of());
          return arguments.contains(NodeAgent.class.getName())
              && arguments.stream().anyMatch(one -> one.startsWith(root.toString()));
        })
        .toList();
  }

  /** Ends the node agents of runs in this folder, and so their tasks. */
  static void endAgents(Path root) {
    agents(root).forEach(ProcessHandle::destroy);
    EngineUnderTest.until("the agent has ended", _ -> agents(root).isEmpty());
    EngineUnderTest.until("all tasks have ended", _ -> of(root).isEmpty());
  }

  /** The process that is this task of a job whose folder lies there, such as {@code worker 2}. */
  static Optional<Long> task(Path folder, String role, int index) {
    return of(folder).stream().filter(pid -> name(pid).equals(role + "-" + index)).findFirst();
  }

  /** The name of the task that this process is, from its engine; a mere hyphen where it is none. */
  static String name(long pid) {
    return variable(pid, "DUCTILE_ROLE=") + "-" + variable(pid, "DUCTILE_INDEX=");
  }

  private static String variable(long pid, String start) {
    try {
      String all = Files.readString(Path.of("/proc/" + pid + "/environ"), ISO_8859_1);
      return Stream.of(all.split("\0", -1))
          .filter(one -> one.startsWith(start))
          .map(one -> one.substring(start.length()))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  /** Those that only wait to be reaped do not live. */
  private static List<Long> living(LongPredicate test) {
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(test::test)
        .filter(pid -> fields(pid).stream().anyMatch(f -> !f.get(STATE).equals("Z")))
        .toList();
  }

  static long group(long pid) {
    return Long.parseLong(fields(pid).orElseThrow().get(GROUP));
  }

  static long session(long pid) {
    return Long.parseLong(fields(pid).orElseThrow().get(SESSION));
  }

  static void signal(String signal, long pid) throws IOException, InterruptedException {
    int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    if (code != 0) {
      throw new IOException("kill -%s %d failed".formatted(signal, pid));
    }
  }

  /** State, parent, group, session and so on: the fields after the name in /proc/PID/stat. */
  private static Optional<List<String>> fields(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return Optional.of(List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
