package dev.ductile.models.convergence;

import java.util.OptionalLong;
import java.util.function.LongToDoubleFunction;

/**
 * The convergence criterion for a job without a target loss: each of several successive epochs
 * lowers the loss by less than a threshold (Peng et al., EuroSys 2018, Section 3.1).
 *
 * @param epoch the steps of an epoch, at least 1
 * @param threshold the least decrease of the loss, above 0
 * @param epochs the number of successive epochs, at least 1
 */
public record Plateau(long epoch, double threshold, int epochs) {
  private static final int MOST = 1_000_000;

  public Plateau {
    if (epoch < 1 || epochs < 1 || !(threshold > 0)) {
      throw new IllegalArgumentException(
          "a plateau needs an epoch and epochs of at least 1 and a threshold above 0, not %d, %d and %s"
              .formatted(epoch, epochs, threshold));
    }
  }

  /**
   * The last step of these epochs; empty if they do not end by the limit.
   *
   * @param loss the loss after a number of steps, measured or fitted
   * @param from the step before the first epoch
   * @param limit the last step that counts
   */
  public OptionalLong step(LongToDoubleFunction loss, long from, long limit) {
    int quiet = 0;
    double before = loss.applyAsDouble(from);
    for (int i = 1; i <= MOST && from + i * epoch <= limit; i++) {
      double after = loss.applyAsDouble(from + i * epoch);
      quiet = before - after < threshold ? quiet + 1 : 0;
      if (quiet == epochs) {
        return OptionalLong.of(from + i * epoch);
      }
      before = after;
    }
    return OptionalLong.empty();
  }
}
