package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobPhase;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks that a job with a checkpoint interval in steps saves in time. */
final class SaveCheck {
  /** How long after such an incident a checkpoint may be late. */
  private static final long TROUBLE = 60_000_000_000L;

  /** The steps between the order of a checkpoint and its step, if steps take long. */
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
  SaveCheck(VirtualTime time, Optional<Long> everySteps, long patience) {
    this.time = time;
    this.everySteps = everySteps;
    this.patience = patience;
  }

  /** Does something just before the next checkpoint is due. */
  void beforeNext(Runnable action) {
    waiting = Optional.of(action);
  }

  /** A fault after which saving takes longer, or is tried again only after a while. */
  void injected(InjectedFault fault) {
    if (delays(fault)) {
      troubleUntil = time.now() + TROUBLE;
    }
  }

  private static boolean delays(InjectedFault fault) {
    return switch (fault) {
      case InjectedFault.Kill(int _, boolean silently) -> silently;
      case InjectedFault.Stall _,
          InjectedFault.StallMaster _,
          InjectedFault.Silence _,
          InjectedFault.SlowDisk _,
          InjectedFault.FullDisk _,
          InjectedFault.Rot _ ->
          true;
      case InjectedFault.KillMaster _,
          InjectedFault.Join _,
          InjectedFault.Leave _,
          InjectedFault.Cut _,
          InjectedFault.StopAndGoOn _,
          InjectedFault.KillBeforeSave _,
          InjectedFault.In _ ->
          false;
    };
  }

  /** Checks a status of the master; returns the failed check. */
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
