package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.master.journal.JournalEntry;
import dev.ductile.runtime.master.report.JobListener;
import dev.ductile.runtime.master.report.JobPhase;
import dev.ductile.runtime.master.report.Pause;
import dev.ductile.runtime.master.report.Status;
import dev.ductile.runtime.master.report.StepSummary;
import dev.ductile.runtime.master.saving.Checkpoint;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.protocol.MasterMessage;
import dev.ductile.runtime.protocol.StepReport;
import dev.ductile.runtime.protocol.TaskMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A coordinator and its tasks; messages take any time, and events come in any order. */
final class FakeJob implements Outbound, JobListener {
  static final int PARTITIONS = 6;
  private static final int MOST_MOMENTS = 1_000_000;
  private static final long MOMENT = Duration.ofMillis(1).toNanos();

  final Map<Integer, FakeTask> fakeTasks = new TreeMap<>();
  final List<String> log = new ArrayList<>();
  private final Random random;
  private final TrainingJob job;
  private final PendingEntries notes = new PendingEntries();
  private Optional<Checkpoint> newest = Optional.empty();
  final PauseMeasurements pauses = new PauseMeasurements();
  final List<Long> sealed = new ArrayList<>();
  final FlakyDisks disks = new FlakyDisks(this::chance);
  Evaluations evaluations = new Evaluations();
  private final List<Checkpoint> toSeal = new ArrayList<>();
  private JobCoordinator coordinator;
  boolean trains = true;
  boolean seals = true;
  boolean tellsTimes;
  boolean sealsFail;
  long now;
  long stopped;
  private int links;
  private JobPhase phase = JobPhase.GATHERING;
  private OptionalInt end = OptionalInt.empty();
  String endingWhy = "";
  private int names;

  FakeJob(TrainingJob job, long seed) {
    this.job = job;
    this.random = new Random(seed);
    coordinator = coordinator();
  }

  private JobCoordinator coordinator() {
    var setup = new JobSetup(job, PARTITIONS, "there", newest, notes.kept());
    evaluations = evaluations.again();
    var clocks = new Clocks(() -> now - stopped, () -> now);
    var made = new JobCoordinator(setup, Duration.ofSeconds(1), clocks, this, this);
    made.begin();
    return made;
  }

  OptionalInt end() {
    return end;
  }

  JobPhase phase() {
    return phase;
  }

  FakeTask join(Role role) {
    return join(role, role.word() + "-" + names++);
  }

  FakeTask join(Role role, String name) {
    var member = new Member(-1, role, name, "host", names, Optional.empty(), "host:" + names);
    var fakeTask = new FakeTask(this, member, links++);
    fakeTasks.put(fakeTask.link, fakeTask);
    coordinator.arrived(fakeTask.link, new MasterMessage.Register(member, TaskState.NONE));
    return fakeTask;
  }

  void leave(FakeTask fakeTask) {
    fakeTask.leaves = true;
    fakeTask.out.add(new MasterMessage.Leave());
  }

  /** It cannot continue, and reports that. */
  void breaks(FakeTask fakeTask, MasterMessage.Fault fault, String why) {
    log.add("broken " + fakeTask);
    fakeTask.out.add(new MasterMessage.Broken(fault, why));
  }

  void kill(FakeTask fakeTask) {
    fakeTasks.remove(fakeTask.link);
    log.add("killed " + fakeTask);
    coordinator.closed(fakeTask.link, "killed");
  }

  /** The connection breaks, and the task connects again. */
  void cut(FakeTask fakeTask) {
    kill(fakeTask);
    reconnect(fakeTask);
  }

  void stop() {
    coordinator.stop();
  }

  /** Checkpoints that wait to be sealed are, or cannot be. */
  void sealAll() {
    for (Checkpoint one : List.copyOf(toSeal)) {
      toSeal.remove(one);
      if (sealsFail) {
        coordinator.unsealed(one, "the disk is full");
      } else {
        newest = Optional.of(one);
        sealed.add(one.step());
        coordinator.sealed(one);
      }
    }
  }

