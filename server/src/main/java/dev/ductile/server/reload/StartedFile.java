package dev.ductile.server.reload;

import dev.ductile.api.Command;
import dev.ductile.api.Queue;
import dev.ductile.history.RunSettings;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.scheduler.CommandAnswer;
import dev.ductile.server.cluster.ClusterService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The server file with which a server starts.
 *
 * @param lastFile the file that was applied last
 * @param settings the file of the settings that are no events, for replays
 */
public record StartedFile(LastFile lastFile, Path settings) {

  /**
   * Sends what differs from the file that was applied last, before the first decision. Without such
   * a file, the queues of this one are set. The service itself adds queues that it does not know.
   */
  public void apply(ServerSettings file, ClusterService service) {
    ScheduledKeys next = ScheduledKeys.of(file);
    List<CompletableFuture<CommandAnswer>> sent =
        lastFile.read().orElseGet(() -> present(next, service)).commandsTo(next).stream()
            .filter(command -> !addsQueue(command, service))
            .map(service::send)
            .toList();
    var _ =
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
            .thenRunAsync(() -> lastFile.write(next));
  }

  private static ScheduledKeys present(ScheduledKeys next, ClusterService service) {
    List<Queue> named =
        service.picture().settings().queues().stream()
            .filter(queue -> next.find(queue.name()).isPresent())
            .toList();
    return new ScheduledKeys(next.policy(), named);
  }

  private static boolean addsQueue(Command command, ClusterService service) {
    return command instanceof Command.SetQueue set && service.queue(set.queue().name()).isEmpty();
  }

  /** Writes the settings. The policy stays that of the first start; later ones are events. */
  public void writeSettings(ServerSettings now) throws IOException {
    RunSettings written = RunSettings.of("server", now);
    Optional<String> first =
        lastFile.read().isPresent() ? RunSettings.policyIn(settings) : Optional.empty();
    first.map(written::withPolicy).orElse(written).write(settings);
  }
}
