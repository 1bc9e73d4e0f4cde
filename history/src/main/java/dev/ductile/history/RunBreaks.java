package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.api.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The breaks of a run: the times from the last event of a command to the first of the next one. An
 * engine reports its nodes first, so the report of a node that is up already is of a new command.
 */
public final class RunBreaks {
  private final Set<NodeId> up = new HashSet<>();
  private Optional<Instant> last = Optional.empty();
  private Duration sum = Duration.ZERO;

  /** Takes an event of the journal. */
  public void take(Event event) {
    if (event instanceof Event.NodeUp(Instant at, var node) && !up.add(node.id())) {
      sum = until(at);
    } else if (event instanceof Event.NodeDown down) {
      up.remove(down.node());
    }
    last = Optional.of(event.at());
  }

  /** All breaks, if a further command begins now. */
  public Duration until(Instant now) {
    return last.filter(now::isAfter).map(end -> sum.plus(Duration.between(end, now))).orElse(sum);
  }
}
