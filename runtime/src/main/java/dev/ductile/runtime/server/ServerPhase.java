package dev.ductile.runtime.server;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** The phase of a server between two reconfigurations. */
enum ServerPhase {
  /** It belongs to no generation yet, though it may be receiving replicas already. */
  OUTSIDE(true, false),
  /** It has reported its state, and waits for the assignment. */
  HALTED(true, false),
  /** It loads a checkpoint. */
  LOADING(false, false),
  /** It has followed the assignment; workers that know that all are ready may connect. */
  READY(true, true),
  /** The generation has begun. */
  RUNNING(true, true);

  /** The whole state machine. */
  static final Transitions<ServerPhase> TRANSITIONS =
      new Transitions<>(
          "server",
          Map.of(
              OUTSIDE, EnumSet.of(OUTSIDE, HALTED, LOADING),
              HALTED, EnumSet.of(HALTED, LOADING),
              LOADING, EnumSet.of(HALTED, LOADING, READY),
              READY, EnumSet.of(OUTSIDE, HALTED, LOADING, RUNNING),
              RUNNING, EnumSet.of(OUTSIDE, HALTED, LOADING)));

  private final boolean follows;
  private final boolean serves;

  ServerPhase(boolean follows, boolean serves) {
    this.follows = follows;
    this.serves = serves;
  }

  /** Whether it takes frames of primaries. */
  boolean follows() {
    return follows;
  }

  /** Whether it takes frames of workers. */
  boolean serves() {
    return serves;
  }
}
