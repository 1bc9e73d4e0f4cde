package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Tells people that a master has fallen silent, and that it speaks again. */
final class Hush {
  /** A master prints a line about twice a second. */
  private static final Duration NOTICED = Duration.ofSeconds(5);

  private final JobId job;
  private final Attention attention;
  private final Consumer<String> notes;
  private boolean told;

  Hush(JobId job, Attention attention, Consumer<String> notes) {
    this.job = job;
    this.attention = attention;
    this.notes = notes;
  }

  void look(Task master, Instant now) {
    Reading reading = master.reading();
    look(reading.reports() > 0, reading.outputAt(), now);
  }

  void look(boolean hasSpoken, Instant heardAt, Instant now) {
    if (!hasSpoken) {
      return; // a master that has just been started anew
    }
    boolean silent = attention.silence(heardAt, now).compareTo(NOTICED) >= 0;
    if (silent && !told) {
      notes.accept(
          "job %s: its master has said nothing for %s".formatted(job, Watchdog.seconds(NOTICED)));
    } else if (told && !silent) {
      notes.accept("job %s: its master speaks again".formatted(job));
    }
    told = silent;
  }
}
