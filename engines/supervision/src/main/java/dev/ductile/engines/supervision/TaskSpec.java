package dev.ductile.engines.supervision;

import dev.ductile.api.NodeId;
import dev.ductile.api.Resources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A task for a launcher to start.
 *
 * @param resources the resources that the task holds on its node
 * @param environment the environment variables of the task that are no secret
 * @param secrets its further variables: a launcher keeps them from files, and masks their values in
 *     the output of the task
 * @param log the file for the output of the task
 * @param grace how long the task may take to end after {@link TaskSignal#STOP}
 * @param userChange the words before the command that change the user of its process; none if the
 *     user stays
 * @param labels data that supervision needs after a restart; a launcher keeps them and does not
 *     read them
 */
public record TaskSpec(
    TaskId id,
    NodeId node,
    Resources resources,
    List<String> command,
    Map<String, String> environment,
    Map<String, String> secrets,
    Path directory,
    Path log,
    Duration grace,
    List<String> userChange,
    Map<String, String> labels) {
  public TaskSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    secrets = Map.copyOf(secrets);
    userChange = List.copyOf(userChange);
    labels = Map.copyOf(labels);
  }

  /** The same task without the values of its secrets, which nothing needs after its start. */
  public TaskSpec withoutSecrets() {
    return new TaskSpec(
        id,
        node,
        resources,
        command,
        environment,
        Map.of(),
        directory,
        log,
        grace,
        userChange,
        labels);
  }

  /** Without the values of its secrets. */
  @Override
  public String toString() {
    return "task %s on %s: %s, secrets %s".formatted(id, node, command, secrets.keySet());
  }
}
