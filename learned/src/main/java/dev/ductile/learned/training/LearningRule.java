package dev.ductile.learned.training;

/** The rule by which reinforcement changes the networks. */
public enum LearningRule {
  /** Actor and critic with replay of former slots (DL2, Section 4.3). */
  REPLAY,
  /** Several passes over the latest slots, with a limit of the change of each action. */
  CLIPPED,
  /** The same, with a critic of the state after an action. */
  AFTERSTATE
}
