package dev.ductile.journal;

import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.history.EventCodec;
import dev.ductile.scenario.Catalog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Journals for tests, with events that tell their numbers. */
final class Journals {
  static final Catalog CATALOG = Catalog.installed();
  static final EventCodec CODEC = new EventCodec(CATALOG);
  static final Duration LASTING = Duration.ofSeconds(30);

  private Journals() {}

  static DatabaseJournal of(Database database, String owner) {
    return DatabaseJournal.open(CODEC, Lease.take(database, owner, LASTING).orElseThrow());
  }

  static List<Event> read(DatabaseJournal journal, long from) {
    var events = new ArrayList<Event>();
    journal.read(from, events::add);
    return events;
  }

  static List<Event> events(long first, long last) {
    return IntStream.rangeClosed((int) first, (int) last)
        .<Event>mapToObj(number -> new Event.Finished(Instant.EPOCH, new JobId("job-" + number)))
        .toList();
  }
}
