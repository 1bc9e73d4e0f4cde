package dev.ductile.models;

import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import java.util.OptionalDouble;

/** The speed model {@code linear}: a power of the number of workers. */
public final class LinearModel implements SpeedProvider<LinearModel.Parameters> {
  @Override
  public String name() {
    return "linear";
  }

  @Override
  public String summary() {
    return "the speed of one worker times a power of the number of workers";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public Speed create(Parameters parameters) {
    double one = parameters.stepsPerSecond();
    double exponent = parameters.exponent().orElse(1);
    return where -> where.workers() == 0 ? 0 : one * StrictMath.pow(where.workers(), exponent);
  }

  /**
   * The speed of one worker, and how it scales.
   *
   * @param stepsPerSecond the speed with one worker
   * @param exponent 1 (the default) scales perfectly; 0 does not scale
   */
  public record Parameters(double stepsPerSecond, OptionalDouble exponent) {
    public Parameters {
      if (!(stepsPerSecond >= 0) || Double.isInfinite(stepsPerSecond)) {
        throw new IllegalArgumentException(
            "stepsPerSecond must be a finite number of at least 0, not %s"
                .formatted(stepsPerSecond));
      }
      if (!(exponent.orElse(1) >= 0 && exponent.orElse(1) <= 1)) {
        throw new IllegalArgumentException(
            "exponent must be between 0 and 1, not %s".formatted(exponent.orElse(1)));
      }
    }
  }
}
