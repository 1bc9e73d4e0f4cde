package dev.ductile.models.convergence;

import java.util.Map;

/**
 * A fitted loss curve: a function of the step that never rises and that extends beyond the last
 * reported step.
 */
public sealed interface FittedCurve permits InverseCurve, Ensemble {
  /** The name of the form. */
  String form();

  /** The parameters of the form, in a fixed order. */
  Map<String, Double> parameters();

  /** The loss after a number of steps. */
  double loss(double step);
}
