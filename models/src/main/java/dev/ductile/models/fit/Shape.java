package dev.ductile.models.fit;

import java.util.List;

/** What seconds per step may look like: known features, each times something above 0. */
sealed interface Shape permits Form, Prior {
  String label();

  /** What the parameters mean. */
  List<Term> terms();

  /** What each parameter is multiplied by, in the order of the parameters. */
  double[] features(Setup setup);

  /** How the times that come of that make up the step. */
  Step step();

  /** The logarithm of the part of a step that one feature is expected to take. */
  double expectedShare();

  /** How far that logarithm may be off: its standard deviation. */
  double spread();

  /** How much more than usual a job may stray from this shape; 1 is usual. */
  double looseness();
}
