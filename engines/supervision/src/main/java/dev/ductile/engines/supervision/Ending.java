package dev.ductile.engines.supervision;

import java.util.function.Supplier;

/** Why a generation ends. */
sealed interface Ending {
  /** It is to run elsewhere, or nowhere for now. */
  record Change() implements Ending {}

  /** Its workers have done all there was to do. */
  record Done() implements Ending {}

  /**
   * A task has died, or does nothing.
   *
   * @param why asked for when all has ended, for then all it has printed is read
   * @param excused whether somebody else had asked the task to stop
   */
  record Crash(Supplier<String> why, boolean excused) implements Ending {}

  /** Starting it again would not help. */
  record Failure(Supplier<String> why) implements Ending {}

  record Cancel(String why) implements Ending {}
}
