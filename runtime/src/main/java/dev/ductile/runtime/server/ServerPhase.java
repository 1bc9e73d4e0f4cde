package dev.ductile.runtime.server;

import dev.ductile.runtime.lifecycle.Transitions;
import java.util.EnumSet;
import java.util.Map;

/** Where a server is between two regroups. */
enum ServerPhase {
  /** It belongs to no generation yet, though it may be copying already. */
  OUTSIDE(true, false),
  /** It has told where it stands, and waits for what is decided. */
  HALTED(true, false),
  /** It loads a checkpoint. */
  LOADING(false, false),
  /** It has done what it was asked; workers that know that all have may come. */
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

  /** Whether it hears primaries. */
  boolean follows() {
    return follows;
  }

  /** Whether it hears workers. */
  boolean serves() {
    return serves;
  }
}
