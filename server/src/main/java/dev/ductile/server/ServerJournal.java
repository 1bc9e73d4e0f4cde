package dev.ductile.server;

import dev.ductile.history.EventCodec;
import dev.ductile.journal.DatabaseJournal;
import dev.ductile.journal.Lease;
import dev.ductile.journal.Retention;
import dev.ductile.journal.WriteHealth;
import dev.ductile.scenario.KeptTimes;
import dev.ductile.scenario.ServerSettings;
import dev.ductile.server.cluster.RetriedJournal;
import java.util.function.Supplier;

/** Opens the journal of a server in the database that it holds. */
final class ServerJournal {
  private ServerJournal() {}

  /**
   * The journal.
   *
   * @param health takes the results of its writes
   * @param settings the settings now, which say how long events are kept
   */
  static RetriedJournal open(
      ServerOptions options, Lease lease, WriteHealth health, Supplier<ServerSettings> settings) {
    return new RetriedJournal(
        DatabaseJournal.open(new EventCodec(options.catalog()), lease),
        health,
        RetriedJournal.USUAL_INTERVAL,
        () -> retention(settings.get().kept()),
        options.notes());
  }

  private static Retention retention(KeptTimes kept) {
    return new Retention(kept.events(), kept.decisions(), kept.samples());
  }
}
