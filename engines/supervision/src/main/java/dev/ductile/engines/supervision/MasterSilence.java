package dev.ductile.engines.supervision;

import dev.ductile.api.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/** Notes for operators when a master falls silent and when it reports again. */
final class MasterSilence {
  /** A master prints a line about twice a second. */
  private static final Duration NOTICED = Duration.ofSeconds(5);

  private final JobId job;
  private final PauseDetector pauses;
  private final Consumer<String> notes;
  private boolean reported;

  MasterSilence(JobId job, PauseDetector pauses, Consumer<String> notes) {
    this.job = job;
    this.pauses = pauses;
    this.notes = notes;
  }

  void look(SupervisedTask master, Instant now) {
    TaskOutput output = master.output();
    look(output.reports() > 0, output.outputAt(), now);
  }

  void look(boolean hasSpoken, Instant heardAt, Instant now) {
    if (!hasSpoken) {
      return; // a master that was just started
    }
    boolean silent = pauses.silence(heardAt, now).compareTo(NOTICED) >= 0;
    if (silent && !reported) {
      notes.accept(
          "job %s: its master has reported nothing for %s"
              .formatted(job, Watchdog.seconds(NOTICED)));
    } else if (reported && !silent) {
      notes.accept("job %s: its master reports again".formatted(job));
    }
    reported = silent;
  }
}
