package dev.ductile.engines.supervision;

import java.util.function.Supplier;

/** Why a generation ends. */
sealed interface StopReason {
  /** It is to run elsewhere, or nowhere for now. */
  record Change() implements StopReason {}

  /** Its workers have done all there was to do. */
  record Done() implements StopReason {}

  /**
   * A task has died, or does nothing.
   *
   * @param why asked for when all has ended, for then all it has printed is read
   * @param excused whether somebody else had asked the task to stop
   */
  record Crash(Supplier<String> why, boolean excused) implements StopReason {}

  /** Starting it again would not help. */
  record Failure(Supplier<String> why) implements StopReason {}

  record Cancel(String why) implements StopReason {}
}
