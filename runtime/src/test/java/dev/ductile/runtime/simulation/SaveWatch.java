package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobPhase;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds a job that is to be saved each so many steps to doing so in time. */
final class SaveWatch {
  /** How long after such an incident a checkpoint may be late. */
  private static final long TROUBLE = 60_000_000_000L;

  /** So many steps before its step a checkpoint is ordered, where steps take long. */
  private static final int AHEAD = 2;

  private final VirtualTime time;
  private final Optional<Long> everySteps;
  private final long patience;
  private OptionalLong dueSince = OptionalLong.empty();
  private long due;
  private long troubleUntil;
  private Optional<Runnable> waiting = Optional.empty();

  /**
   * A watch of a job that has not begun.
   *
   * @param patience the nanoseconds from the end of a step until its checkpoint is complete
   */
  SaveWatch(VirtualTime time, Optional<Long> everySteps, long patience) {
    this.time = time;
    this.everySteps = everySteps;
    this.patience = patience;
  }

  /** Does something just before the next checkpoint is due. */
  void beforeNext(Runnable action) {
    waiting = Optional.of(action);
  }

  /** Something happens after which saving takes longer, or is tried again only after a while. */
  void happens(Incident incident) {
    if (delays(incident)) {
      troubleUntil = time.now() + TROUBLE;
    }
  }

  private static boolean delays(Incident incident) {
    return switch (incident) {
      case Incident.Kill(int _, boolean silently) -> silently;
      case Incident.Stall _,
          Incident.StallMaster _,
          Incident.Silence _,
          Incident.SlowDisk _,
          Incident.FullDisk _,
          Incident.Rot _ ->
          true;
      case Incident.KillMaster _,
          Incident.Join _,
          Incident.Leave _,
          Incident.Cut _,
          Incident.StopAndGoOn _,
          Incident.KillBeforeSave _,
          Incident.In _ ->
          false;
    };
  }

  /** The master reports where the job is; the answer is what is wrong with that. */
  Optional<String> look(JobPhase phase, long step, long saved) {
    long next = everySteps.map(many -> (saved / many + 1) * many).orElse(Long.MAX_VALUE);
    if (phase == JobPhase.RUNNING && step < next && step >= next - AHEAD) {
      waiting.ifPresent(action -> time.after(0, action));
      waiting = Optional.empty();
    }
    boolean isDue = phase == JobPhase.RUNNING && step >= next && time.now() > troubleUntil;
    if (!isDue || next != due) {
      dueSince = OptionalLong.empty();
    }
    due = next;
    if (!isDue) {
      return Optional.empty();
    }
    dueSince = OptionalLong.of(dueSince.orElse(time.now()));
    long since = time.now() - dueSince.getAsLong();
    return since > patience
        ? Optional.of(
            "step %d is reached, and that of step %d is not saved for %d ms"
                .formatted(step, next, since / 1_000_000))
        : Optional.empty();
  }
}
