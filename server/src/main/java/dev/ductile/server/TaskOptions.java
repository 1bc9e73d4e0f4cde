package dev.ductile.server;

import dev.ductile.api.Program;
import dev.ductile.engines.local.LocalEngine;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How a server starts the tasks of jobs on this machine.
 *
 * @param lifetime whether jobs outlive the server
 * @param environment variables of every task besides those of the process contract
 * @param programs makes a program that an engine can start, from one that may name a bundled
 *     program
 */
public record TaskOptions(
    LocalEngine.Lifetime lifetime,
    Map<String, String> environment,
    UnaryOperator<Program> programs) {
  public TaskOptions {
    environment = Map.copyOf(environment);
  }

  /** Tasks with the environment of this process, without bundled programs. */
  public static TaskOptions of(LocalEngine.Lifetime lifetime) {
    return new TaskOptions(lifetime, System.getenv(), UnaryOperator.identity());
  }

  public TaskOptions withEnvironment(Map<String, String> other) {
    return new TaskOptions(lifetime, other, programs);
  }

  public TaskOptions withPrograms(UnaryOperator<Program> other) {
    return new TaskOptions(lifetime, environment, other);
  }
}
