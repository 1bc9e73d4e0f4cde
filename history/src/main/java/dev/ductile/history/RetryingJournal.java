package dev.ductile.history;

import dev.ductile.api.Event;
import dev.ductile.scheduler.Journal;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Retries while a journal cannot be written, for instance because its disk is full. Meanwhile jobs
 * train and no decisions are made.
 */
public final class RetryingJournal implements Journal {
  private static final Duration BETWEEN = Duration.ofSeconds(1);
  private static final Duration USUAL_LONGEST = Duration.ofMinutes(10);

  private final Journal journal;
  private final long mostRetries;
  private final Consumer<Duration> sleep;
  private final Consumer<String> notes;

  /** A journal that retries for ten minutes. */
  public RetryingJournal(Journal journal, Consumer<Duration> sleep, Consumer<String> notes) {
    this(journal, USUAL_LONGEST, sleep, notes);
  }

  /**
   * A journal that retries.
   *
   * @param longest the time after which a batch that cannot be written ends the run
   * @param sleep lets this much time pass
   * @param notes takes lines for people
   */
  public RetryingJournal(
      Journal journal, Duration longest, Consumer<Duration> sleep, Consumer<String> notes) {
    this.journal = journal;
    this.mostRetries = longest.dividedBy(BETWEEN);
    this.sleep = sleep;
    this.notes = notes;
  }

  @Override
  public void append(List<Event> events) {
    for (long failures = 0; ; failures++) {
      try {
        journal.append(events);
        if (failures > 0) {
          notes.accept("the journal is written again");
        }
        return;
      } catch (UncheckedIOException e) {
        if (failures == mostRetries) {
          throw e;
        }
        if (failures == 0) {
          notes.accept(
              "%s; jobs train on, and nothing is decided until it can".formatted(e.getMessage()));
        }
        sleep.accept(BETWEEN);
      }
    }
  }
}
