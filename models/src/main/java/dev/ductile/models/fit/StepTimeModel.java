package dev.ductile.models.fit;

import java.util.List;

/**
 * A model of the seconds of a step: features of the setup, each multiplied by a parameter above 0.
 */
sealed interface StepTimeModel permits StepTimeForm, Prior {
  String label();

  /** The meaning of each parameter. */
  List<Term> terms();

  /** The factor of each parameter, in the order of the parameters. */
  double[] features(Setup setup);

  /** The rule that combines the times of the terms to the time of the step. */
  StepComposition step();

  /** The prior mean of the logarithm of a term's share of the step. */
  double expectedShare();

  /** The prior standard deviation of that logarithm. */
  double spread();

  /** The factor on the usual deviation of jobs from this model; 1 is usual. */
  double looseness();
}
