package dev.ductile.api;

import java.util.OptionalDouble;

/**
 * What is known of a job's speed, as data: a speed model by its name, with the model's parameters.
 * Files, commands, events and the journal carry it; {@link Speeds} makes the speed from it.
 *
 * @param model the name of the speed model
 * @param parameters the model's own record; equal parameters make equal speeds
 * @param error how far the speed may be off, as in {@link Estimate#within}; the model's own
 *     estimate counts where it is absent
 */
public record SpeedSpec(String model, Record parameters, OptionalDouble error) {
  /** Nothing is known of the job's speed. */
  public static final SpeedSpec UNKNOWN = of("unknown", new Unknown());

  /** The parameters of {@link #UNKNOWN}: none. */
  public record Unknown() {}

  public SpeedSpec {
    if (!(error.orElse(0) >= 0) || Double.isInfinite(error.orElse(0))) {
      throw new IllegalArgumentException(
          "error must be a finite number of at least 0, not %s".formatted(error.orElse(0)));
    }
  }

  /** A model that knows by itself how far it may be off. */
  public static SpeedSpec of(String model, Record parameters) {
    return new SpeedSpec(model, parameters, OptionalDouble.empty());
  }

  public boolean isUnknown() {
    return parameters instanceof Unknown;
  }
}
