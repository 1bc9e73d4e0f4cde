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
final class PlannedReconfigurations {
  static final Set<Cause> CAUSES =
      EnumSet.of(Cause.CHANGE, Cause.CHECKPOINT, Cause.FINISH, Cause.STOP);

  /** So long after an incident its consequences are over. */
  private static final long CONSEQUENCES = 2_000_000_000L;

  /** What is noticed only by silence takes longer. */
  private static final long SILENCE = 60_000_000_000L;

  private final VirtualTime time;
  private final Duration answer;
  private long troubleUntil;

  /**
   * Nothing has happened yet.
   *
   * @param answer after which a task is thought to be gone
   */
  PlannedReconfigurations(VirtualTime time, Duration answer) {
    this.time = time;
    this.answer = answer;
  }

  /** Something happens, after which reconfigurations may take longer. */
  void happens(Incident incident) {
    troubleUntil = Math.max(troubleUntil, time.now() + consequences(incident));
  }

  private static long consequences(Incident incident) {
    return switch (incident) {
      case Incident.Join _, Incident.Leave _, Incident.KillBeforeSave _, Incident.In _ -> 0;
      case Incident.KillMaster _, Incident.StopAndGoOn _ -> CONSEQUENCES;
      case Incident.Kill(int _, boolean silently) -> silently ? SILENCE : CONSEQUENCES;
      case Incident.Stall _,
          Incident.StallMaster _,
          Incident.Cut _,
          Incident.Silence _,
          Incident.SlowDisk _,
          Incident.FullDisk _,
          Incident.Rot _ ->
          SILENCE;
    };
  }

  /** A reconfiguration is over; the answer is what is wrong with it. */
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
