package dev.ductile.runtime.master.journal;

import dev.ductile.runtime.transport.Background;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Writes a master's journal in the background. A disk that fails or hangs does not end the master:
 * it continues, reports it, and the next change is written again.
 */
public final class JournalWriter implements AutoCloseable {
  /**
   * The time between two progress lines of a slow write, because a silent master would be replaced.
   */
  private static final Duration LINE = Duration.ofSeconds(1);

  /** After this many lines a write counts as failed. */
  private static final int MOST_LINES = 60;

  private final JournalFile journal;
  private final Background.Queue queue;
  private final Executor loop;
  private final Consumer<String> notes;

  /**
   * A writer that has written nothing yet.
   *
   * @param queue runs each write after the previous one
   * @param loop runs the continuation of a write on the master's thread
   * @param notes takes lines for the log, on the master's thread
   */
  public JournalWriter(
      JournalFile journal, Background.Queue queue, Executor loop, Consumer<String> notes) {
    this.journal = journal;
    this.queue = queue;
    this.loop = loop;
    this.notes = notes;
  }

  /** Returns when the entry is written or writing has failed. */
  public void write(JournalEntry entry) {
    queue.add(() -> attempt(entry));
    await();
  }

  /** Returns at once; {@code then} runs when the entry is written or writing has failed. */
  public void writeSoon(JournalEntry entry, Runnable then) {
    queue.add(() -> {
      attempt(entry);
      loop.execute(then);
    });
  }

  /** Deletes the journal, after all writes. */
  public void remove() {
    await();
    try {
      journal.remove();
    } catch (IOException e) {
      notes.accept("the journal stays: " + e.getMessage());
    }
  }

  private void attempt(JournalEntry entry) {
    try {
      journal.write(entry);
    } catch (IOException | RuntimeException e) {
      loop.execute(() -> fails(e.toString()));
    }
  }

  private void await() {
    for (int line = 1; line <= MOST_LINES; line++) {
      if (queue.await(LINE)) {
        return;
      }
      notes.accept(
          "the journal is not written yet: its disk takes more than %d s"
              .formatted(LINE.multipliedBy(line).toSeconds()));
    }
    fails("its disk takes more than %d s".formatted(LINE.multipliedBy(MOST_LINES).toSeconds()));
  }

  private void fails(String why) {
    notes.accept("the journal cannot be written until the next change: " + why);
  }

  @Override
  public void close() {
    queue.close();
  }
}
