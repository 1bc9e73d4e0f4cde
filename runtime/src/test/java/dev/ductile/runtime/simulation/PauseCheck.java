package dev.ductile.runtime.simulation;

import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.process.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When workers really made progress, by the clock of the simulation. Each pause that a master
 * reports is held against that.
 */
final class PauseCheck {
  /** Of a worker that is gone, steps that ended so long before are reported at least. */
  private static final long REPORT = 250_000_000;

  private final VirtualTime time;
  private final long tolerance;
  private final Map<SimulatedProcess, Part> workers = new HashMap<>();
  private final Set<SimulatedProcess> trained = new HashSet<>();
  private final Map<SimulatedProcess, Long> lastSteps = new HashMap<>();
  private OptionalLong resumedAt = OptionalLong.empty();
  private int generation;
  private boolean masterIsNew;
  private OptionalLong openedAt = OptionalLong.empty();
  private OptionalLong haltingSince = OptionalLong.empty();
  private long unheardUntil;
  private long unheard;
  private boolean cut;
  private int held;

  /**
   * No worker has made a step yet.
   *
   * @param tolerance the nanoseconds from a message to the action of its reader
   */
  PauseCheck(VirtualTime time, long tolerance) {
    this.time = time;
    this.tolerance = tolerance;
  }

  /** All processes begin anew. */
  void begins() {
    resumedAt = OptionalLong.empty();
    workers.clear();
    trained.clear();
    lastSteps.clear();
    masterBegins();
  }

  void masterBegins() {
    masterIsNew = true;
    leaves();
    openedAt = OptionalLong.of(time.now());
    unheard = 0;
  }

  /** The delay until the master reads messages of workers. */
  void isUnheard(long nanos) {
    unheardUntil = Math.max(unheardUntil, time.now() + nanos);
  }

  /** A connection breaks; a worker may train on while none of its reports arrive. */
  void isCut() {
    cut = true;
  }

  /** A process with a worker begins. */
  void joins(SimulatedProcess process, Part worker) {
    workers.put(process, worker);
  }

  /** A worker has ended a step, unless it is a newcomer that copies or loads; whether it has. */
  boolean stepped(SimulatedProcess worker) {
    boolean trains = trained.contains(worker) && isIn(generation, worker);
    if (trains) {
      lastSteps.put(worker, time.now());
    }
    return trains;
  }

  private boolean isIn(int wanted, SimulatedProcess worker) {
    return Optional.ofNullable(workers.get(worker))
        .filter(part -> part.state().generation() == wanted)
        .isPresent();
  }

  /** The master enters a phase. */
  void enters(JobPhase phase) {
    if (phase == JobPhase.HALTING || phase == JobPhase.GATHERING) {
      openedAt = OptionalLong.of(openedAt.orElse(time.now()));
    }
    leaves();
    if (phase == JobPhase.HALTING) {
      haltingSince = OptionalLong.of(time.now());
    }
  }

  /** While workers' answers lie unread, the master cannot know when they halted. */
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

  /** Checks the pause that a reconfiguration reports; returns the failed check. */
  Optional<String> reconfigured(Pause pause) {
    Optional<String> wrong =
        resumedAt.isPresent() ? compare(pause, resumedAt.getAsLong()) : Optional.empty();
    resumed(pause.generation());
    return wrong;
  }

  private void resumed(int next) {
    generation = next;
    resumedAt = OptionalLong.of(time.now());
    openedAt = OptionalLong.empty();
    masterIsNew = false;
    unheard = 0;
    cut = false;
    workers.keySet().removeIf(SimulatedProcess::isDead);
    lastSteps.clear();
    trained.clear();
    workers.keySet().stream().filter(one -> isIn(next, one)).forEach(trained::add);
  }

  private Optional<String> compare(Pause pause, long resumed) {
    var witnesses = new HashMap<>(lastSteps);
    witnesses.keySet().removeIf(one -> one.isDead() || !isIn(pause.generation(), one));
    var others = new HashMap<>(lastSteps);
    others.keySet().removeAll(witnesses.keySet());
    if (witnesses.isEmpty() && masterIsNew) {
      return Optional.empty(); // nothing is left that knows when the last step was
    }
    held++;
    long opened = openedAt.orElse(time.now());
    long last = latest(lastSteps, resumed);
    boolean planned = PlannedPauseCheck.CAUSES.contains(pause.cause());
    long still = planned ? Math.max(last, Math.max(opened, firstAwake())) : last;
    still = others.isEmpty() ? still : Math.max(still, Math.min(time.now(), unheardUntil));
    long known = Math.max(latest(witnesses, resumed), reported(others, resumed));
    long least = time.now() - still - tolerance - unheard;
    long most = time.now() - Math.min(opened, known) + tolerance;
    return pause.nanos() < least || pause.nanos() > most
        ? Optional.of(
            "%s is of %.3f ms; no worker made progress for %.3f to %.3f ms"
                .formatted(pause, pause.nanos() / 1e6, least / 1e6, most / 1e6))
        : Optional.empty();
  }

  /** A suspended worker reads the order to halt later. */
  private long firstAwake() {
    return trained.stream()
        .filter(one -> !one.isDead())
        .mapToLong(SimulatedProcess::stalledUntil)
        .min()
        .orElse(0);
  }

  private static long latest(Map<SimulatedProcess, Long> steps, long resumed) {
    return Math.max(resumed, steps.values().stream().max(Long::compare).orElse(resumed));
  }

  /** When workers that are gone had certainly reported a step to this master. */
  private long reported(Map<SimulatedProcess, Long> others, long resumed) {
    boolean isUnknown = masterIsNew || cut || unheardUntil > resumed;
    return isUnknown ? resumed : latest(others, resumed) - REPORT;
  }
}
