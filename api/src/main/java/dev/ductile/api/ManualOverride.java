package dev.ductile.api;

import java.util.Optional;

/**
 * What users have changed of a job by hand; no policy can undo it.
 *
 * @param held whether it must not run until it is resumed
 * @param unscaled the job with its own bounds, where its size is fixed by hand
 */
public record ManualOverride(boolean held, Optional<JobSpec> unscaled) {
  public static final ManualOverride NONE = new ManualOverride(false, Optional.empty());

  public ManualOverride withHeld(boolean newHeld) {
    return new ManualOverride(newHeld, unscaled);
  }

  public ManualOverride withUnscaled(Optional<JobSpec> newUnscaled) {
    return new ManualOverride(held, newUnscaled);
  }
}
