package dev.ductile.api;

/** Makes the speeds of jobs from their specs. Equal specs give equal speeds. */
@FunctionalInterface
public interface Speeds {
  /** No speed models at all. */
  Speeds NONE =
      spec -> {
        if (spec.isUnknown()) {
          return Speed.UNKNOWN;
        }
        throw new IllegalArgumentException(
            "no speed model is installed here, so \"%s\" makes no speed".formatted(spec.model()));
      };

  /** The speed of a job; throws if the model does not exist or refuses its parameters. */
  Speed speed(SpeedSpec spec);
}
