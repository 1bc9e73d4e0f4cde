package dev.ductile.api;

import java.util.OptionalDouble;

/**
 * The known speed of a job as data: the name of a speed model and its parameters. Files, commands,
 * events and the journal contain it; {@link Speeds} makes the speed from it.
 *
 * @param model the name of the speed model
 * @param parameters the record of the model; equal parameters make equal speeds
 * @param error the relative error, as in {@link Estimate#within}; if absent, the estimate of the
 *     model counts
 */
public record SpeedSpec(String model, Record parameters, OptionalDouble error) {
  /** An unknown speed. */
  public static final SpeedSpec UNKNOWN = of("unknown", new Unknown());

  /** The parameters of {@link #UNKNOWN}: none. */
  public record Unknown() {}

  public SpeedSpec {
    if (!(error.orElse(0) >= 0) || Double.isInfinite(error.orElse(0))) {
      throw new IllegalArgumentException(
          "error must be a finite number of at least 0, not %s".formatted(error.orElse(0)));
    }
  }

  /** A speed whose model knows its own error. */
  public static SpeedSpec of(String model, Record parameters) {
    return new SpeedSpec(model, parameters, OptionalDouble.empty());
  }

  public boolean isUnknown() {
    return parameters instanceof Unknown;
  }
}
