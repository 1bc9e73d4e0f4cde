package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.Event;
import dev.ductile.api.JobId;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Order;
import dev.ductile.api.Size;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Brings one job to where it is wanted, and reports what becomes of it. */
final class JobRunner {
  private static final int MOST_PORT_CLASHES = 3;

  private final Machine machine;
  private final JobId id;
  private final Track track;
  private JobSpec spec;
  private Allocation target = Allocation.NONE;
  private long revision;
  private RunState state = RunState.IDLE;
  private Optional<Generation> current = Optional.empty();
  private Ending ending = new Ending.Change();
  private Optional<Standstill> standstill = Optional.empty();
  private Instant notBefore = Instant.MIN;
  private int generations;
  private int crashes;
  private int portClashes;
  private boolean hasRun;
  private boolean checked;

  /** From which size a job is changing, and since when it makes no steps for it. */
  private record Standstill(Size from, Instant since) {}

  JobRunner(JobSpec spec, Machine machine) {
    this.machine = machine;
    this.spec = spec;
    this.id = spec.id();
    this.track = new Track(id);
  }

  JobId id() {
    return id;
  }

  boolean isOver() {
    return state == RunState.OVER;
  }

  /** Whether time alone can bring news of it. */
  boolean isBusy() {
    return state != RunState.OVER && state != RunState.IDLE;
  }

  Duration grace() {
    return spec.program().grace();
  }

  /** Heads for what an order asks; one that is late changes nothing. */
  void take(Order order) {
    if (isOver() || order.revision() <= revision) {
      return;
    }
    look();
    if (isOver()) {
      return;
    }
    revision = order.revision();
    spec = order.spec();
    if (order.target().equals(target)) {
      confirm();
    } else {
      target = order.target();
      checked = false;
      headForTarget();
    }
  }

  /**
   * Answers an order that asks for what is so already; what is under way is reported at its end.
   */
  private void confirm() {
    if (state == RunState.IDLE) {
      tellReleased();
    } else if (state == RunState.RUNNING) {
      current
          .filter(generation -> generation.where().equals(target))
          .ifPresent(_ -> tellRunning(target, machine.now()));
    }
  }

  void cancel(String why) {
    switch (state) {
      case IDLE, WAITING -> {
        become(RunState.OVER);
        machine.tell(new Event.Cancelled(machine.now(), id, why));
      }
      case STARTING, RUNNING -> stop(new Ending.Cancel(why), grace());
      case STOPPING -> {
        if (!(ending instanceof Ending.Done)) {
          ending = new Ending.Cancel(why);
        }
      }
      case OVER -> {}
    }
  }

  /** The engine closes: whatever the job does, it is to end. */
  void release() {
    if (!isOver() && !target.isNone()) {
      target = Allocation.NONE;
      headForTarget();
    }
  }

  /** Does what has become possible or due. */
  void look() {
    switch (state) {
      case WAITING -> startIfPossible();
      case STARTING, RUNNING -> current.ifPresent(this::watch);
      case STOPPING -> current.ifPresent(this::press);
      case IDLE, OVER -> {}
    }
  }

  private void headForTarget() {
    switch (state) {
      case IDLE -> {
        become(RunState.WAITING);
        startIfPossible();
      }
      case WAITING -> {
        if (target.isNone()) {
          leave();
        } else {
          startIfPossible();
        }
      }
      case STARTING, RUNNING -> change(current.orElseThrow());
      case STOPPING, OVER -> {}
    }
  }

  /** Its tasks come and go while it trains, where they can; else all stop and start again. */
  private void change(Generation generation) {
    boolean goesOn =
        !target.isNone()
            && new Complaint(spec, target, machine).text().isEmpty()
            && generation.follow(spec, target);
    if (!goesOn) {
      stop(new Ending.Change(), grace());
    }
  }

  private void startIfPossible() {
    Optional<String> complaint =
        checked ? Optional.empty() : new Complaint(spec, target, machine).text();
    checked = true;
    if (complaint.isPresent()) {
      fail(complaint.get());
      return;
    }
    if (machine.now().isBefore(notBefore) || !machine.room().take(target, spec.demand())) {
      return;
    }
    generations++;
    var terms =
        new Terms(
            spec, generations, crashes, machine.tokens().get(), machine.folders().checkpoints(id));
    try {
      machine.folders().prepare(id, generations);
      begin(Generation.of(terms, target, machine));
    } catch (IOException e) {
      machine.room().give(target, spec.demand());
      fail(cannotStart(e));
    }
  }

  private void begin(Generation generation) {
    become(RunState.STARTING);
    track.begin(target, machine.now());
    current = Optional.of(generation);
    try {
      generation.start();
    } catch (IOException e) {
      stop(new Ending.Failure(() -> cannotStart(e)), Duration.ZERO);
    }
  }

  private static String cannotStart(IOException why) {
    return "it cannot be started: %s (%s)"
        .formatted(why.getMessage(), why.getClass().getSimpleName());
  }

  private void watch(Generation generation) {
    Instant now = machine.now();
    generation.look(now);
    generation.report(track);
    if (state == RunState.STARTING && isUnderWay(generation, now)) {
      announce(generation, now);
    }
    if (state == RunState.RUNNING) {
      generation.arrival().ifPresent(arrival -> arrived(arrival, now));
    }
    track.news(now, revision, machine.settings().rhythm().report()).ifPresent(machine::tell);
    generation.verdict(track).ifPresent(verdict -> stop(verdict.why(), verdict.patience()));
  }

