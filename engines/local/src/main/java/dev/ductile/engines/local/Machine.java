package dev.ductile.engines.local;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What all jobs of an engine share.
 *
 * @param pipes where the pipes of tasks that are being started lie
 * @param environment what every task inherits
 * @param notes takes lines for people
 * @param ear hears each line of the process that reports for a job
 * @param tokens makes a secret that nobody can guess
 * @param attention since when the engine listens to them
 * @param wake makes the engine look at its jobs soon
 */
record Machine(
    Room room,
    Ports ports,
    Folders folders,
    Path pipes,
    Guard guard,
    Map<String, String> environment,
    Settings settings,
    InstantSource time,
    EventQueue events,
    Consumer<String> notes,
    BiConsumer<JobId, String> ear,
    Supplier<String> tokens,
    Attention attention,
    Runnable wake) {

  Instant now() {
    return time.instant();
  }

  void tell(Event event) {
    events.tell(event);
  }
}
