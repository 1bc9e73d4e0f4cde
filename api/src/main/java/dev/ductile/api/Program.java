package dev.ductile.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The program of a task, and what an engine needs to supervise it. An empty command marks a job
 * that exists in simulation only.
 *
 * @param command the program and its arguments, never passed through a shell
 * @param environment variables that are set in addition to those of the task contract
 * @param directory the working directory; empty means the engine's folder for the job
 * @param progress a regular expression with the named group {@code step}, or several of them, one a
 *     line; the first that matches counts. Empty means JSON lines
 * @param grace the longest time from the request to stop until a task must have ended, for its
 *     checkpoint
 * @param stall the longest time without a further step; a job that exceeds it counts as hung
 * @param restarts how often a failed job is started again
 * @param failOn exit codes of a task with which the job fails at once, beside those of the task
 *     contract; sorted
 * @param secrets the names of stored secrets, by the environment variables in which tasks find
 *     their values; the values are in no record
 */
public record Program(
    List<String> command,
    Map<String, String> environment,
    String directory,
    String progress,
    Duration grace,
    Duration stall,
    int restarts,
    List<Integer> failOn,
    Map<String, String> secrets) {
  /** The stall time of a program that reports no steps: it never counts as hung. */
  public static final Duration NO_STALL = Duration.ofDays(36_500);

  public static final Program NONE =
      new Program(List.of(), Map.of(), "", "", Duration.ofSeconds(30), Duration.ofMinutes(10), 3);

  public Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    failOn = failOn.stream().distinct().sorted().toList();
    secrets = Map.copyOf(secrets);
    if (grace.isNegative() || stall.isNegative() || stall.isZero() || restarts < 0) {
      throw new IllegalArgumentException(
          "a program needs grace >= 0, stall > 0 and restarts >= 0, not %s, %s and %d"
              .formatted(grace, stall, restarts));
    }
  }

  /** A program without secrets that fails at once only with the exit codes of the task contract. */
  public Program(
      List<String> command,
      Map<String, String> environment,
      String directory,
      String progress,
      Duration grace,
      Duration stall,
      int restarts) {
    this(command, environment, directory, progress, grace, stall, restarts, List.of(), Map.of());
  }

  public Program withCommand(List<String> newCommand) {
    return new Program(
        newCommand, environment, directory, progress, grace, stall, restarts, failOn, secrets);
  }

  public Program withDirectory(String newDirectory) {
    return new Program(
        command, environment, newDirectory, progress, grace, stall, restarts, failOn, secrets);
  }

  public Program withEnvironment(Map<String, String> newEnvironment) {
    return new Program(
        command, newEnvironment, directory, progress, grace, stall, restarts, failOn, secrets);
  }

  public boolean isNone() {
    return command.isEmpty();
  }
}
