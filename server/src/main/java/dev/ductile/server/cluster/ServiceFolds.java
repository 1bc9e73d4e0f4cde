package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.history.PartCodec;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.journal.Snapshots;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.LedgerSnapshot;
import dev.ductile.scheduler.Observer;
import dev.ductile.scheduler.RestingJobs;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that a service folds of its journal. It is recovered from the newest snapshot and the
 * events after it, and gives the snapshots of the service.
 */
final class ServiceFolds {
  /** Of more changes, a restart keeps the last ones. */
  private static final int KEPT_CHANGES = 50;

  private final ServiceJournal journal;
  private final ServiceRecords records;
  private final SnapshotCodec ledgers;
  private final PartCodec parts;
  private final LiveObserver live;
  private final JobTracks tracks;
  private final JobNames names;
  private final RestingJobs resting;
  private final ServiceReaders readers;
  private final Ledger ledger;

  private ServiceFolds(
      ServiceJournal journal,
      Catalog catalog,
      Estimator estimator,
      ServiceRecords records,
      LiveObserver live,
      JobTracks tracks,
      JobNames names,
      RestingJobs resting,
      ServiceReaders readers) {
    this.journal = journal;
    this.records = records;
    this.ledgers = new SnapshotCodec(catalog, estimator);
    this.parts = new PartCodec(catalog);
    this.live = live;
    this.tracks = tracks;
    this.names = names;
    this.resting = resting;
    this.readers = readers;
    Optional<ServiceSnapshot> found =
        journal.restore(stored -> ServiceSnapshot.read(ledgers, parts, stored.parts()));
    this.ledger =
        found
            .map(snapshot -> new Ledger(snapshot.ledger(), catalog, estimator))
            .orElseGet(() -> new Ledger(catalog, estimator));
    found.ifPresent(this::restore);
  }

  /** Recovers the ledger, and the other folds and readers, which are empty. */
  static ServiceFolds recover(
      ServiceJournal journal,
      Catalog catalog,
      Estimator estimator,
      ServiceRecords records,
      LiveObserver live,
      JobTracks tracks,
      JobNames names,
      RestingJobs resting,
      ServiceReaders readers) {
    var folds =
        new ServiceFolds(
            journal, catalog, estimator, records, live, tracks, names, resting, readers);
    journal.replay(folds::fold);
    return folds;
  }

  private void restore(ServiceSnapshot snapshot) {
    live.restore(snapshot.ledger(), snapshot.nodes());
    tracks.restore(snapshot.tracks());
    names.restore(snapshot.ledger().usedNames(), snapshot.files());
    readers.history().restore(snapshot.trails());
    resting.restore(snapshot.changes());
    snapshot.tracks().forEach(job -> readers.past().forEach(reader -> reader.active(job)));
  }

  private void fold(Event event) {
    ledger.fold(event);
    live.happened(event);
    names.take(event);
    resting.take(event);
    readers.history().happened(event);
    readers.past().forEach(reader -> reader.past(event));
  }

  Ledger ledger() {
    return ledger;
  }

  RestingJobs resting() {
    return resting;
  }

  /** An observer that takes snapshots; it comes after those that fold. */
  Observer observer() {
    return new Observer() {
      @Override
      public void committed(Supplier<Cluster> picture) {
        journal.committed(ServiceFolds.this::snapshot);
      }
    };
  }

  /**
   * The state now; empty if the estimator has a memory that is no data. The state is taken at once,
   * on the thread that folds. It is written later, after the final records of its jobs.
   */
  Optional<Snapshots.Source> snapshot() {
    return ledger
        .snapshot()
        .map(this::with)
        .map(snapshot ->
            written -> {
              records.flush();
              snapshot.write(ledgers, parts, written);
            });
  }

  private ServiceSnapshot with(LedgerSnapshot state) {
    List<JobId> jobs = state.jobs().stream().map(job -> job.spec().id()).toList();
    return new ServiceSnapshot(
        state,
        live.nodes(),
        tracks.list(),
        names.files(),
        readers.history().kept(jobs, KEPT_CHANGES),
        resting.memory());
  }
}
