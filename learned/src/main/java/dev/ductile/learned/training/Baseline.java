package dev.ductile.learned.training;

/** The reward to which the consequence of an action is compared. */
public enum Baseline {
  /** The value network: actor and critic (DL2, Section 4.3). */
  VALUE,
  /** The exponential moving average of the rewards, for the comparison (DL2, Section 6.5). */
  AVERAGE
}
