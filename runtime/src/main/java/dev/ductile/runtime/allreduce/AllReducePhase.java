package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** The phase of an all-reduce worker, and the phases that may follow. */
enum AllReducePhase {
  /** It has halted, or is in no generation yet; it may be catching up from another worker. */
  HALTED,
  /** It loads splits and parameters of a new generation. */
  LOADING,
  /** It is ready; other workers may still be loading. */
  READY,
  /** It computes its share of the gradient, or waits for the rows that other workers touch. */
  COMPUTING,
  /** It adds up with the others. */
  REDUCING,
  /** It has the whole sum, and waits until all workers have it. */
  SETTLING,
  /** There is nothing left to compute. */
  IDLE,
  /** The worker has ended. */
  ENDED;

  /** The whole state machine. */
  static final Transitions<AllReducePhase> TRANSITIONS =
      new Transitions<>(
          "worker",
          Map.of(
              HALTED, EnumSet.of(HALTED, LOADING, ENDED),
              LOADING, EnumSet.of(HALTED, LOADING, READY, ENDED),
              READY, EnumSet.of(HALTED, LOADING, COMPUTING, IDLE, ENDED),
              COMPUTING, EnumSet.of(HALTED, LOADING, REDUCING, ENDED),
              REDUCING, EnumSet.of(HALTED, LOADING, SETTLING, ENDED),
              SETTLING, EnumSet.of(HALTED, LOADING, COMPUTING, IDLE, ENDED),
              IDLE, EnumSet.of(HALTED, LOADING, ENDED),
              ENDED, EnumSet.noneOf(AllReducePhase.class)));

  /** Whether a step is under way, or none is left. */
  boolean isTraining() {
    return switch (this) {
      case COMPUTING, REDUCING, SETTLING, IDLE -> true;
      case HALTED, LOADING, READY, ENDED -> false;
    };
  }

  /** Whether frames of a step may come from other workers of this generation. */
  boolean hearsPeers() {
    return isTraining() || this == READY;
  }
}
