package dev.ductile.api;

import java.util.Optional;

/**
 * The changes that users have made to a job by hand; no policy can undo them.
 *
 * @param held whether the job must not run until it is resumed
 * @param unscaled the job with its own bounds, if its size is fixed by hand
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
