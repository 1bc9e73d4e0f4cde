package dev.ductile.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes a snapshot after every so many events, on a thread of its own, and then removes what the
 * retention no longer keeps. A failure is told and changes nothing else: the journal has all
 * events.
 */
public final class SnapshotWriter implements AutoCloseable {
  private static final int LONGEST_END_SECONDS = 20;

  private final Snapshots snapshots;
  private final Supplier<Retention> retention;
  private final long every;
  private final Consumer<String> notes;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("snapshots").factory());

  private CompletableFuture<Void> present = CompletableFuture.completedFuture(null);
  private long last;

  /**
   * A writer.
   *
   * @param retention how long the past is kept, which may change
   * @param last the number of the event of the newest snapshot; 0 if there is none
   * @param every events from one snapshot to the next
   * @param notes takes lines for people
   */
  public SnapshotWriter(
      Database database,
      Supplier<Retention> retention,
      long last,
      long every,
      Consumer<String> notes) {
    this.snapshots = new Snapshots(database);
    this.retention = retention;
    this.last = last;
    this.every = every;
    this.notes = notes;
  }

  /**
   * Begins a snapshot if it is time and the one before is written. Call it after each batch, on the
   * thread that folds the events.
   *
   * @param lastEvent the number of the last event, which the state contains
   * @param state takes the state; empty if it cannot be taken
   */
  public void committed(long lastEvent, Supplier<Optional<Snapshots.Source>> state) {
    if (lastEvent - last < every || !present.isDone()) {
      return;
    }
    last = lastEvent;
    state.get().ifPresent(source -> begin(lastEvent, source));
  }

  /**
   * Begins a last snapshot if there are events after the one before, and waits until it is written.
   *
   * @param lastEvent the number of the last event, which the state contains
   * @param state takes the state; empty if it cannot be taken
   */
  public void close(long lastEvent, Supplier<Optional<Snapshots.Source>> state) {
    if (lastEvent > last) {
      last = lastEvent;
      state.get().ifPresent(source -> begin(lastEvent, source));
    }
    close();
  }

  private void begin(long lastEvent, Snapshots.Source source) {
    present =
        CompletableFuture.runAsync(
            () -> {
              try {
                snapshots.write(lastEvent, source);
                retention.get().apply(snapshots);
              } catch (IOException | UncheckedIOException failure) {
                notes.accept(
                    "the snapshot after event %d was not written: %s"
                        .formatted(lastEvent, failure.getMessage()));
              }
            },
            thread);
  }

  /** Ends the snapshot that is being written. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        notes.accept("the last snapshot is not complete; the next start reads the one before");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
