package dev.ductile.api;

import java.time.Instant;
import java.time.InstantSource;

/** The time of the world in which jobs run. */
public interface Clock extends InstantSource {
  /** Waits, or jumps, until the deadline or until something has happened, whichever is first. */
  void sleepUntil(Instant deadline);

  /** Ends the sleep of another thread, or its next one; nothing where no other thread sleeps. */
  default void wake() {}
}
