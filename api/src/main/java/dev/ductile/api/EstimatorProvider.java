package dev.ductile.api;

/** Provides an estimator under a name; found by {@link java.util.ServiceLoader}. */
public interface EstimatorProvider {
  String name();

  /** One line for people. */
  String summary();

  /** A new estimator without measurements; each run has its own. */
  Estimator create();
}
