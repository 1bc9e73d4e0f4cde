package dev.ductile.cli;

import dev.ductile.api.Event;
import dev.ductile.api.Nodes;
import dev.ductile.history.Recorder;
import dev.ductile.scheduler.Ledger;
import java.time.Instant;
import java.util.Optional;

/** What a journal says of the part of a run that came before this command. */
final class PastEvents {
  private final Nodes nodes;
  private final Ledger ledger = new Ledger();
  private Optional<Instant> start = Optional.empty();
  private Optional<Recorder> recorder = Optional.empty();
  private int refused;

  PastEvents(Nodes nodes) {
    this.nodes = nodes;
  }

  void take(Event event) {
    ledger.fold(event);
    recorder(event.at()).happened(event);
    refused += event instanceof Event.Refused ? 1 : 0;
  }

  /** When the run began; this is the beginning, where the journal is empty. */
  Instant start(Instant now) {
    Instant began = start.orElse(now);
    start = Optional.of(began);
    return began;
  }

  /** The recorder of the whole run. */
  Recorder recorder(Instant now) {
    Recorder whole = recorder.orElseGet(() -> new Recorder(start(now), nodes, true));
    recorder = Optional.of(whole);
    return whole;
  }

  Ledger ledger() {
    return ledger;
  }

  int refused() {
    return refused;
  }

  /** How many jobs of the scenario have come. */
  int arrived() {
    return (int) ledger.submittedJobs() + refused;
  }

  boolean isEmpty() {
    return start.isEmpty();
  }
}
