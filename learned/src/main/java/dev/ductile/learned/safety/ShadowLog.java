package dev.ductile.learned.safety;

import java.time.Instant;

/** Receives the decisions in shadow and the evaluations of a cluster. */
interface ShadowLog {
  /** Keeps nothing. */
  ShadowLog NONE = new ShadowLog() {};

  default void decided(ShadowDecision decision) {}

  default void evaluated(Instant at, Verdict verdict) {}

  /** The scheduler has refused a change of the policy. */
  default void refused(Instant at, String why) {}
}
