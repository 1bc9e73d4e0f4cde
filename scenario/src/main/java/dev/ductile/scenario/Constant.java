package dev.ductile.scenario;

import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedProvider;
import dev.ductile.api.SpeedSpec;
import dev.ductile.text.NumberBounds;

/**
 * A speed that does not depend on the size, such as that of a rigid job in a trace.
 *
 * @param stepsPerSecond the speed at every size
 */
public record Constant(@NumberBounds(least = 0) double stepsPerSecond) implements Speed {
  public Constant {
    if (!(stepsPerSecond >= 0) || Double.isInfinite(stepsPerSecond)) {
      throw new IllegalArgumentException(
          "stepsPerSecond must be a finite number of at least 0, not %s".formatted(stepsPerSecond));
    }
  }

  public SpeedSpec spec() {
    return SpeedSpec.of(Model.NAME, this);
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return where.isNone() ? 0 : stepsPerSecond;
  }

  /** The speed model {@code constant}. */
  public static final class Model implements SpeedProvider<Constant> {
    public static final String NAME = "constant";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String summary() {
      return "the same steps per second at every size";
    }

    @Override
    public Class<Constant> parameters() {
      return Constant.class;
    }

    @Override
    public Speed create(Constant parameters) {
      return parameters;
    }
  }
}
