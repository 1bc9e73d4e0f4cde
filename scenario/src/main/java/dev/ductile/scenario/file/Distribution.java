package dev.ductile.scenario.file;

import dev.ductile.api.Seed;
import dev.ductile.text.NumberBounds;
import java.util.List;
import java.util.random.RandomGenerator;

/** A random amount above zero; the draws are the same on every machine. */
public sealed interface Distribution {
  /** The largest standard deviation of a logarithm. */
  double MOST_SIGMA = 10;

  double draw(RandomGenerator random);

  /** A constant amount. */
  record Fixed(double value) implements Distribution {
    public Fixed {
      requirePositive("value", value);
    }

    @Override
    public double draw(RandomGenerator random) {
      return value;
    }
  }

  /** Uniform in a range. */
  record Uniform(double min, double max) implements Distribution {
    public Uniform {
      requireRange(min, max);
    }

    @Override
    public double draw(RandomGenerator random) {
      return min + (max - min) * random.nextDouble();
    }
  }

  /**
   * Uniform in the logarithm: every order of magnitude has the same probability.
   *
   * @param min the smallest amount
   * @param max the largest amount
   */
  record LogUniform(@NumberBounds(above = 0) double min, @NumberBounds(above = 0) double max)
      implements Distribution {
    public LogUniform {
      requireRange(min, max);
    }

    @Override
    public double draw(RandomGenerator random) {
      return min * StrictMath.exp(random.nextDouble() * StrictMath.log(max / min));
    }
  }

  /**
   * Many small amounts and a few large ones.
   *
   * @param median half of the amounts are smaller
   * @param sigma the standard deviation of the logarithm
   */
  record Lognormal(
      @NumberBounds(above = 0) double median,
      @NumberBounds(least = 0, most = MOST_SIGMA) double sigma)
      implements Distribution {

    public Lognormal {
      requirePositive("median", median);
      if (!(sigma >= 0 && sigma <= MOST_SIGMA)) {
        throw new IllegalArgumentException(
            "sigma must be between 0 and %s, not %s".formatted(MOST_SIGMA, sigma));
      }
    }

    @Override
    public double draw(RandomGenerator random) {
      return median * StrictMath.exp(sigma * Seed.normal(random));
    }
  }

  /**
   * Normal around a mean. Amounts that are not above zero are drawn again.
   *
   * @param mean the mean of the amounts
   * @param deviation the standard deviation: the root of the variance
   */
  record Normal(@NumberBounds(above = 0) double mean, @NumberBounds(least = 0) double deviation)
      implements Distribution {
    private static final int MOST_DRAWS = 1_000;

    public Normal {
      requirePositive("mean", mean);
      if (!(deviation >= 0) || deviation > 1e18) {
        throw new IllegalArgumentException(
            "deviation must be between 0 and 1e18, not " + deviation);
      }
    }

    @Override
    public double draw(RandomGenerator random) {
      for (int i = 0; i < MOST_DRAWS; i++) {
        double drawn = mean + deviation * Seed.normal(random);
        if (drawn > 0) {
          return drawn;
        }
      }
      return mean;
    }
  }

  /**
   * Amounts without a memory.
   *
   * @param mean the mean of the amounts
   */
  record Exponential(@NumberBounds(above = 0) double mean) implements Distribution {
    public Exponential {
      requirePositive("mean", mean);
    }

    @Override
    public double draw(RandomGenerator random) {
      return Math.max(mean * Seed.exponential(random), mean * Double.MIN_NORMAL);
    }
  }

  /** One of some amounts, each as likely as any other. */
  record OneOf(List<Double> values) implements Distribution {
    private static final int MOST = 100_000;

    public OneOf {
      values = List.copyOf(values);
      if (values.isEmpty() || values.size() > MOST) {
        throw new IllegalArgumentException(
            "oneOf needs 1 to %d values, not %d".formatted(MOST, values.size()));
      }
      values.forEach(value -> requirePositive("a value", value));
    }

    @Override
    public double draw(RandomGenerator random) {
      return values.get(random.nextInt(values.size()));
    }
  }

  private static void requireRange(double min, double max) {
    requirePositive("min", min);
    requirePositive("max", max);
    if (min > max) {
      throw new IllegalArgumentException("min is %s, above max %s".formatted(min, max));
    }
  }

  private static void requirePositive(String name, double amount) {
    if (!(amount > 0) || amount > 1e18) {
      throw new IllegalArgumentException(
          "%s must be above 0 and at most 1e18, not %s".formatted(name, amount));
    }
  }
}
