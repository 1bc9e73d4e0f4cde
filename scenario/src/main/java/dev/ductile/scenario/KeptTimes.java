package dev.ductile.scenario;

import dev.ductile.text.Quantity;
import java.time.Duration;
import java.util.Map;

/**
 * How long a server keeps what its next start does not need.
 *
 * @param events the events before the oldest snapshot, which replays need
 * @param decisions the decision log
 * @param samples the measurements of jobs
 */
public record KeptTimes(Duration events, Duration decisions, Duration samples) {
  private static final Duration SHORTEST = Duration.ofHours(1);

  /** A quarter of a year for replays and for questions about the past. */
  public static final KeptTimes USUAL =
      new KeptTimes(Duration.ofDays(90), Duration.ofDays(90), Duration.ofDays(30));

  public KeptTimes {
    Map.of("events", events, "decisions", decisions, "samples", samples)
        .forEach((name, time) -> {
          if (time.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                "%s must be kept for 1h or longer, not %s".formatted(name, Quantity.text(time)));
          }
        });
  }
}
