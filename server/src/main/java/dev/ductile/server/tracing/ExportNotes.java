package dev.ductile.server.tracing;

import dev.ductile.scenario.TraceCollector;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells operators that traces cannot be sent, once a minute at most. */
final class ExportNotes {
  private static final long BETWEEN = Duration.ofMinutes(1).toNanos();

  private final TraceCollector collector;
  private final LongSupplier nanos;
  private final Consumer<String> notes;
  private Optional<Long> last = Optional.empty();
  private long lost;

  ExportNotes(TraceCollector collector, LongSupplier nanos, Consumer<String> notes) {
    this.collector = collector;
    this.nanos = nanos;
    this.notes = notes;
  }

  /** These spans are lost. */
  synchronized void failed(int spans, String why) {
    lost += spans;
    long now = nanos.getAsLong();
    if (last.isPresent() && now - last.get() < BETWEEN) {
      return;
    }
    last = Optional.of(now);
    notes.accept(
        "traces cannot be sent to %s: %s; %d spans are lost so far, and decisions go on; start the collector, or remove tracing from the server file"
            .formatted(collector.traces(), why, lost));
  }
}
