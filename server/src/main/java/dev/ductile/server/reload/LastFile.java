package dev.ductile.server.reload;

import dev.ductile.api.Event;
import dev.ductile.api.Queue;
import dev.ductile.history.EventCodec;
import dev.ductile.text.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The policy and the queues of the server file that was applied last. A later file changes only
 * what differs from it, so that it does not take back what was set over the interface.
 *
 * @param file in the data folder
 * @param notes takes lines for operators
 */
public record LastFile(Path file, EventCodec codec, Consumer<String> notes) {

  /** Empty if no file was applied yet. */
  public Optional<ScheduledKeys> read() {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return keys(codec.read(Files.readAllBytes(file)));
    } catch (IOException damaged) {
      notes.accept(
          "%s cannot be read, so the queues of the server file are set again: %s"
              .formatted(file, damaged.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<ScheduledKeys> keys(List<Event> events) {
    List<Queue> queues =
        events.stream()
            .filter(Event.QueueSet.class::isInstance)
            .map(event -> ((Event.QueueSet) event).queue())
            .toList();
    return events.stream()
        .filter(Event.PolicySet.class::isInstance)
        .map(event -> new ScheduledKeys(((Event.PolicySet) event).policy(), queues))
        .findFirst();
  }

  /** Writes the whole file, or leaves it as it was. */
  public void write(ScheduledKeys keys) {
    var events = new ArrayList<Event>();
    events.add(new Event.PolicySet(Instant.EPOCH, keys.policy()));
    keys.queues().forEach(queue -> events.add(new Event.QueueSet(Instant.EPOCH, queue)));
    try {
      byte[] written = codec.write(events);
      OutputFile.write(file, out -> out.write(written));
    } catch (IOException failure) {
      notes.accept(
          "%s cannot be written, so a restart sets the policy and the queues of the server file again: %s"
              .formatted(file, failure.getMessage()));
    }
  }
}
