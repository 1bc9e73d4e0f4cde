package dev.ductile.server.reload;

import dev.ductile.api.Queue;
import dev.ductile.scenario.ServerSettings;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The difference between the queues of two files, as text. */
final class QueueChanges {
  private QueueChanges() {}

  static String text(ServerSettings before, ServerSettings after) {
    ScheduledKeys old = ScheduledKeys.of(before);
    ScheduledKeys now = ScheduledKeys.of(after);
    return Stream.of(
            part("new", now.queues(), queue -> old.find(queue.name()).isEmpty()),
            part(
                "changed",
                now.queues(),
                queue -> old.find(queue.name()).filter(one -> !one.equals(queue)).isPresent()),
            part(
                "without settings from now on",
                old.queues(),
                queue -> now.find(queue.name()).isEmpty()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String part(String word, List<Queue> queues, Predicate<Queue> isMeant) {
    String names =
        queues.stream().filter(isMeant).map(Queue::name).collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : word + ": " + names;
  }
}
