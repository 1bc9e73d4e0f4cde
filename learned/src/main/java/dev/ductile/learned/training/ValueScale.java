package dev.ductile.learned.training;

/** The scale on which a network predicts values. */
enum ValueScale {
  LINEAR {
    @Override
    double output(double value) {
      return value;
    }

    @Override
    double value(double output) {
      return output;
    }
  },
  /**
   * For values below 0. The time to the end of a job is a product of its work, its type's speed and
   * the effect of its tasks; on this scale it is a sum, which a network learns sooner.
   */
  LOGARITHM_OF_LOSS {
    @Override
    double output(double value) {
      return Math.log(Math.max(LEAST_LOSS, -value));
    }

    @Override
    double value(double output) {
      return -Math.exp(Math.min(MOST_OUTPUT, output));
    }
  };

  private static final double LEAST_LOSS = 1e-3;
  private static final double MOST_OUTPUT = 20;

  /** What a network should put out for a value. */
  abstract double output(double value);

  /** The value for what a network puts out. */
  abstract double value(double output);
}
