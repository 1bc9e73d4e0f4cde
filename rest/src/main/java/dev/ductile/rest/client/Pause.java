package dev.ductile.rest.client;

import java.time.Duration;

/** A wait before the next try, such as {@code Thread::sleep}. */
@FunctionalInterface
public interface Pause {
  void lasts(Duration time) throws InterruptedException;
}
