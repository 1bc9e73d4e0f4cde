package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.Cause;
import dev.ductile.runtime.master.report.Pause;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Holds planned reconfigurations to their order: where nothing happens to a job, no worker waits in
 * one for another until a timeout ends that.
 */
final class PlannedPauseCheck {
  static final Set<Cause> CAUSES =
      EnumSet.of(Cause.CHANGE, Cause.CHECKPOINT, Cause.FINISH, Cause.STOP);

  /** So long after an incident its consequences are over. */
  private static final long CONSEQUENCES = 2_000_000_000L;

  /** The time for a fault that only silence shows. */
  private static final long SILENCE = 60_000_000_000L;

  private final VirtualTime time;
  private final Duration answer;
  private long troubleUntil;

  /**
   * No fault so far.
   *
   * @param answer after which a task is thought to be gone
   */
  PlannedPauseCheck(VirtualTime time, Duration answer) {
    this.time = time;
    this.answer = answer;
  }

  /** A fault, after which reconfigurations may take longer. */
  void injected(InjectedFault fault) {
    troubleUntil = Math.max(troubleUntil, time.now() + consequences(fault));
  }

  private static long consequences(InjectedFault fault) {
    return switch (fault) {
      case InjectedFault.Join _,
          InjectedFault.Leave _,
          InjectedFault.KillBeforeSave _,
          InjectedFault.In _ ->
          0;
      case InjectedFault.KillMaster _, InjectedFault.StopAndGoOn _ -> CONSEQUENCES;
      case InjectedFault.Kill(int _, boolean silently) -> silently ? SILENCE : CONSEQUENCES;
      case InjectedFault.Stall _,
          InjectedFault.StallMaster _,
          InjectedFault.Cut _,
          InjectedFault.Silence _,
          InjectedFault.SlowDisk _,
          InjectedFault.FullDisk _,
          InjectedFault.Rot _ ->
          SILENCE;
    };
  }

  /** Checks a reconfiguration that has ended; returns the failed check. */
  Optional<String> reconfigured(Pause pause) {
    long whole = pause.haltNanos() + pause.nanos();
    boolean calm = CAUSES.contains(pause.cause()) && time.now() - whole > troubleUntil;
    return calm && whole >= answer.toNanos()
        ? Optional.of(
            "%s took %d ms, and nothing happened to the job"
                .formatted(pause, Duration.ofNanos(whole).toMillis()))
        : Optional.empty();
  }
}
