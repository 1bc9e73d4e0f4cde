package dev.ductile.engines.supervision;

import java.util.function.Supplier;

/** The reason why a generation stops. */
sealed interface StopReason {
  /** An order moves the job, or stops it for now. */
  record Change() implements StopReason {}

  /** The work of the job is done. */
  record Done() implements StopReason {}

  /**
   * A task has died or hangs.
   *
   * @param why evaluated when all tasks have ended and all output is read
   * @param excused whether the cause is outside of the job: a signal of another process, a lost
   *     node
   */
  record Crash(Supplier<String> why, boolean excused) implements StopReason {}

  /** Another start would fail too. */
  record Failure(Supplier<String> why) implements StopReason {}

  record Cancel(String why) implements StopReason {}
}
