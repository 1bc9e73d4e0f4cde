package dev.ductile.runtime.master;

import dev.ductile.runtime.job.TrainingJob;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.membership.Standing;
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

/** A brain and its tasks, where messages take any time and everything may happen in any order. */
final class World implements Outbound, Watcher {
  static final int PARTITIONS = 6;
  private static final int MOST_MOMENTS = 1_000_000;
  private static final long MOMENT = Duration.ofMillis(1).toNanos();

  final Map<Integer, Puppet> puppets = new TreeMap<>();
  final List<String> log = new ArrayList<>();
  private final Random random;
  private final TrainingJob job;
  private final Notes notes = new Notes();
  private Optional<Checkpoint> newest = Optional.empty();
  final Pauses pauses = new Pauses();
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

  World(TrainingJob job, long seed) {
    this.job = job;
    this.random = new Random(seed);
    coordinator = coordinator();
  }

  private JobCoordinator coordinator() {
    var setup = new Setup(job, PARTITIONS, "there", newest, notes.kept());
    evaluations = evaluations.again();
    var clocks = new Clocks(() -> now - stopped, () -> now);
    var made = new JobCoordinator(setup, Duration.ofSeconds(1), clocks, this, this);
    made.view.validating.begin();
    return made;
  }

  OptionalInt end() {
    return end;
  }

  JobPhase phase() {
    return phase;
  }

  Puppet join(Role role) {
    return join(role, role.word() + "-" + names++);
  }

  Puppet join(Role role, String name) {
    var member = new Member(-1, role, name, "host", names, Optional.empty(), "host:" + names);
    var puppet = new Puppet(this, member, links++);
    puppets.put(puppet.link, puppet);
    coordinator.arrived(puppet.link, new MasterMessage.Register(member, Standing.NONE));
    return puppet;
  }

  void leave(Puppet puppet) {
    puppet.leaves = true;
    puppet.out.add(new MasterMessage.Leave());
  }

  /** It cannot go on, and says so. */
  void breaks(Puppet puppet, MasterMessage.Fault fault, String why) {
    log.add("broken " + puppet);
    puppet.out.add(new MasterMessage.Broken(fault, why));
  }

  void kill(Puppet puppet) {
    puppets.remove(puppet.link);
    log.add("killed " + puppet);
    coordinator.closed(puppet.link, "killed");
  }

  /** The connection breaks, and the task comes back on another. */
  void cut(Puppet puppet) {
    kill(puppet);
    comeBack(puppet);
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
  void until(Predicate<World> is) {
    for (int moment = 0; !is.test(this); moment++) {
      if (moment > MOST_MOMENTS) {
        throw new IllegalStateException("it never is: " + this);
      }
      moment();
    }
  }

  private void comeBack(Puppet puppet) {
    Puppet same = puppet.again(links++);
    puppets.put(same.link, same);
    coordinator.arrived(same.link, new MasterMessage.Register(same.member(), same.standing()));
  }

  /** A task is killed together with the master. */
  void killMasterAnd(Puppet puppet) {
    puppets.remove(puppet.link);
    killMaster();
  }

  void killMaster() {
    log.add("the master is killed");
    toSeal.clear();
    notes.lose(random);
    phase = JobPhase.GATHERING;
    coordinator = coordinator();
    List<Puppet> all = List.copyOf(puppets.values());
    puppets.clear();
    all.forEach(this::comeBack);
  }

  /** Another master dies before a task has come back; only a newcomer has. */
  void killMasterTwice(Puppet late, Role role, String newcomer) {
    toSeal.clear();
    notes.lose(random);
    phase = JobPhase.GATHERING;
    coordinator = coordinator();
    puppets.remove(late.link);
    join(role, newcomer);
    puppets.put(late.link, late);
    killMaster();
  }

  List<Puppet> those(Predicate<Puppet> fit) {
    return puppets.values().stream().filter(fit).toList();
  }

  Optional<Puppet> any(Predicate<Puppet> fit) {
    List<Puppet> fitting = those(fit);
    return fitting.isEmpty()
        ? Optional.empty()
        : Optional.of(fitting.get(random.nextInt(fitting.size())));
  }

  /** Whether something happens that does so once in a while. */
  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  /** One thing happens somewhere. */
  void moment() {
    now += MOMENT;
    switch (random.nextInt(6)) {
      case 0, 1 -> any(puppet -> !puppet.hangs && !puppet.in.isEmpty()).ifPresent(this::deliver);
      case 2, 3 -> any(puppet -> !puppet.hangs && !puppet.out.isEmpty()).ifPresent(this::send);
      case 4 -> {
        if (trains) {
          train();
        }
      }
      default -> {
        coordinator.tick(true);
        notes.tell(coordinator);
        if (seals) {
          sealAll();
        }
        disks.lookAll(coordinator, newest);
        evaluations.answer(coordinator);
      }
    }
    those(puppet -> puppet.over).forEach(this::goes);
  }

  private void goes(Puppet puppet) {
    puppets.remove(puppet.link);
    coordinator.closed(puppet.link, "it is over");
    if (puppet.exitCode == JobCoordinator.LOST) {
      join(puppet.member().role());
    }
  }

  private void deliver(Puppet puppet) {
    puppet.hear(puppet.in.removeFirst());
  }

  void send(Puppet puppet) {
    coordinator.heard(puppet.link, puppet.outgoing());
  }

  /** A follower gets what the primary has, and is like any other from then on. */
  void follow(Puppet primary, TaskMessage.Follow follow) {
    Optional<Puppet> to = any(other -> other.member().task() == follow.to().task());
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
    int generation = puppets.values().stream().mapToInt(Puppet::generation).max().orElse(0);
    List<Puppet> workers = those(one -> one.isWorker() && one.generation() == generation);
    List<Puppet> servers =
        those(one -> !one.isWorker() && !one.copies.isEmpty() && one.generation() <= generation);
    long step = servers.stream().mapToLong(one -> one.step).min().orElse(-1);
    boolean going =
        !workers.isEmpty() && workers.stream().allMatch(one -> one.step > step || one.running);
    Predicate<Puppet> serves = one -> one.running || one.generation() < generation;
    boolean trains = phase == JobPhase.RUNNING || phase == JobPhase.HALTING;
    if (!going || !trains) {
      return;
    }
    boolean prepared = servers.stream().allMatch(one -> one.step > step || one.isPrepared());
    boolean committed = workers.stream().allMatch(one -> one.step > step);
    if (prepared && !committed) { // servers may stand already
      any(one -> workers.contains(one) && one.running && one.step == step).ifPresent(this::commit);
    } else {
      Predicate<Puppet> waits = one -> prepared ? one.step == step : !one.isPrepared();
      any(one -> servers.contains(one) && serves.test(one) && waits.test(one))
          .ifPresent(prepared ? Puppet::apply : Puppet::prepare);
    }
  }

  private void commit(Puppet worker) {
    long time = tellsTimes ? now - worker.committedAt : MOMENT;
    worker.out.add(
        new MasterMessage.Progress(
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
    Optional.ofNullable(puppets.get(link)).ifPresent(to -> to.in.add(message));
  }

  @Override
  public void cut(int link, String why) {
    Optional.ofNullable(puppets.get(link))
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

  // ---- watcher

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
  public void regrouped(Pause pause) {
    log.add(pause.toString());
    pauses.add(pause, now, puppets.values());
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
    return puppets.values().stream().mapToLong(one -> one.step).max().orElse(0);
  }

  @Override
  public String toString() {
    int from = Math.max(0, log.size() - 60);
    return String.join("\n", log.subList(from, log.size())) + "\n" + puppets.values();
  }
}
