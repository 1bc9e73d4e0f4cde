package dev.ductile.history;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.Ledger;
import dev.ductile.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The picture of a recorded run at one instant: a fold over the events of its journal. */
public final class RecordedState {
  private final Ledger ledger;
  private final Duration since;
  private Optional<Instant> first = Optional.empty();

  private RecordedState(Ledger ledger, Duration since) {
    this.ledger = ledger;
    this.since = since;
  }

  /**
   * Reads a journal and changes nothing; the run may still be in progress.
   *
   * @param since the time from the first event to the picture, which has all events until then
   */
  public static Cluster at(Path journal, Catalog catalog, Duration since) throws IOException {
    if (!Files.isRegularFile(journal)) {
      throw new InputException(
          "there is no journal %s; name the folder of one run of 'ductile run'".formatted(journal));
    }
    return at(events -> FileJournal.read(journal, new EventCodec(catalog), events), catalog, since);
  }

  /** The same of a journal that is stored elsewhere. */
  public static Cluster at(EventSource source, Catalog catalog, Duration since) throws IOException {
    var state = new RecordedState(new Ledger(catalog), since);
    source.read(state::take);
    Instant start = state.first.orElse(Instant.EPOCH);
    return state.ledger.picture(start.plus(since));
  }

  private void take(Event event) {
    Instant start = first.orElse(event.at());
    first = Optional.of(start);
    if (!event.at().isAfter(start.plus(since))) {
      ledger.fold(event);
    }
  }
}
