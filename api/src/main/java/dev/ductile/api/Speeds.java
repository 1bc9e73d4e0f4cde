package dev.ductile.api;

/** Makes the speeds of jobs from what is known of them. Equal specs give equal speeds. */
@FunctionalInterface
public interface Speeds {
  /** Knows no speed model. */
  Speeds NONE =
      spec -> {
        if (spec.isUnknown()) {
          return Speed.UNKNOWN;
        }
        throw new IllegalArgumentException(
            "no speed model is installed here, so \"%s\" makes no speed".formatted(spec.model()));
      };

  /** The speed of a job; an exception if there is no such model, or it refuses its parameters. */
  Speed speed(SpeedSpec spec);
}
