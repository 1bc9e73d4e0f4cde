package dev.ductile.api;

import java.time.Instant;
import java.time.InstantSource;

/** The time of the world in which jobs run: real time, or the time of a simulation. */
public interface Clock extends InstantSource {
  /** Waits, or jumps, until the deadline or until an event happens, whichever is first. */
  void sleepUntil(Instant deadline);

  /** Ends the sleep of another thread, or its next sleep if it does not sleep now. */
  default void wake() {}
}
