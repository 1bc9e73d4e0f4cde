package dev.ductile.server.tracing;

import dev.ductile.rest.DecisionView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Times the steps of each round, on the thread of the scheduler. Each step lasts from the end of
 * the step before it, so the steps fill the round. Rounds without a decision are dropped.
 */
final class RoundRecorder {
  /** Gangs and queues may let a policy decide several times; further steps extend the last one. */
  static final int MOST_LAPS = 64;

  private final InstantSource clock;
  private final LongSupplier nanos;
  private final Consumer<RoundTrace> traces;
  private final List<Lap> laps = new ArrayList<>();
  private Instant begin;
  private long beginNanos;
  private int jobs;
  private Optional<DecisionView> decision = Optional.empty();

  /**
   * A recorder.
   *
   * @param clock the time of day
   * @param nanos a clock that never goes back
   * @param traces takes each round with a decision, after its end
   */
  RoundRecorder(InstantSource clock, LongSupplier nanos, Consumer<RoundTrace> traces) {
    this.clock = clock;
    this.nanos = nanos;
    this.traces = traces;
    this.begin = clock.instant();
    this.beginNanos = nanos.getAsLong();
  }

  /** A round begins; the one before it has ended. */
  void begins() {
    ends();
    begin = clock.instant();
    beginNanos = nanos.getAsLong();
  }

  /** A step has ended. */
  void ended(RoundStep step, long items) {
    long now = nanos.getAsLong() - beginNanos;
    if (!laps.isEmpty() && (laps.getLast().step() == step || laps.size() == MOST_LAPS)) {
      laps.add(laps.removeLast().until(now, items));
    } else {
      laps.add(new Lap(step, lastEnd(), now, items));
    }
  }

  private long lastEnd() {
    return laps.isEmpty() ? 0 : laps.getLast().end();
  }

  /** This round has made a decision. */
  void decided(DecisionView made, int jobsInPicture) {
    decision = Optional.of(made);
    jobs = jobsInPicture;
  }

  /** The round has ended. */
  void ends() {
    decision.ifPresent(made ->
        traces.accept(new RoundTrace(begin, Duration.ofNanos(lastEnd()), laps, made, jobs)));
    decision = Optional.empty();
    laps.clear();
  }
}
