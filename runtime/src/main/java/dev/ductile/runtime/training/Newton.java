package dev.ductile.runtime.training;

import java.util.List;
import java.util.Optional;

/**
 * The vectors of the truncated Newton method, stored as an optimiser's state. All partitions take
 * the same {@link Turn}; each changes its own rows. The parameters themselves are the last accepted
 * point, so a checkpoint is never worse than an earlier one.
 *
 * @param l2 the weight of the squares; 0 if the tensor is not regularised
 * @param objectiveL2 the weight of the squares of the regularised tensors
 * @param stretch the factor by which the first trial point is further away than in the quadratic
 *     model; 1 if no point is to be
 * @param progress whether this is the tensor of the {@link NewtonProgress}
 * @param turn the action; empty outside of a step
 */
record Newton(double l2, double objectiveL2, float stretch, boolean progress, Optional<Turn> turn)
    implements Optimizer {
  /** The names of its arrays. */
  static final List<String> SLOTS =
      List.of(
          "newton_trial",
          "newton_residual",
          "newton_direction",
          "newton_image",
          "newton_squares",
          "newton_pulled");

  private static final int TRIAL = 0;
  private static final int RESIDUAL = 1;
  private static final int DIRECTION = 2;
  private static final int IMAGE = 3;
  private static final int SQUARES = 4;
  private static final int PULLED = 5;

  /** The array that workers pull: a trial point, or a direction. */
  static final int PULLED_ARRAY = 1 + PULLED;

  @Override
  public int slots() {
    return SLOTS.size();
  }

  @Override
  public Optimizer in(List<Double> figures, float scale) {
    Turn now = Turn.of(figures, scale, objectiveL2, stretch);
    return new Newton(l2, objectiveL2, stretch, progress, Optional.of(now));
  }

  @Override
  public void measure(float[][] slots, int from, int count, double[] sums) {
    if (progress) {
      return;
    }
    float[] residual = slots[RESIDUAL];
    float[] pulled = slots[PULLED];
    sums[0] += dot(residual, pulled, from, count);
    if (l2 > 0) {
      sums[1] += dot(pulled, pulled, from, count);
    }
  }

  /** Four partial sums, because a single sum would wait for each of its additions. */
  private static double dot(float[] left, float[] right, int from, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int whole = from + (count & ~3);
    for (int i = from; i < whole; i += 4) {
      a += (double) left[i] * right[i];
      b += (double) left[i + 1] * right[i + 1];
      c += (double) left[i + 2] * right[i + 2];
      d += (double) left[i + 3] * right[i + 3];
    }
    for (int i = whole; i < from + count; i++) {
      a += (double) left[i] * right[i];
    }
    return (a + b) + (c + d);
  }

  @Override
  public Step at(long step, float rateFactor) {
    return (values, slots, sums, from, count, scale) -> {
      Turn now = turn.orElseThrow(() -> new IllegalStateException("no turn in step " + step));
      apply(now, values, slots, sums, from, count, scale);
    };
  }

  private void apply(
      Turn now, float[] values, float[][] slots, float[] sums, int from, int count, float scale) {
    if (progress) {
      now.next().write(values, from);
      now.next().write(slots[PULLED], from);
      return;
    }
    switch (now.act()) {
      case SQUARES -> square(values, slots, sums, from, count, scale);
      case ACCEPT -> accept(now, values, slots, sums, from, count, scale);
      case SHRINK -> lengthen(now.by(), values, slots, from, count);
      case ADVANCE -> advance(now, values, slots, sums, from, count, scale);
      case REST -> System.arraycopy(slots[TRIAL], from, slots[PULLED], from, count);
    }
  }

  private static void square(
      float[] values, float[][] slots, float[] sums, int from, int count, float scale) {
    for (int i = from; i < from + count; i++) {
      slots[SQUARES][i] = scale * sums[i];
    }
    System.arraycopy(values, from, slots[TRIAL], from, count);
    System.arraycopy(values, from, slots[PULLED], from, count);
  }

  /**
   * The trial point becomes the point, and its residual is the one that the products must reduce.
   */
  private void accept(
      Turn now, float[] values, float[][] slots, float[] sums, int from, int count, float scale) {
    float[] residual = slots[RESIDUAL];
    float shrinking = (float) l2;
    System.arraycopy(slots[TRIAL], from, values, from, count);
    for (int i = from; i < from + count; i++) {
      residual[i] = -(scale * sums[i] + shrinking * values[i]);
      slots[DIRECTION][i] = 0;
      slots[IMAGE][i] = 0;
    }
    precondition(now.weight(), slots, from, count);
  }

  private void advance(
      Turn now, float[] values, float[][] slots, float[] sums, int from, int count, float scale) {
    float[] trial = slots[TRIAL];
    float[] residual = slots[RESIDUAL];
    float[] direction = slots[DIRECTION];
    float[] image = slots[IMAGE];
    float[] pulled = slots[PULLED];
    float shrinking = (float) l2;
    float by = now.by();
    float carried = now.carried();
    for (int i = from; i < from + count; i++) {
      float along = pulled[i] + carried * direction[i];
      float bent = scale * sums[i] + shrinking * pulled[i] + carried * image[i];
      direction[i] = along;
      image[i] = bent;
      trial[i] += by * along;
      residual[i] -= by * bent;
    }
    if (now.next().phase() == NewtonProgress.Phase.PRODUCT) {
      precondition(now.weight(), slots, from, count);
    } else {
      lengthen(now.next().stretch(), values, slots, from, count);
    }
  }

  /** Moves the trial point along its way from the accepted point. */
  private static void lengthen(float by, float[] values, float[][] slots, int from, int count) {
    float[] trial = slots[TRIAL];
    for (int i = from; i < from + count; i++) {
      trial[i] = values[i] + by * (trial[i] - values[i]);
    }
    System.arraycopy(trial, from, slots[PULLED], from, count);
  }

  /** Divides the residual by about the diagonal of the Hessian. */
  private void precondition(float weight, float[][] slots, int from, int count) {
    float[] residual = slots[RESIDUAL];
    float[] squares = slots[SQUARES];
    float[] pulled = slots[PULLED];
    float shrinking = (float) l2;
    for (int i = from; i < from + count; i++) {
      float diagonal = weight * squares[i] + shrinking;
      pulled[i] = diagonal > 0 ? residual[i] / diagonal : 0;
    }
  }
}
