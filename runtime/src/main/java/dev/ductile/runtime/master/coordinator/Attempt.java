package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.balance.Shares;
import dev.ductile.runtime.balance.TablePlan;
import dev.ductile.runtime.master.tasks.Participant;
import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.membership.TaskState.Cursor;
import dev.ductile.runtime.protocol.TaskMessage.Start;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The state in which a generation begins, computed from the states that all tasks report.
 *
 * @param step the next step
 * @param start the first action of the replicas
 * @param table the holders of partitions and splits
 * @param cursors the next position in each split that is read by a cursor
 * @param roster the members
 */
record Attempt(
    long step, Start start, AssignmentTable table, List<Cursor> cursors, Set<Integer> roster) {
  /** Computes the attempt and changes nothing. */
  static Attempt of(JobView view) {
    Map<Integer, TaskState> states = view.participants.states(view.assignment().resumed());
    Optional<StepDecision> verdict =
        view.assignment().restoring() || view.assignment().resumed() == 0
            ? Optional.empty()
            : judge(view, states);
    return verdict.map(found -> goOn(view, found, states)).orElseGet(() -> goBack(view));
  }

  /**
   * Computes an attempt as if every task had its part of the table, and drops it. Code that has run
   * once while the job trains runs several times faster when all tasks wait for it. Without servers
   * there is only one partition, which costs nothing.
   */
  static void rehearse(JobView view) {
    if (view.setup.allReduce()) {
      return;
    }
    var held = new HashMap<Integer, List<TaskState.HeldReplica>>();
    for (int partition = 0;
        partition < view.assignment().table().partitions().size();
        partition++) {
      AssignmentTable.ReplicaHolders copies = view.assignment().table().partitions().get(partition);
      var copy = new TaskState.HeldReplica(partition, view.assignment().step(), true);
      held.computeIfAbsent(copies.primary(), _ -> new ArrayList<>()).add(copy);
      copies
          .followers()
          .forEach(task -> held.computeIfAbsent(task, _ -> new ArrayList<>()).add(copy));
    }
    var states = new HashMap<Integer, TaskState>();
    held.forEach((task, copies) ->
        states.put(
            task,
            new TaskState(
                view.assignment().resumed(),
                view.assignment().step(),
                copies,
                List.of(),
                List.of())));
    judge(view, states).ifPresent(found -> goOn(view, found, states));
  }

  private static Optional<StepDecision> judge(JobView view, Map<Integer, TaskState> states) {
    int partitions = view.setup.partitions();
    return view.setup.lockstep()
        ? StepDecision.lockstep(partitions, states, view.assignment().table())
        : StepDecision.independent(partitions, states);
  }

  private static Attempt goOn(JobView view, StepDecision verdict, Map<Integer, TaskState> states) {
    TablePlan plan = plan(view, one -> true);
    List<Set<Integer>> available = available(view);
    List<Set<Integer>> valid = verdict.valid();
    if (view.setup.allReduce()) {
      plan = plan(view, one -> valid.stream().allMatch(has -> has.contains(one.task())));
      available = available.stream().map(has -> both(has, valid.getFirst())).toList();
    }
    AssignmentTable goal =
        plan.goal((task, partition) -> valid.get(partition).contains(task), has(available));
    AssignmentTable table = plan.reachable(goal, valid, available);
    List<Cursor> cursors = Cursors.of(view, states, verdict.step());
    return new Attempt(verdict.step(), verdict.start(), table, cursors, roster(view, table, plan));
  }

  private static Attempt goBack(JobView view) {
    TablePlan plan = plan(view, one -> true);
    AssignmentTable table = plan.goal((_, _) -> false, has(available(view)));
    Set<Integer> roster = roster(view, table, plan);
    return view.newest()
        .map(last ->
            new Attempt(
                last.step(), new Start.Restore(last.directory()), table, last.cursors(), roster))
        .orElseGet(() -> new Attempt(0, new Start.Fresh(), table, Cursors.first(view), roster));
  }

  /** Whether parameters are loaded or initialised, so that earlier replicas are worthless. */
  boolean goesBack() {
    return switch (start) {
      case Start.Fresh _, Start.Restore _ -> true;
      case Start.Commit _, Start.Discard _ -> false;
    };
  }

  /**
   * The placement that the job should move to. Tasks that leave hold nothing in it, unless no other
   * task can.
   */
  static TablePlan plan(JobView view, Predicate<Participant> fit) {
    boolean allHoldersLeave =
        view.participants.holders().filter(fit).allMatch(Participant::isLeaving);
    boolean allWorkersLeave =
        view.participants.workers().filter(fit).allMatch(Participant::isLeaving);
    Map<Integer, String> holders = new TreeMap<>();
    view.participants
        .holders()
        .filter(one -> fit.test(one) && (allHoldersLeave || !one.isLeaving()))
        .forEach(one -> holders.put(one.task(), one.member().host()));
    List<Integer> workers =
        view.participants
            .workers()
            .filter(one -> fit.test(one) && (allWorkersLeave || !one.isLeaving()))
            .map(Participant::task)
            .toList();
    return new TablePlan(
        view.assignment().table(),
        view.setup.sizes(),
        view.setup.splits(),
        view.setup.replication(),
        holders,
        workers);
  }

  private static Shares.AtHand has(List<Set<Integer>> available) {
    return (task, split) -> available.get(split).contains(task);
  }

  private static Set<Integer> both(Set<Integer> one, Set<Integer> other) {
    return one.stream().filter(other::contains).collect(Collectors.toSet());
  }

  /** For each split, the workers that have it in memory or, if none has, on disk. */
  private static List<Set<Integer>> available(JobView view) {
    return IntStream.range(0, view.setup.splits())
        .mapToObj(split -> {
          Set<Integer> loaded = workers(view, one -> one.hasLoaded(split));
          return loaded.isEmpty() ? workers(view, one -> one.hasSplit(split)) : loaded;
        })
        .toList();
  }

  private static Set<Integer> workers(JobView view, Predicate<Participant> fit) {
    return view.participants
        .workers()
        .filter(fit)
        .map(Participant::task)
        .collect(Collectors.toSet());
  }

  private static Set<Integer> roster(JobView view, AssignmentTable table, TablePlan plan) {
    return view.participants
        .all()
        .filter(one -> isNeeded(one, table, plan))
        .map(Participant::task)
        .collect(Collectors.toSet());
  }

  private static boolean isNeeded(Participant one, AssignmentTable table, TablePlan plan) {
    int task = one.task();
    return plan.holders().containsKey(task)
        || plan.workers().contains(task)
        || table.splits().contains(task)
        || table.partitions().stream().anyMatch(copies -> copies.has(task));
  }

  /** Fails if the table lacks a partition or split, or assigns one to a task that is no member. */
  void check(JobView view) {
    var holders = new HashMap<Integer, String>();
    view.participants.all().forEach(one -> holders.put(one.task(), one.member().name()));
    holders.keySet().retainAll(roster);
    var nonMembers = new ArrayList<Integer>();
    if (view.participants.workers().findAny().isPresent()) {
      nonMembers.addAll(table.splits());
    }
    table
        .partitions()
        .forEach(copies -> {
          nonMembers.add(copies.primary());
          nonMembers.addAll(copies.followers());
        });
    nonMembers.removeAll(holders.keySet());
    boolean complete =
        table.partitions().size() == view.setup.partitions()
            && table.splits().size() == view.setup.splits();
    if (!complete || !nonMembers.isEmpty()) {
      throw new IllegalStateException(
          "%s is invalid: expected %d partitions and %d splits; assigned to non-members: %s"
              .formatted(table, view.setup.partitions(), view.setup.splits(), nonMembers));
    }
  }
}
