package dev.ductile.models.convergence;

import java.util.Map;

/** A loss over the steps that follows a form: never rising, and known at steps yet to come. */
public sealed interface FittedCurve permits InverseCurve, Ensemble {
  /** The name of the form. */
  String form();

  /** The numbers that tell this curve from others of its form, in a fixed order. */
  Map<String, Double> parameters();

  /** The loss after so many steps. */
  double loss(double step);
}