  void sealed(Checkpoint checkpoint) {
    coordinator.sealed(checkpoint);
  }

  int toSeal() {
    return toSeal.size();
  }

  Optional<Checkpoint> newest() {
    return newest;
  }

  void failEvaluation(boolean hopeless) {
    evaluations.fail(coordinator, hopeless);
  }

  void newest(Optional<Checkpoint> checkpoint) {
    newest = checkpoint;
    coordinator = coordinator();
  }

  /** Lets moments go by until it is so. */
  void until(Predicate<FakeJob> is) {
    for (int moment = 0; !is.test(this); moment++) {
      if (moment > MOST_MOMENTS) {
        throw new IllegalStateException("it never is: " + this);
      }
      moment();
    }
  }

  private void reconnect(FakeTask fakeTask) {
    FakeTask same = fakeTask.again(links++);
    fakeTasks.put(same.link, same);
    coordinator.arrived(same.link, new MasterMessage.Register(same.member(), same.state()));
  }

  /** A task is killed together with the master. */
  void killMasterAnd(FakeTask fakeTask) {
    fakeTasks.remove(fakeTask.link);
    killMaster();
  }

  void killMaster() {
    log.add("the master is killed");
    toSeal.clear();
    notes.lose(random);
    phase = JobPhase.GATHERING;
    coordinator = coordinator();
    List<FakeTask> all = List.copyOf(fakeTasks.values());
    fakeTasks.clear();
    all.forEach(this::reconnect);
  }

  /** Another master dies before a task has connected again; only a new task has. */
  void killMasterTwice(FakeTask late, Role role, String newcomer) {
    toSeal.clear();
    notes.lose(random);
    phase = JobPhase.GATHERING;
    coordinator = coordinator();
    fakeTasks.remove(late.link);
    join(role, newcomer);
    fakeTasks.put(late.link, late);
    killMaster();
  }

  List<FakeTask> tasksThat(Predicate<FakeTask> fit) {
    return fakeTasks.values().stream().filter(fit).toList();
  }

  Optional<FakeTask> any(Predicate<FakeTask> fit) {
    List<FakeTask> fitting = tasksThat(fit);
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(fitting.get(random.nextInt(fitting.size())));
  }

  /** Whether a rare event occurs now. */
  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** One random event of the job. */
  void moment() {
    now += MOMENT;
    switch (random.nextInt(6)) {
      case 0, 1 ->
          any(fakeTask -> !fakeTask.hangs && !fakeTask.in.isEmpty()).ifPresent(this::deliver);
      case 2, 3 ->
          any(fakeTask -> !fakeTask.hangs && !fakeTask.out.isEmpty()).ifPresent(this::send);
      case 4 -> {
        if (trains) {
          train();
        }
      }
      default -> {
        coordinator.tick(true);
        notes.report(coordinator);
        if (seals) {
          sealAll();
        }
        disks.lookAll(coordinator, newest);
        evaluations.answer(coordinator);
      }
    }
    tasksThat(fakeTask -> fakeTask.over).forEach(this::remove);
  }

  private void remove(FakeTask fakeTask) {
    fakeTasks.remove(fakeTask.link);
    coordinator.closed(fakeTask.link, "it is over");
    if (fakeTask.exitCode == JobCoordinator.LOST) {
      join(fakeTask.member().role());
    }
  }

  private void deliver(FakeTask fakeTask) {
    fakeTask.receive(fakeTask.in.removeFirst());
  }

  void send(FakeTask fakeTask) {
    coordinator.heard(fakeTask.link, fakeTask.outgoing());
  }

  /** A follower receives the state of the primary and is complete from then on. */
  void follow(FakeTask primary, TaskMessage.Follow follow) {
    Optional<FakeTask> to = any(other -> other.member().task() == follow.to().task());
    boolean fits = primary.running && primary.copies.keySet().containsAll(follow.partitions());
    if (fits && to.isPresent()) {
      to.get().step =
          to.get().copies.isEmpty() ? primary.step : Math.min(to.get().step, primary.step);
      for (int partition : follow.partitions()) {
        Optional.ofNullable(primary.copies.get(partition))
            .ifPresent(copy -> to.get().copies.put(partition, copy));
      }
      to.get().out.add(new MasterMessage.Synced(follow.partitions()));
    }
  }

