package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.JobSpec;
import dev.ductile.api.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tasks that start together and end together. */
final class FixedGeneration extends Generation {
  private final Allocation where;
  private Optional<AddressLease> addresses = Optional.empty();
  private final MasterSilence masterSilence;
  private final List<SupervisedTask> tasks = new ArrayList<>();

  FixedGeneration(GenerationSpec generationSpec, Allocation where, EngineContext context) {
    super(generationSpec, context);
    this.where = where;
    this.masterSilence =
        new MasterSilence(generationSpec.spec().id(), context.pauses(), context.notes());
  }

  /** Tasks of an earlier engine. */
  FixedGeneration(GenerationSpec generationSpec, EngineContext context, FoundGeneration found) {
    this(generationSpec, found.where(), context);
    foundTasks();
    addresses = Optional.of(AddressLease.takeOver(found.lease(), context));
    var starter = new TaskStarter(generationSpec, context);
    for (DurableLauncher.Found each : found.tasks()) {
      TaskPlacement placement = FoundGeneration.placement(each);
      tasks.add(found.follow(starter.task(each.spec().id(), placement, outputListener(placement))));
    }
  }

  @Override
  void begin(Instant now) {
    var requests = TaskLayout.requests(generationSpec().spec().id(), where);
    addresses = Optional.of(AddressLease.begin(requests, context()));
    startTasks();
  }

  /** Starts all tasks as soon as the addresses of all are known: each task is given all of them. */
  private void startTasks() {
    if (!tasks.isEmpty()) {
      return;
    }
    addresses
        .flatMap(AddressLease::addresses)
        .filter(granted -> granted.stream().allMatch(Address::hasHost))
        .ifPresent(this::startTasks);
  }

  private void startTasks(List<Address> granted) {
    var layout = TaskLayout.of(where, granted);
    var environment = new FixedEnvironment(generationSpec(), layout);
    List<TaskStarter.Start> starts =
        layout.placements().stream()
            .map(placement ->
                new TaskStarter.Start(
                    placement,
                    1,
                    environment.environment(placement, context().environment()),
                    granted,
                    outputListener(placement)))
            .toList();
    beforeTasks();
    addresses.ifPresent(AddressLease::free);
    tasks.addAll(new TaskStarter(generationSpec(), context()).start(starts));
  }

  @Override
  Optional<String> addressProblem(Instant now) {
    if (hasTasks()) {
      return Optional.empty();
    }
    Optional<Address> withoutHost =
        addresses.flatMap(AddressLease::addresses).stream()
            .flatMap(List::stream)
            .filter(address -> !address.hasHost())
            .findFirst();
    return withoutHost
        .map(_ ->
            "this engine knows a task's host only after its start, and tasks that stop for a"
                + " rescale need all hosts before; a job with 'mechanism: hot' does not")
        .or(() -> addresses.flatMap(lease -> lease.problem(now)));
  }

  private Consumer<TaskEvent.Line> outputListener(TaskPlacement placement) {
    boolean reports = placement.role() == Role.WORKER && placement.index() == 0;
    return reports
        ? line -> context().outputListener().accept(generationSpec().spec().id(), line.text())
        : line -> {};
  }

  @Override
  Allocation where() {
    return where;
  }

  @Override
  Set<NodeId> nodes() {
    return where.shares().stream().map(Allocation.Share::node).collect(Collectors.toSet());
  }

  @Override
  List<SupervisedTask> tasks() {
    return tasks;
  }

  @Override
  List<TaskOutput> outputs() {
    return workers().map(SupervisedTask::output).toList();
  }

  @Override
  void report(JobProgress progress) {
    progress.look(outputs());
  }

  @Override
  boolean hasBegun(JobProgress progress) {
    return progress.step() >= 0;
  }

  @Override
  boolean follow(JobSpec spec, Allocation target) {
    return false;
  }

  @Override
  Optional<CompletedRescale> completedRescale() {
    return Optional.empty();
  }

  @Override
  Optional<StopDecision> stopDecision(JobProgress progress) {
    if (isDone()) {
      return Optional.of(new StopDecision(new StopReason.Done(), program().grace()));
    }
    if (!hasTasks()) {
      return addressDecision();
    }
    return firstFailure()
        .map(this::verdictOn)
        .or(() ->
            Watchdog.stall(
                    program().stall(),
                    progress,
                    lastStep(progress),
                    workers(),
                    context().now(),
                    context().pauses())
                .map(Generation::hung));
  }

  @Override
  boolean isDone() {
    return !tasks.isEmpty() && workers().allMatch(task -> task.exitCode().orElse(-1) == 0);
  }

  @Override
  boolean stoppedInOrder() {
    return !wasKilled()
        && tasks.stream()
            .allMatch(task -> {
              int code = task.exitCode().orElse(-1);
              return code == 0 || code == STOPPED;
            });
  }

  @Override
  void tend(Instant now) {
    startTasks();
    tasks.forEach(task -> task.look(now, shortGrace()));
    tasks.stream()
        .filter(task -> task.isUp() && task.output().within().isPresent())
        .findFirst()
        .ifPresent(master -> masterSilence.look(master, now));
  }

  @Override
  void ask() {
    tasks.stream().filter(SupervisedTask::isUp).forEach(SupervisedTask::ask);
  }

  @Override
  void lookAfterStop(Instant now) {}

  @Override
  void close() {
    tasks.forEach(context()::dismiss);
    addresses.ifPresent(AddressLease::close);
    context().capacity().give(where, generationSpec().spec().demand());
  }

  /** The first task that ended unasked before its work was done. */
  private Optional<SupervisedTask> firstFailure() {
    return tasks.stream()
        .filter(task -> task.exitCode().orElse(0) != 0)
        .min(Comparator.comparing(SupervisedTask::endedAt));
  }

  private Stream<SupervisedTask> workers() {
    return tasks.stream().filter(task -> task.placement().role() == Role.WORKER);
  }
}
