package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.Phase;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds a job that is to be saved each so many steps to doing so in time. */
final class SaveWatch {
  /** From the report of a step until its checkpoint is complete, beside work with files. */
  private static final long LEAST = 300_000_000;

  /** How long after such an incident a checkpoint may be late. */
  private static final long TROUBLE = 60_000_000_000L;

  private final VirtualTime time;
  private final Optional<Long> everySteps;
  private final long patience;
  private OptionalLong dueSince = OptionalLong.empty();
  private long due;
  private long troubleUntil;

  /**
   * A watch of a job that has not begun.
   *
   * @param disk the nanoseconds that work with files takes at most
   */
  SaveWatch(VirtualTime time, Optional<Long> everySteps, long disk) {
    this.time = time;
    this.everySteps = everySteps;
    patience = 10 * disk + LEAST;
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
          Incident.In _ ->
          false;
    };
  }

  /** The master reports where the job is; the answer is what is wrong with that. */
  Optional<String> look(Phase phase, long step, long saved) {
    long next = everySteps.map(many -> (saved / many + 1) * many).orElse(Long.MAX_VALUE);
    boolean isDue = phase == Phase.RUNNING && step >= next && time.now() > troubleUntil;
    if (!isDue || next != due) {
      due = next;
      dueSince = isDue ? OptionalLong.of(time.now()) : OptionalLong.empty();
      return Optional.empty();
    }
    long since = time.now() - dueSince.orElse(time.now());
    return since > patience
        ? Optional.of(
            "step %d is reached, and that of step %d is not saved for %d ms"
                .formatted(step, next, since / 1_000_000))
        : Optional.empty();
  }
}
