package dev.ductile.learned.policy;

/** How the weights of a policy network relate to the rows of the state. */
public enum NetworkKind {
  /** Every row has weights of its own, as in the paper (DL2, Section 4.1). */
  DENSE,
  /** All rows share their weights. */
  ROWS
}
