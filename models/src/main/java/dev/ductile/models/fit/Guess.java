package dev.ductile.models.fit;

import java.util.List;

/**
 * What to think of a job of which one or two sizes are known, and nothing else: that more workers
 * are faster, by far less than their number, and that this may be quite wrong. With one size known,
 * 64 times as many workers are taken to be about four times as fast, and from a little slower to
 * twenty times as fast nine times out of ten.
 */
enum Guess implements Shape {
  ANY_JOB;

  /** About the middle of how jobs with a fixed global batch have been seen to scale. */
  private static final double EXPONENT = 0.35;

  private static final double LOOSENESS = 12;
  private static final List<Term> FACTOR =
      List.of(
          new Term(
              "seconds, over workers to the power of %s".formatted(EXPONENT),
              "s",
              Term.Part.COMPUTING,
              at -> StrictMath.pow(at.workers(), -EXPONENT)));

  @Override
  public String label() {
    return "guess";
  }

  @Override
  public List<Term> terms() {
    return FACTOR;
  }

  @Override
  public Step step() {
    return Step.SUM;
  }

  @Override
  public double[] features(Setup setup) {
    return new double[] {FACTOR.getFirst().feature().applyAsDouble(setup)};
  }

  @Override
  public double expectedShare() {
    return 0;
  }

  @Override
  public double spread() {
    return 0.5;
  }

  @Override
  public double looseness() {
    return LOOSENESS;
  }
}
