package dev.ductile.api;

/** Offers an estimator under a name; found by {@link java.util.ServiceLoader}. */
public interface EstimatorProvider {
  String name();

  /** One line for people. */
  String summary();

  /** An estimator without measurements: each run has one of its own. */
  Estimator create();
}
