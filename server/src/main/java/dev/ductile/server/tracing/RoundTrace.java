package dev.ductile.server.tracing;

import dev.ductile.rest.DecisionView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A round of the scheduler with a decision.
 *
 * @param decision its record in the decision log
 * @param jobs the jobs in the picture
 */
record RoundTrace(Instant begin, Duration time, List<Lap> laps, DecisionView decision, int jobs) {
  RoundTrace {
    laps = List.copyOf(laps);
  }
}
