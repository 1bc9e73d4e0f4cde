package dev.ductile.engines.supervision;

import dev.ductile.api.Allocation;
import dev.ductile.api.NodeId;
import dev.ductile.api.Size;
import java.io.IOException;
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
 * The posts of a hot job: fills them, fills them again when somebody has died, and gives back what
 * they held when somebody has left.
 */
final class TaskGroup {
  private final GenerationSpec generationSpec;
  private final EngineContext context;
  private final MasterStatus masterStatus;
  private final TaskSlot master;
  private final List<TaskSlot> slots = new ArrayList<>();
  private Allocation target;
  private Instant changedAt;

  /** A crew without processes; what its tasks are to hold is taken from the room already. */
  TaskGroup(
      GenerationSpec generationSpec,
      Allocation target,
      EngineContext context,
      MasterStatus masterStatus)
      throws IOException {
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
    var lease = context.platform().addresses().leased(List.of(placement.address()));
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

  /** Starts everybody, the master first, so that the others find it soon. */
  void begin(Instant now) {
    for (TaskSlot slot : allSlots().toList()) {
      fill(slot, now);
    }
  }

  /** What those who come from now on are told. */
  void aimAt(Allocation newTarget) {
    target = newTarget;
  }

  /** Another task, if there is room for it. */
  boolean add(TaskChanges.RoleOnNode place, Instant now) throws IOException {
    TaskSlot slot = slot(place.role(), freeIndex(place.role()), place.node());
    if (!context.capacity().take(place.share(), generationSpec.spec().demand())) {
      slot.close();
      return false;
    }
    slots.add(slot);
    refill(slot, now);
    return true;
  }

  void dismiss(List<TaskPlacement> placements, Instant now) {
    changedAt = now;
    slots.stream()
        .filter(slot -> placements.contains(slot.placement()))
        .forEach(slot -> slot.dismiss(now, generationSpec.spec().program().grace()));
  }

  /** Notices who has ended and fills what is due, until the master has said its last word. */
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
    allSlots().filter(slot -> slot.isDue(now)).forEach(slot -> refill(slot, now));
  }

  /** Kills whoever holds the post of this name, if he did at that time. */
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

  /** All went on together, so earlier deaths have no more to say. */
  void resetFailures() {
    allSlots().forEach(TaskSlot::resetFailures);
  }

  TaskSlot master() {
    return master;
  }

  Stream<TaskSlot> allSlots() {
    return Stream.concat(Stream.of(master), slots.stream());
  }

  /** Those who are not asked to leave. */
  List<TaskPlacement> staying() {
    return slots.stream().filter(slot -> !slot.isLeaving()).map(TaskSlot::placement).toList();
  }

  Allocation where() {
    return where(staying());
  }

  /** When somebody last came, left or died. */
  Instant changedAt() {
    return changedAt;
  }

  boolean isAnyLeaving() {
    return slots.stream().anyMatch(TaskSlot::isLeaving);
  }

  /** Whether everybody is up and, as the master says, takes part. */
  boolean isSettled() {
    return !isAnyLeaving()
        && allSlots().allMatch(TaskSlot::isUp)
        && masterStatus.last().filter(this::confirms).isPresent();
  }

  Optional<TaskSlot> find(Predicate<TaskSlot> test) {
    return allSlots().filter(test).findFirst();
  }

  /** Lets go of everybody and of what they held. */
  void close() {
    Allocation held = where(slots.stream().map(TaskSlot::placement).toList());
    context.capacity().give(held, generationSpec.spec().demand());
    allSlots().forEach(TaskSlot::close);
    slots.clear();
  }

  private boolean confirms(MasterStatus.Update word) {
    Size size = where().size();
    return word.running()
        && !word.at().isBefore(changedAt)
        && word.size().orElse(size).equals(size);
  }

  /**
   * Whether the task is gone though it was not to go. The master's regular end is the job's; and
   * who is done may be a moment before it.
   */
  private boolean isDead(SupervisedTask task, Instant now) {
    int code = task.exitCode().orElse(0);
    if (!task.isOver() || Generation.endsTheJob(code)) {
      return false;
    }
    if (task.placement().role() == Role.MASTER) {
      return code != 0 && code != Generation.STOPPED;
    }
    boolean inOrder = code == 0 || code == Generation.STOPPED;
    Duration patience = context.settings().patience().crash();
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
    var contract = new HotEnvironment(generationSpec, master.placement().address());
    var environment = contract.environment(placement, target, context.environment());
    Consumer<TaskEvent.Line> outputListener = slot == master ? this::acceptMasterLine : _ -> {};
    var order =
        new TaskStarter.Start(
            placement, slot.nextStart(), environment, List.of(placement.address()), outputListener);
    slot.take(new TaskStarter(generationSpec, context).start(List.of(order)).getFirst(), now);
  }

  private void acceptMasterLine(TaskEvent.Line line) {
    masterStatus.accept(line.text(), line.at());
    context.outputListener().accept(generationSpec.spec().id(), line.text());
  }

  private TaskSlot slot(Role role, int index, NodeId node) throws IOException {
    Addresses.Lease lease = context.platform().addresses().lease(List.of(node));
    lease.free();
    return new TaskSlot(
        new TaskPlacement(role, index, node, index, lease.addresses().getFirst()),
        lease,
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
