package dev.ductile.runtime.training;

/**
 * The progress of the truncated Newton method: the scalars that it keeps from one step to the next.
 * They are the only row of a tensor of their own, so they are replicated and saved like parameters.
 *
 * @param phase the computation of workers in the next step
 * @param products Hessian-vector products since the last accepted point
 * @param objective at the accepted point
 * @param loss the mean loss at the accepted point
 * @param weight the mean second derivative of the loss at the accepted point
 * @param slope the derivative of the objective from the accepted point to the trial point; at most
 *     0
 * @param gain the decrease that the quadratic model promises so far
 * @param residual the squared length of the residual before the last product
 * @param rate the length of the last step of the conjugate gradients
 * @param accepted the number of accepted points
 * @param shrunk the number of times that the way to the trial point has been shortened
 * @param stretch the factor by which the solution of the quadratic model is lengthened to a trial
 *     point
 */
record NewtonProgress(
    Phase phase,
    int products,
    float objective,
    float loss,
    float weight,
    float slope,
    float gain,
    float residual,
    float rate,
    int accepted,
    int shrunk,
    float stretch) {
  /** The length of the row. */
  static final int WIDTH = 12;

  /** The computation of all workers in a step. */
  enum Phase {
    /** The sums of squares of each feature, which precondition the products. */
    SQUARES(0),
    /** The loss and its gradient at the trial point. */
    GRADIENT(1),
    /** The Hessian at the accepted point, times a direction. */
    PRODUCT(2);

    private final int number;

    Phase(int number) {
      this.number = number;
    }

    private static Phase of(float number) {
      for (Phase phase : values()) {
        if (phase.number == number) {
          return phase;
        }
      }
      throw new IllegalArgumentException("there is no phase " + number);
    }
  }

  /** Reads a row. */
  static NewtonProgress read(float[] row, int at) {
    return new NewtonProgress(
        Phase.of(row[at]),
        (int) row[at + 1],
        row[at + 2],
        row[at + 3],
        row[at + 4],
        row[at + 5],
        row[at + 6],
        row[at + 7],
        row[at + 8],
        (int) row[at + 9],
        (int) row[at + 10],
        row[at + 11]);
  }

  /** Writes a row. */
  void write(float[] row, int at) {
    row[at] = phase.number;
    row[at + 1] = products;
    row[at + 2] = objective;
    row[at + 3] = loss;
    row[at + 4] = weight;
    row[at + 5] = slope;
    row[at + 6] = gain;
    row[at + 7] = residual;
    row[at + 8] = rate;
    row[at + 9] = accepted;
    row[at + 10] = shrunk;
    row[at + 11] = stretch;
  }

  /** The objective of the first point is not known before its gradient. */
  NewtonProgress measured(float meanLoss, float firstStretch) {
    return new NewtonProgress(
        Phase.GRADIENT, 0, Float.MAX_VALUE, meanLoss, 0, 0, 0, 0, 0, accepted, 0, firstStretch);
  }

  /** The trial point is better, and products begin. */
  NewtonProgress accept(float better, float meanLoss, float meanWeight, float nextStretch) {
    return new NewtonProgress(
        Phase.PRODUCT, 0, better, meanLoss, meanWeight, 0, 0, 0, 0, accepted + 1, 0, nextStretch);
  }

  /** The trial point is not better: a nearer one is tried. */
  NewtonProgress shrink(float by) {
    return new NewtonProgress(
        Phase.GRADIENT,
        products,
        objective,
        loss,
        weight,
        slope * by,
        gain,
        residual,
        rate,
        accepted,
        shrunk + 1,
        stretch);
  }

  /** The quadratic model is solved well enough: the trial point is evaluated. */
  NewtonProgress evaluate() {
    return new NewtonProgress(
        Phase.GRADIENT,
        products,
        objective,
        loss,
        weight,
        slope,
        gain,
        residual,
        rate,
        accepted,
        shrunk,
        stretch);
  }

  /**
   * One product further, and after the last one at the trial point; the residual had this squared
   * length before it.
   */
  NewtonProgress advance(float squaredResidual, float by, Phase next) {
    float further = slope - by * squaredResidual;
    return new NewtonProgress(
        next,
        products + 1,
        objective,
        loss,
        weight,
        next == Phase.GRADIENT ? stretch * further : further,
        gain + by * squaredResidual / 2,
        squaredResidual,
        by,
        accepted,
        shrunk,
        stretch);
  }
}
