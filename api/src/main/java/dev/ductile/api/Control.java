package dev.ductile.api;

import java.util.Optional;

/**
 * What users have done to a job by hand.
 *
 * @param held whether it must not run until it is resumed
 * @param unscaled the job with its own bounds, where its size is fixed by hand
 */
public record Control(boolean held, Optional<JobSpec> unscaled) {
  public static final Control NONE = new Control(false, Optional.empty());

  public Control withHeld(boolean newHeld) {
    return new Control(newHeld, unscaled);
  }

  public Control withUnscaled(Optional<JobSpec> newUnscaled) {
    return new Control(held, newUnscaled);
  }
}
