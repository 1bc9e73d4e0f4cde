package dev.ductile.journal;

import dev.ductile.api.Estimator;
import dev.ductile.api.Event;
import dev.ductile.api.Speeds;
import dev.ductile.history.SnapshotCodec;
import dev.ductile.scheduler.Ledger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The ledger of a journal: the newest snapshot, and the events after it.
 *
 * @param snapshot the number of the event of that snapshot; 0 if there was none
 * @param lastEvent the number of the last event
 */
public record RecoveredLedger(Ledger ledger, long snapshot, long lastEvent) {
  /**
   * Recovers a ledger.
   *
   * @param estimator makes an estimator without measurements
   * @param notes takes lines for people, such as of a snapshot that cannot be read
   */
  public static RecoveredLedger of(
      DatabaseJournal journal,
      SnapshotCodec codec,
      Speeds speeds,
      Supplier<Estimator> estimator,
      Consumer<String> notes) {
    return of(journal, codec, speeds, estimator, notes, _ -> {});
  }

  /**
   * The same.
   *
   * @param later is shown the events after the snapshot, which the ledger has folded
   */
  public static RecoveredLedger of(
      DatabaseJournal journal,
      SnapshotCodec codec,
      Speeds speeds,
      Supplier<Estimator> estimator,
      Consumer<String> notes,
      Consumer<Event> later) {
    RecoveredLedger begin =
        new Snapshots(journal.database())
            .newest(
                stored ->
                    new RecoveredLedger(
                        new Ledger(codec.read(stored.parts()), speeds, estimator.get()),
                        stored.lastEvent(),
                        journal.lastEvent()),
                notes)
            .orElseGet(() ->
                new RecoveredLedger(new Ledger(speeds, estimator.get()), 0, journal.lastEvent()));
    journal.requireEvents(begin.snapshot() + 1);
    journal.read(
        begin.snapshot() + 1,
        event -> {
          begin.ledger().fold(event);
          later.accept(event);
        });
    return begin;
  }
}
