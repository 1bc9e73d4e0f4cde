package dev.ductile.server.tracing;

import dev.ductile.api.Clock;
import java.time.Instant;

/** A clock whose sleep ends the round. */
record TracedClock(Clock clock, RoundRecorder recorder) implements Clock {
  @Override
  public Instant instant() {
    return clock.instant();
  }

  @Override
  public void sleepUntil(Instant deadline) {
    recorder.ends();
    clock.sleepUntil(deadline);
  }

  @Override
  public void wake() {
    clock.wake();
  }
}
