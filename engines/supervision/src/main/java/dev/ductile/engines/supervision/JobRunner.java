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
  private final JobReports reports;
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
  private record Standstill(Size from, Instant since) {
    Duration until(Instant end) {
      return Generation.until(since, end);
    }
  }

  JobRunner(JobSpec spec, Machine machine) {
    this.machine = machine;
    this.spec = spec;
    this.id = spec.id();
    this.track = new Track(id);
    this.reports = new JobReports(id, track, machine);
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
   * Goes on with what an earlier engine has left of the job, towards its last order.
   *
   * @param found the tasks that are left; what they hold is taken from the room already
   */
  void adopt(Order order, Optional<FoundGeneration> found) {
    JobRecord known = JobRecord.read(machine.folders().record(id)).orElse(JobRecord.NONE);
    generations = known.generations();
    crashes = known.crashes();
    track.restore(known.safeSteps());
    boolean isLost = !machine.isDurable() || known.running();
    if (found.isPresent()) {
      takeOver(order, found.get());
    } else if (isLost && !order.target().isNone()) {
      revision = order.revision();
      crashed("its tasks ended while no scheduler was there", machine.now());
    } else {
      take(order);
    }
  }

  private void takeOver(Order order, FoundGeneration found) {
    Instant now = machine.now();
    revision = order.revision();
    target = order.target();
    generations = found.number();
    Allocation where = found.where();
    become(RunState.WAITING);
    become(RunState.STARTING);
    track.begin(where, now);
    var terms =
        new Terms(spec, generations, crashes, found.token(), machine.folders().checkpoints(id));
    Generation generation = Generation.of(terms, target, machine, found);
    current = Optional.of(generation);
    if (found.isStopping()) {
      become(RunState.STOPPING);
      ending = new Ending.Change();
      generation.wasAsked(now, grace());
    } else if (!generation.where().equals(target)) {
      headForTarget();
    }
  }

  /**
   * Answers an order that asks for what is so already; what is under way is reported at its end.
   */
  private void confirm() {
    if (state == RunState.IDLE) {
      reports.released(revision);
    } else if (state == RunState.RUNNING) {
      current
          .filter(generation -> generation.where().equals(target))
          .ifPresent(_ -> reports.running(revision, target, machine.now()));
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
      write(true);
      begin(Generation.of(terms, target, machine));
    } catch (IOException e) {
      machine.room().give(target, spec.demand());
      fail(JobReports.cannotStart(e));
    }
  }

  private void begin(Generation generation) {
    become(RunState.STARTING);
    track.begin(target, machine.now());
    current = Optional.of(generation);
    try {
      generation.start();
    } catch (IOException e) {
      stop(new Ending.Failure(() -> JobReports.cannotStart(e)), Duration.ZERO);
    }
  }

  private void watch(Generation generation) {
    Instant now = machine.now();
    generation.look(now);
    generation.report(track);
    if (state == RunState.STARTING && generation.isUnderWay(track, now)) {
      announce(generation, now);
    }
    if (state == RunState.RUNNING) {
      generation.arrival().ifPresent(arrival -> arrived(arrival, now));
    }
    track.news(now, revision, machine.settings().rhythm().report()).ifPresent(machine::tell);
    generation.verdict(track).ifPresent(verdict -> stop(verdict.why(), verdict.patience()));
  }

  private void announce(Generation generation, Instant now) {
    become(RunState.RUNNING);
    hasRun = true;
    Allocation where = generation.where();
    reports.running(revision, where, now);
    Instant back = generation.firstReport().orElse(now);
    standstill.ifPresent(
        change -> reports.rescaled(revision, change.from(), where, change.until(back), now));
    standstill = Optional.empty();
  }

  /** The tasks have come and gone as they should while the job went on. */
  private void arrived(Generation.Arrival arrival, Instant now) {
    track.moveTo(arrival.where());
    reports.running(revision, arrival.where(), now);
    reports.rescaled(revision, arrival.from(), arrival.where(), arrival.pause(), now);
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
      reports.unsaved(generation);
      leave();
      return;
    }
    if (standstill.isEmpty()) {
      standstill = Optional.of(new Standstill(generation.where().size(), generation.lastReport()));
    }
    become(RunState.WAITING);
    startIfPossible();
  }

  private void leave() {
    standstill = Optional.empty();
    write(false);
    become(RunState.IDLE);
    reports.released(revision);
  }

  private void finish(Generation generation, Instant now) {
    if (!hasRun) {
      reports.running(revision, generation.where(), now);
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
    crashed(why, now);
  }

  private void crashed(String why, Instant now) {
    write(false);
    reports.crashed(revision, why, now);
  }

  private void write(boolean running) {
    reports.write(running, generations, crashes);
  }

  /** Somebody else took a port between its choice and its use: nobody's fault, and soon mended. */
  private boolean lostItsPort(Generation generation) {
    return track.step() < 0 && generation.lostItsPort();
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
}
