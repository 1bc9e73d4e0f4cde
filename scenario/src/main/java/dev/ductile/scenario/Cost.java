package dev.ductile.scenario;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The pause of one rescale. */
public sealed interface Cost {
  Cost NOTHING = new None();

  /** The expected pause. */
  Duration mean();

  /** The pause of one rescale: a draw for measured pauses. */
  Duration draw(RandomGenerator random);

  /** No pause at all. */
  record None() implements Cost {
    @Override
    public Duration mean() {
      return Duration.ZERO;
    }

    @Override
    public Duration draw(RandomGenerator random) {
      return Duration.ZERO;
    }
  }

  /** The same pause every time. */
  record Fixed(Duration pause) implements Cost {
    public Fixed {
      requireNotNegative(pause);
    }

    @Override
    public Duration mean() {
      return pause;
    }

    @Override
    public Duration draw(RandomGenerator random) {
      return pause;
    }
  }

  /** One of several measured pauses, each with the same probability. */
  record Measured(List<Duration> samples) implements Cost {
    private static final int MOST = 100_000;

    public Measured {
      samples = List.copyOf(samples);
      if (samples.isEmpty() || samples.size() > MOST) {
        throw new IllegalArgumentException(
            "a measured cost needs 1 to %d samples, not %d".formatted(MOST, samples.size()));
      }
      samples.forEach(Cost::requireNotNegative);
    }

    @Override
    public Duration mean() {
      return samples.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(samples.size());
    }

    @Override
    public Duration draw(RandomGenerator random) {
      return samples.get(random.nextInt(samples.size()));
    }
  }

  /** The same pause every time, or none if it is zero. */
  static Cost fixed(Duration pause) {
    return pause.isZero() ? NOTHING : new Fixed(pause);
  }

  private static void requireNotNegative(Duration pause) {
    if (pause.isNegative()) {
      throw new IllegalArgumentException("a cost cannot be negative: %s".formatted(pause));
    }
  }
}
