package dev.ductile.models.fit;

/**
 * What seconds per step may look like: a sum of known features, each times something not below 0.
 */
sealed interface Shape permits Form, Prior {
  String label();

  /** What each parameter is multiplied by, in the order of the parameters. */
  double[] features(Setup setup);

  /** The logarithm of the part of a step that one feature is expected to take. */
  double expectedShare();

  /** How far that logarithm may be off: its standard deviation. */
  double spread();

  /** How much more than usual a job may stray from this shape; 1 is usual. */
  double looseness();
}
