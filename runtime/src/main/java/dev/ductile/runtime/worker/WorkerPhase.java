package dev.ductile.runtime.worker;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** What a worker is doing, and what it may do next. */
enum WorkerPhase {
  /** Halted: the master has been told where the worker stands. */
  STANDING,
  /** Getting the splits of a new generation into memory. */
  LOADING,
  /** All is there; others may not be so far. */
  READY,
  /** Waiting for parameters. */
  PULLING,
  /** Computing the gradient. */
  COMPUTING,
  /** Waiting until the gradient is safe at every copy. */
  PUSHING,
  /** There is nothing left to compute, or nobody to push to. */
  IDLE,
  /** The worker is over. */
  ENDED;

  /** The whole state machine. */
  static final Transitions<WorkerPhase> TRANSITIONS =
      new Transitions<>(
          "worker",
          Map.of(
              STANDING, EnumSet.of(STANDING, LOADING, ENDED),
              LOADING, EnumSet.of(STANDING, LOADING, READY, ENDED),
              READY, EnumSet.of(STANDING, LOADING, PULLING, COMPUTING, PUSHING, IDLE, ENDED),
              PULLING, EnumSet.of(STANDING, LOADING, COMPUTING, PUSHING, ENDED),
              COMPUTING, EnumSet.of(STANDING, LOADING, PUSHING, ENDED),
              PUSHING, EnumSet.of(STANDING, LOADING, PULLING, PUSHING, IDLE, ENDED),
              IDLE, EnumSet.of(STANDING, LOADING, PULLING, PUSHING, ENDED),
              ENDED, EnumSet.noneOf(WorkerPhase.class)));

  /** Whether a step is under way, or the worker looks for one. */
  boolean isTraining() {
    return switch (this) {
      case PULLING, COMPUTING, PUSHING, IDLE -> true;
      case STANDING, LOADING, READY, ENDED -> false;
    };
  }
}