  private boolean isUnderWay(Generation generation, Instant now) {
    Instant quietEnd = generation.started().plus(machine.settings().patience().quiet());
    return generation.hasBegun(track) || (!track.hasEverReported() && !now.isBefore(quietEnd));
  }

  private void announce(Generation generation, Instant now) {
    become(RunState.RUNNING);
    hasRun = true;
    Allocation where = generation.where();
    tellRunning(where, now);
    Instant back = firstReport(generation).orElse(now);
    standstill.ifPresent(change ->
        machine.tell(
            new Event.Rescaled(
                now, id, revision, change.from(), where.size(), positive(change.since(), back))));
    standstill = Optional.empty();
  }

  /** The tasks have come and gone as they should while the job went on. */
  private void arrived(Generation.Arrival arrival, Instant now) {
    track.moveTo(arrival.where());
    tellRunning(arrival.where(), now);
    machine.tell(
        new Event.Rescaled(
            now, id, revision, arrival.from(), arrival.where().size(), arrival.pause()));
  }

  private void stop(Ending why, Duration patience) {
    Generation generation = current.orElseThrow();
    Instant now = machine.now();
    become(RunState.STOPPING);
    ending = why;
    generation.stop(now, patience);
    machine.wake().run();
  }

  private void press(Generation generation) {
    Instant now = machine.now();
    generation.look(now);
    generation.report(track);
    if (generation.isOver()) {
      conclude(generation);
    } else if (generation.isBeyondHope(now)) {
      machine.notes().accept("job %s has processes that SIGKILL does not end".formatted(id));
      conclude(generation);
    }
  }

  private void conclude(Generation generation) {
    Instant now = machine.now();
    generation.close();
    machine.wake().run();
    current = Optional.empty();
    track.news(now, revision, Duration.ZERO).ifPresent(machine::tell);
    if (!(ending instanceof Ending.Crash) && generation.stoppedInOrder()) {
      track.savedAll();
    }
    switch (ending) {
      case Ending.Change() -> changed(generation, now);
      case Ending.Done() -> finish(generation, now);
      case Ending.Crash crash -> crashed(generation, crash, now);
      case Ending.Failure failure -> fail(failure.why().get());
      case Ending.Cancel(String why) -> {
        become(RunState.OVER);
        machine.tell(new Event.Cancelled(now, id, why));
      }
    }
  }

  private void changed(Generation generation, Instant now) {
    if (generation.isDone() && track.step() >= spec.work().steps()) {
      finish(generation, now);
      return;
    }
    if (target.isNone()) {
      tellWhyUnsaved(generation);
      leave();
      return;
    }
    if (standstill.isEmpty()) {
      standstill = Optional.of(new Standstill(generation.where().size(), lastReport(generation)));
    }
    become(RunState.WAITING);
    startIfPossible();
  }

  private void tellWhyUnsaved(Generation generation) {
    if (!generation.stoppedInOrder()) {
      generation
          .sentence()
          .ifPresent(why -> machine.notes().accept("job %s did not save: %s".formatted(id, why)));
    }
  }

  private void leave() {
    standstill = Optional.empty();
    become(RunState.IDLE);
    tellReleased();
  }

  private void tellReleased() {
    machine.tell(new Event.Released(machine.now(), id, revision, track.safeSteps()));
  }

  private void tellRunning(Allocation where, Instant now) {
    machine.tell(new Event.Running(now, id, revision, where, track.stepsPerSecond()));
  }

  private void finish(Generation generation, Instant now) {
    if (!hasRun) {
      tellRunning(generation.where(), now);
    }
    become(RunState.OVER);
    machine.tell(new Event.Finished(now, id));
  }

  private void crashed(Generation generation, Ending.Crash crash, Instant now) {
    Optional<String> finalWord = generation.finalWord();
    if (finalWord.isPresent()) {
      fail(finalWord.get());
      return;
    }
    if (lostItsPort(generation) && portClashes < MOST_PORT_CLASHES) {
      portClashes++;
      changed(generation, now);
      return;
    }
    String why = crash.why().get();
    crashes += crash.excused() && track.step() >= 0 ? 0 : 1;
    if (crashes > spec.program().restarts()) {
      fail("%s; it has no restarts left of %d".formatted(why, spec.program().restarts()));
      return;
    }
    notBefore = now.plus(machine.settings().patience().restart(Math.max(1, crashes)));
    target = Allocation.NONE;
    standstill = Optional.empty();
    become(RunState.IDLE);
    machine.tell(new Event.Crashed(now, id, revision, track.safeSteps(), why));
  }

  /** Somebody else took a port between its choice and its use: nobody's fault, and soon mended. */
  private boolean lostItsPort(Generation generation) {
    return track.step() < 0
        && generation.tasks().stream().anyMatch(task -> task.reading().portTaken());
  }

  private void fail(String why) {
    become(RunState.OVER);
    machine.tell(new Event.Failed(machine.now(), id, why));
  }

  private void become(RunState next) {
    if (!state.canBecome(next)) {
      throw new IllegalStateException(
          "job %s is %s and cannot become %s".formatted(id, state, next));
    }
    state = next;
  }

  private static Optional<Instant> firstReport(Generation generation) {
    return generation.readings().stream()
        .flatMap(reading -> reading.firstReportAt().stream())
        .min(Instant::compareTo);
  }

  /** When it last reported a step; where it never did, when it was started. */
  private static Instant lastReport(Generation generation) {
    return generation.readings().stream()
        .filter(reading -> reading.reports() > 0)
        .map(Reading::lastReportAt)
        .max(Instant::compareTo)
        .orElse(generation.started());
  }

  private static Duration positive(Instant from, Instant to) {
    return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
  }
}