  // ---- training: one small event of a step in lockstep

  private void train() {
    int generation = fakeTasks.values().stream().mapToInt(FakeTask::generation).max().orElse(0);
    List<FakeTask> workers = tasksThat(one -> one.isWorker() && one.generation() == generation);
    List<FakeTask> servers =
        tasksThat(
            one -> !one.isWorker() && !one.copies.isEmpty() && one.generation() <= generation);
    long step = servers.stream().mapToLong(one -> one.step).min().orElse(-1);
    boolean going =
        !workers.isEmpty() && workers.stream().allMatch(one -> one.step > step || one.running);
    Predicate<FakeTask> serves = one -> one.running || one.generation() < generation;
    boolean trains = phase == JobPhase.RUNNING || phase == JobPhase.HALTING;
    if (!going || !trains) {
      return;
    }
    boolean prepared = servers.stream().allMatch(one -> one.step > step || one.isPrepared());
    boolean committed = workers.stream().allMatch(one -> one.step > step);
    if (prepared && !committed) { // servers may be halted already
      any(one -> workers.contains(one) && one.running && one.step == step).ifPresent(this::commit);
    } else {
      Predicate<FakeTask> waits = one -> prepared ? one.step == step : !one.isPrepared();
      any(one -> servers.contains(one) && serves.test(one) && waits.test(one))
          .ifPresent(prepared ? FakeTask::apply : FakeTask::prepare);
    }
  }

  private void commit(FakeTask worker) {
    long time = tellsTimes ? now - worker.committedAt : MOMENT;
    worker.out.add(
        new MasterMessage.FinishedSteps(
            List.of(new StepReport(worker.step, 1, 1, 1, 1, 1, 1, time)), 0));
    worker.committedAt = now;
    worker.step++;
    worker.progressAt = pauses.progress(now);
    worker.progressIsStep = true;
    worker.reaches();
  }

  // ---- hands

  @Override
  public void send(int link, TaskMessage message) {
    Optional.ofNullable(fakeTasks.get(link)).ifPresent(to -> to.in.add(message));
  }

  @Override
  public void cut(int link, String why) {
    Optional.ofNullable(fakeTasks.get(link))
        .ifPresent(one -> one.in.add(new TaskMessage.Stop(JobCoordinator.LOST, why)));
  }

  @Override
  public void note(JournalEntry entry) {
    notes.note(entry);
  }

  @Override
  public void noteSoon(JournalEntry entry) {
    notes.noteSoon(entry);
  }

  @Override
  public void seal(Checkpoint checkpoint) {
    toSeal.add(checkpoint);
  }

  @Override
  public void validate(Optional<Checkpoint> checkpoint) {
    evaluations.ask(checkpoint);
  }

  @Override
  public void look() {
    disks.orderLook();
  }

  @Override
  public void end(int exitCode, String why) {
    end = OptionalInt.of(exitCode);
    endingWhy = why;
  }

  // ---- listener

  @Override
  public void status(Status status) {
    if (status.phase() != phase) {
      log.add(status.toString());
    }
    phase = status.phase();
    disks.status(status);
  }

  @Override
  public void step(StepSummary step) {}

  @Override
  public void reconfigured(Pause pause) {
    log.add(pause.toString());
    pauses.add(pause, now, fakeTasks.values());
  }

  @Override
  public void replace(String name, String why) {
    log.add("replace %s: %s".formatted(name, why));
  }

  @Override
  public void happened(String what) {
    log.add(what);
  }

  long steps() {
    return fakeTasks.values().stream().mapToLong(one -> one.step).max().orElse(0);
  }

  @Override
  public String toString() {
    int from = Math.max(0, log.size() - 60);
    return String.join("\n", log.subList(from, log.size())) + "\n" + fakeTasks.values();
  }
}
