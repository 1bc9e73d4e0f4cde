package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Speed;
import dev.ductile.api.SpeedSpec;
import dev.ductile.api.Speeds;

/** A speed that a test defines as a function; it is its own parameters in a spec. */
public record GivenSpeed(Speed function) implements Speed {
  /** Makes these speeds, and no others. */
  public static final Speeds SPEEDS =
      spec ->
          spec.parameters() instanceof GivenSpeed given
              ? given.function()
              : Speeds.NONE.speed(spec);

  public static SpeedSpec of(Speed function) {
    return SpeedSpec.of("given", new GivenSpeed(function));
  }

  @Override
  public double stepsPerSecond(Allocation where) {
    return function.stepsPerSecond(where);
  }
}
