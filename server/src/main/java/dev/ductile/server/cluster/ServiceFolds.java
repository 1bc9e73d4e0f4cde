package dev.ductile.server.cluster;

import dev.ductile.api.Cluster;
import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.history.PartCodec;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.journal.Snapshots;
import dev.ductile.scenario.Catalog;
import dev.ductile.scheduler.Ledger;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that a service folds of its journal. It is recovered from the newest snapshot and the
 * events after it, and gives the snapshots of the service.
 */
final class ServiceFolds {
  private final ServiceJournal journal;
  private final ServiceRecords records;
  private final SnapshotCodec ledgers;
  private final PartCodec parts;
  private final FoldedViews views;
  private final Ledger ledger;

  private ServiceFolds(
      ServiceJournal journal,
      ServiceRecords records,
      Catalog catalog,
      Estimator estimator,
      FoldedViews views) {
    this.journal = journal;
    this.records = records;
    this.ledgers = new SnapshotCodec(catalog, estimator);
    this.parts = ServiceSnapshot.parts(ledgers);
    this.views = views;
    Optional<ServiceSnapshot> found =
        journal.restore(stored -> ServiceSnapshot.read(ledgers, parts, stored.parts()));
    this.ledger =
        found
            .map(snapshot -> new Ledger(snapshot.ledger(), catalog, estimator))
            .orElseGet(() -> new Ledger(catalog, estimator));
    found.ifPresent(views::restore);
  }

  /** Recovers the ledger, and the other folds, which are empty. */
  static ServiceFolds recover(
      ServiceJournal journal,
      ServiceRecords records,
      Catalog catalog,
      Estimator estimator,
      FoldedViews views) {
    var folds = new ServiceFolds(journal, records, catalog, estimator, views);
    journal.replay(folds::fold);
    return folds;
  }

  private void fold(Event event) {
    ledger.fold(event);
    views.fold(event);
  }

  Ledger ledger() {
    return ledger;
  }

  /** An observer that takes snapshots; it comes after those that fold. */
  SchedulerObserver observer() {
    return new SchedulerObserver() {
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
        .map(views::with)
        .map(snapshot ->
            written -> {
              records.flush();
              snapshot.write(ledgers, parts, written);
            });
  }
}
