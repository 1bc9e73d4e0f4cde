package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The slots of a hot job: starts a task in each, starts it again when it has died, and gives back
 * its resources when it has left.
 */
final class TaskGroup {
  private final GenerationSpec generationSpec;
  private final EngineContext context;
  private final MasterStatus masterStatus;
  private final Runnable beforeTasks;
  private final TaskSlot master;
  private final List<TaskSlot> slots = new ArrayList<>();
  private Allocation target;
  private Instant changedAt;

  /** A group without tasks; the resources of its tasks are taken already. */
  TaskGroup(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      MasterStatus masterStatus,
      Runnable beforeTasks) {
    this.beforeTasks = beforeTasks;
    this.generationSpec = generationSpec;
    this.target = target;
    this.context = context;
    this.masterStatus = masterStatus;
    this.changedAt = context.now();
    this.master = slot(Role.MASTER, 0, target.shares().getFirst().node());
    for (TaskChanges.RoleOnNode place : TaskChanges.towards(target, List.of()).missing()) {
      slots.add(slot(place.role(), freeIndex(place.role()), place.node()));
    }
  }

  /** The tasks of an earlier engine. */
  TaskGroup(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      MasterStatus masterStatus,
      FoundGeneration found) {
    this.beforeTasks = () -> {};
    this.generationSpec = generationSpec;
    this.target = target;
    this.context = context;
    this.masterStatus = masterStatus;
    this.changedAt = context.now();
    this.master = slot(found.master().orElseThrow(), found);
    found.tasks().stream()
        .filter(each -> each.spec().id().role() != Role.MASTER)
        .forEach(each -> slots.add(slot(each, found)));
  }

  private TaskSlot slot(DurableLauncher.Found each, FoundGeneration found) {
    TaskPlacement placement = FoundGeneration.placement(each);
    var lease = AddressLease.takeOver(List.of(placement.address()), context);
    var slot = new TaskSlot(placement, lease, context::dismiss);
    Consumer<TaskEvent.Line> outputListener =
        placement.role() == Role.MASTER ? this::acceptMasterLine : _ -> {};
    SupervisedTask task =
        new TaskStarter(generationSpec, context).task(each.spec().id(), placement, outputListener);
    slot.takeOver(
        task,
        each.stopping() && placement.role() != Role.MASTER,
        changedAt,
        generationSpec.spec().program().grace());
    found.follow(task);
    return slot;
  }

  /**
   * Starts the tasks whose addresses are known: the master first, and the others when the master
   * has a host.
   */
  void startDue(Instant now) {
    allSlots()
        .filter(slot -> slot.isDue(now) && (slot == master || master.address().isPresent()))
        .forEach(slot -> refill(slot, now));
  }

  /** Whether a task is not started because an address is not known. */
  boolean awaitsAddress() {
    boolean isWaiting = allSlots().anyMatch(slot -> !slot.hasPort() && !slot.isLeaving());
    return isWaiting || master.address().isEmpty();
  }

  /** Why a task is not started in time. */
  Optional<String> addressProblem(Instant now) {
    return allSlots()
        .flatMap(slot -> slot.addressProblem(now).stream())
        .findFirst()
        .or(() -> masterHostProblem(now));
  }

  private Optional<String> masterHostProblem(Instant now) {
    if (!master.isUp() || master.address().isPresent()) {
      return Optional.empty();
    }
    Duration limit = context.settings().answers().address();
    boolean isLate = context.pauses().silence(master.startedAt(), now).compareTo(limit) >= 0;
    return Optional.of(
            "the host of the job's master is not known %s after its start"
                .formatted(Watchdog.seconds(limit)))
        .filter(_ -> isLate);
  }

  /** The size that tasks started from now on find in their environment. */
  void aimAt(Allocation newTarget) {
    target = newTarget;
  }

  /** Adds a slot if the node has resources for its task. */
  boolean add(TaskChanges.RoleOnNode place, Instant now) {
    if (!context.capacity().take(place.share(), generationSpec.spec().demand())) {
      return false;
    }
    slots.add(slot(place.role(), freeIndex(place.role()), place.node()));
    changedAt = now;
    startDue(now);
    return true;
  }

  void dismiss(List<TaskPlacement> placements, Instant now) {
    changedAt = now;
    slots.stream()
        .filter(slot -> placements.contains(slot.placement()))
        .forEach(slot -> slot.dismiss(now, generationSpec.spec().program().grace()));
  }

  /** Checks all tasks, starts tasks that are due, and removes slots whose tasks have left. */
  void look(Instant now, Duration graceOfTheRest) {
    allSlots().forEach(slot -> slot.look(now, graceOfTheRest));
    for (TaskSlot gone :
        slots.stream().filter(TaskSlot::isLeaving).filter(TaskSlot::isVacant).toList()) {
      changedAt = now;
      context.capacity().give(place(gone).share(), generationSpec.spec().demand());
      gone.close();
      slots.remove(gone);
    }
    allSlots()
        .filter(slot -> slot.task().filter(task -> isDead(task, now)).isPresent())
        .forEach(
            slot -> vacate(slot, slot.task().map(SupervisedTask::exitSentence).orElse(""), now));
    startDue(now);
  }

