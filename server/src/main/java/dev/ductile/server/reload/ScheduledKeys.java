package dev.ductile.server.reload;

import dev.ductile.api.Command;
import dev.ductile.api.Queue;
import dev.ductile.api.Resources;
import dev.ductile.scenario.ServerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a server file that become events of the journal.
 *
 * @param policy the policy, as a line
 * @param queues the queues with settings
 */
public record ScheduledKeys(String policy, List<Queue> queues) {
  private static final String WHY = "the server file names it";

  public ScheduledKeys {
    queues = List.copyOf(queues);
  }

  public static ScheduledKeys of(ServerSettings settings) {
    return new ScheduledKeys(settings.policy().line(), settings.queues());
  }

  /** The commands that lead from these values to others. Equal values need none. */
  public List<Command> commandsTo(ScheduledKeys next) {
    var commands = new ArrayList<Command>();
    if (!policy.equals(next.policy)) {
      commands.add(new Command.SetPolicy(next.policy, WHY));
    }
    next.queues.stream()
        .filter(queue -> !queues.contains(queue))
        .forEach(queue -> commands.add(new Command.SetQueue(queue)));
    queues.stream()
        .filter(queue -> next.find(queue.name()).isEmpty())
        .forEach(queue -> commands.add(new Command.SetQueue(plain(queue.name()))));
    return commands;
  }

  private static Queue plain(String name) {
    return new Queue(name, Resources.NONE);
  }

  Optional<Queue> find(String name) {
    return queues.stream().filter(queue -> queue.name().equals(name)).findFirst();
  }
}
