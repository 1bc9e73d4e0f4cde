package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** What an all-reduce worker is doing, and what it may do next. */
enum AllReducePhase {
  /** It takes part in nothing, or waits for a new generation; it may be learning from another. */
  STANDING,
  /** Getting splits and numbers of a new generation. */
  LOADING,
  /** All is there; others may not be so far. */
  READY,
  /** Computing its share of the gradient, or waiting to hear which rows others have touched. */
  COMPUTING,
  /** Adding up with the others. */
  REDUCING,
  /** It has the whole sum, and waits until everybody has. */
  SETTLING,
  /** There is nothing left to compute. */
  IDLE,
  /** The worker is over. */
  ENDED;

  /** The whole state machine. */
  static final Transitions<AllReducePhase> TRANSITIONS =
      new Transitions<>(
          "worker",
          Map.of(
              STANDING, EnumSet.of(STANDING, LOADING, ENDED),
              LOADING, EnumSet.of(STANDING, LOADING, READY, ENDED),
              READY, EnumSet.of(STANDING, LOADING, COMPUTING, IDLE, ENDED),
              COMPUTING, EnumSet.of(STANDING, LOADING, REDUCING, ENDED),
              REDUCING, EnumSet.of(STANDING, LOADING, SETTLING, ENDED),
              SETTLING, EnumSet.of(STANDING, LOADING, COMPUTING, IDLE, ENDED),
              IDLE, EnumSet.of(STANDING, LOADING, ENDED),
              ENDED, EnumSet.noneOf(AllReducePhase.class)));

  /** Whether a step is under way, or none is left. */
  boolean isTraining() {
    return switch (this) {
      case COMPUTING, REDUCING, SETTLING, IDLE -> true;
      case STANDING, LOADING, READY, ENDED -> false;
    };
  }

  /** Whether others of this generation may send what belongs to a step. */
  boolean hearsPeers() {
    return isTraining() || this == READY;
  }
}
