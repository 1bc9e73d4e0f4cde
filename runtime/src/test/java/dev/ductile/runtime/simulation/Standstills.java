package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.Cause;
import dev.ductile.runtime.master.Pause;
import dev.ductile.runtime.master.Phase;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When workers really made progress, by the clock of the simulation. Each pause that a master
 * reports is held against that.
 */
final class Standstills {
  private static final Set<Cause> PLANNED =
      EnumSet.of(Cause.CHANGE, Cause.CHECKPOINT, Cause.FINISH, Cause.STOP);

  /** Reports of steps come later than the steps. */
  private static final long REPORT = 150_000_000;

  private final VirtualTime time;
  private final long tolerance;
  private final Map<SimulatedProcess, Long> lastSteps = new HashMap<>();
  private long lastStep;
  private OptionalLong resumedAt = OptionalLong.empty();
  private boolean masterIsNew;
  private OptionalLong openedAt = OptionalLong.empty();
  private OptionalLong haltingSince = OptionalLong.empty();
  private long unheardUntil;
  private long unheard;
  private int held;

  /**
   * No worker has made a step yet.
   *
   * @param tolerance the nanoseconds from a message to what its reader does
   */
  Standstills(VirtualTime time, long tolerance) {
    this.time = time;
    this.tolerance = tolerance;
  }

  /** All processes begin anew. */
  void begins() {
    resumedAt = OptionalLong.empty();
    masterBegins();
  }

  void masterBegins() {
    masterIsNew = true;
    lastSteps.keySet().removeIf(SimulatedProcess::isDead);
    leaves();
    openedAt = OptionalLong.of(time.now());
    unheard = 0;
  }

  /** What workers say to the master is read so much later. */
  void isUnheard(long nanos) {
    unheardUntil = Math.max(unheardUntil, time.now() + nanos);
  }

  /** A process with a worker begins. */
  void joins(SimulatedProcess worker) {
    lastSteps.put(worker, 0L);
  }

  /** A worker has ended a step. */
  void stepped(SimulatedProcess worker) {
    lastSteps.put(worker, time.now());
    lastStep = time.now();
  }

  /** The master enters a phase. */
  void enters(Phase phase) {
    if (phase == Phase.HALTING || phase == Phase.GATHERING) {
      openedAt = OptionalLong.of(openedAt.orElse(time.now()));
    }
    leaves();
    if (phase == Phase.HALTING) {
      haltingSince = OptionalLong.of(time.now());
    }
  }

  /** While workers' answers lie unread, the master cannot know when they stood. */
  private void leaves() {
    if (haltingSince.isPresent() && unheardUntil > haltingSince.getAsLong()) {
      unheard += time.now() - haltingSince.getAsLong();
    }
    haltingSince = OptionalLong.empty();
  }

  /** How many pauses were compared. */
  int held() {
    return held;
  }

  /** A regroup is over; the answer is what is wrong with the pause that it reports. */
  Optional<String> regrouped(Pause pause) {
    Optional<String> wrong =
        resumedAt.isPresent() ? compare(pause, resumedAt.getAsLong()) : Optional.empty();
    resumedAt = OptionalLong.of(time.now());
    openedAt = OptionalLong.empty();
    masterIsNew = false;
    unheard = 0;
    return wrong;
  }

  private Optional<String> compare(Pause pause, long resumed) {
    boolean survivors =
        lastSteps.entrySet().stream()
            .anyMatch(each -> !each.getKey().isDead() && each.getValue() >= resumed);
    if (!survivors && masterIsNew) {
      return Optional.empty(); // nothing is left that knows when the last step was
    }
    held++;
    boolean planned = PLANNED.contains(pause.cause());
    long opened = openedAt.orElse(time.now());
    long still = Math.max(resumed, planned ? Math.max(lastStep, opened) : lastStep);
    still = survivors ? still : Math.max(still, resumedLate(resumed));
    long least = time.now() - still - tolerance - unheard - (survivors ? 0 : REPORT);
    long most = time.now() - Math.min(opened, firstToStand(resumed)) + tolerance;
    return pause.nanos() < least || (survivors && pause.nanos() > most)
        ? Optional.of(
            "%s is of %.3f ms; no worker made progress for %.3f ms, and workers stood for at most %.3f ms"
                .formatted(pause, pause.nanos() / 1e6, least / 1e6, most / 1e6))
        : Optional.empty();
  }

  /** When the last worker that is alive was resumed, where some could not hear that at once. */
  private long resumedLate(long resumed) {
    long stalled =
        lastSteps.keySet().stream()
            .filter(worker -> !worker.isDead())
            .mapToLong(SimulatedProcess::stalledUntil)
            .max()
            .orElse(resumed);
    return Math.min(time.now(), Math.max(stalled, unheardUntil));
  }

  /** The worker that is alive and made its last step before all others. */
  private long firstToStand(long resumed) {
    return lastSteps.entrySet().stream()
        .filter(each -> !each.getKey().isDead())
        .mapToLong(each -> Math.max(each.getValue(), resumed))
        .min()
        .orElse(resumed);
  }
}
