package dev.ductile.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a task executes, and what an engine must know to look after it. An empty command marks a job
 * that exists in simulation only.
 *
 * @param command the program and its arguments, never passed through a shell
 * @param environment variables set on top of the contract's own
 * @param directory the working directory; empty means the engine's folder for the job
 * @param progress a regular expression with the named group {@code step}, or several in lines of
 *     their own, of which the first that finds a step counts; empty means JSON lines
 * @param grace how long a task may take to write its checkpoint after it is asked to stop
 * @param stall how long the job may run without a further step before it counts as hung
 * @param restarts how often a failed job is started again
 */
public record Program(
    List<String> command,
    Map<String, String> environment,
    String directory,
    String progress,
    Duration grace,
    Duration stall,
    int restarts) {
  public static final Program NONE =
      new Program(List.of(), Map.of(), "", "", Duration.ofSeconds(30), Duration.ofMinutes(10), 3);

  public Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (grace.isNegative() || stall.isNegative() || stall.isZero() || restarts < 0) {
      throw new IllegalArgumentException(
          "a program needs grace >= 0, stall > 0 and restarts >= 0, not %s, %s and %d"
              .formatted(grace, stall, restarts));
    }
  }

  public Program withCommand(List<String> newCommand) {
    return new Program(newCommand, environment, directory, progress, grace, stall, restarts);
  }

  public boolean isNone() {
    return command.isEmpty();
  }
}
