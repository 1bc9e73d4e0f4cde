package dev.ductile.runtime.worker;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** The phase of a worker, and the phases that may follow. */
enum WorkerPhase {
  /** Halted: the worker has reported its state to the master. */
  HALTED,
  /** It loads the splits of a new generation into memory. */
  LOADING,
  /** It is ready; other workers may still be loading. */
  READY,
  /** It waits for parameters. */
  PULLING,
  /** It computes the gradient. */
  COMPUTING,
  /** It waits until the gradient is safe at every replica. */
  PUSHING,
  /** There is nothing left to compute, or no server to push to. */
  IDLE,
  /** The worker has ended. */
  ENDED;

  /** The whole state machine. */
  static final Transitions<WorkerPhase> TRANSITIONS =
      new Transitions<>(
          "worker",
          Map.of(
              HALTED, EnumSet.of(HALTED, LOADING, ENDED),
              LOADING, EnumSet.of(HALTED, LOADING, READY, ENDED),
              READY, EnumSet.of(HALTED, LOADING, PULLING, COMPUTING, PUSHING, IDLE, ENDED),
              PULLING, EnumSet.of(HALTED, LOADING, COMPUTING, PUSHING, ENDED),
              COMPUTING, EnumSet.of(HALTED, LOADING, PUSHING, ENDED),
              PUSHING, EnumSet.of(HALTED, LOADING, PULLING, PUSHING, IDLE, ENDED),
              IDLE, EnumSet.of(HALTED, LOADING, PULLING, PUSHING, ENDED),
              ENDED, EnumSet.noneOf(WorkerPhase.class)));

  /** Whether a step is under way, or the worker looks for one. */
  boolean isTraining() {
    return switch (this) {
      case PULLING, COMPUTING, PUSHING, IDLE -> true;
      case HALTED, LOADING, READY, ENDED -> false;
    };
  }
}