  /** Kills the task of this name, if it was started before that time. */
  void replace(String name, String why, Instant at) {
    allSlots()
        .filter(slot -> slot.placement().name().equals(name) && slot.startedAt().isBefore(at))
        .filter(slot -> slot.task().filter(task -> !task.isOver()).isPresent())
        .forEach(slot -> {
          if (slot.task().filter(SupervisedTask::isKilled).isEmpty()) {
            note(slot.placement() + " is killed and started anew: " + why);
          }
          slot.task().ifPresent(task -> task.kill(why));
        });
  }

  /** The job made a step with all tasks, so earlier failures no longer count. */
  void resetFailures() {
    allSlots().forEach(TaskSlot::resetFailures);
  }

  TaskSlot master() {
    return master;
  }

  Stream<TaskSlot> allSlots() {
    return Stream.concat(Stream.of(master), slots.stream());
  }

  /** The tasks that are not asked to leave. */
  List<TaskPlacement> staying() {
    return slots.stream().filter(slot -> !slot.isLeaving()).map(TaskSlot::placement).toList();
  }

  Allocation where() {
    return where(staying());
  }

  /** When a task last came, left or died. */
  Instant changedAt() {
    return changedAt;
  }

  boolean isAnyLeaving() {
    return slots.stream().anyMatch(TaskSlot::isLeaving);
  }

  /** Whether all tasks are up and, according to the master, members of the job. */
  boolean isSettled() {
    return !isAnyLeaving()
        && allSlots().allMatch(TaskSlot::isUp)
        && masterStatus.last().filter(this::confirms).isPresent();
  }

  Optional<TaskSlot> find(Predicate<TaskSlot> test) {
    return allSlots().filter(test).findFirst();
  }

  /**
   * Gives back the resources and addresses of all slots. The slots stay, because the reason of the
   * end is read from their tasks.
   */
  void close() {
    Allocation held = where(slots.stream().map(TaskSlot::placement).toList());
    context.capacity().give(held, generationSpec.spec().demand());
    allSlots().forEach(TaskSlot::close);
  }

  private boolean confirms(MasterStatus.Update update) {
    Size size = where().size();
    return update.running()
        && !update.at().isBefore(changedAt)
        && update.size().orElse(size).equals(size);
  }

  /**
   * Whether the task is gone and must be replaced. The regular end of the master is the end of the
   * job; a worker may be done a moment before the master.
   */
  private boolean isDead(SupervisedTask task, Instant now) {
    int code = task.exitCode().orElse(0);
    if (!task.isOver() || Generation.endsTheJob(code, generationSpec.spec().program())) {
      return false;
    }
    if (task.placement().role() == Role.MASTER) {
      return code != 0 && code != Generation.STOPPED;
    }
    boolean inOrder = code == 0 || code == Generation.STOPPED;
    Duration patience = context.settings().patience().shortGrace();
    return !inOrder || Duration.between(task.endedAt(), now).compareTo(patience) >= 0;
  }

  private void vacate(TaskSlot slot, String exitSentence, Instant now) {
    changedAt = now;
    int failures = slot.failures();
    Duration wait = failures == 0 ? Duration.ZERO : context.settings().patience().restart(failures);
    slot.vacate(exitSentence, now.plus(wait));
    note(exitSentence + "; it is started again");
  }

  private void refill(TaskSlot slot, Instant now) {
    changedAt = now;
    fill(slot, now);
  }

  private void fill(TaskSlot slot, Instant now) {
    TaskPlacement placement = slot.placement();
    Address masterAddress = master.address().orElse(master.placement().address());
    var environment =
        new HotEnvironment(generationSpec, masterAddress)
            .environment(placement, target, context.environment());
    Consumer<TaskEvent.Line> outputListener = slot == master ? this::acceptMasterLine : _ -> {};
    var order =
        new TaskStarter.Start(
            placement, slot.nextStart(), environment, List.of(placement.address()), outputListener);
    beforeTasks.run();
    slot.freeAddress();
    slot.take(new TaskStarter(generationSpec, context).start(List.of(order)).getFirst(), now);
  }

  private void acceptMasterLine(TaskEvent.Line line) {
    masterStatus.accept(line.text(), line.at());
    context.outputListener().accept(generationSpec.spec().id(), line.text());
  }

  private TaskSlot slot(Role role, int index, NodeId node) {
    var request = new Addresses.Request(generationSpec.spec().id(), role, index, node);
    return new TaskSlot(
        new TaskPlacement(role, index, node, index, Address.withoutHost(0)),
        AddressLease.begin(List.of(request), context),
        context::dismiss);
  }

  private int freeIndex(Role role) {
    List<Integer> used =
        slots.stream()
            .map(TaskSlot::placement)
            .filter(placement -> placement.role() == role)
            .map(TaskPlacement::index)
            .toList();
    int index = 0;
    while (used.contains(index)) {
      index++;
    }
    return index;
  }

  private void note(String line) {
    context.notes().accept("job %s: %s".formatted(generationSpec.spec().id(), line));
  }

  private static TaskChanges.RoleOnNode place(TaskSlot slot) {
    return new TaskChanges.RoleOnNode(slot.placement().role(), slot.placement().node());
  }

  static Allocation where(List<TaskPlacement> placements) {
    Map<NodeId, Size> sizes = new HashMap<>();
    for (TaskPlacement placement : placements) {
      Size one = placement.role() == Role.WORKER ? new Size(1, 0) : new Size(0, 1);
      sizes.merge(placement.node(), one, Size::plus);
    }
    return Allocation.of(sizes);
  }
}
