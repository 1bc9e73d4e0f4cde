package dev.ductile.runtime.master.coordinator;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.TaskState;
import dev.ductile.runtime.membership.TaskState.HeldReplica;
import dev.ductile.runtime.protocol.TaskMessage.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The conclusion from the states of all tasks about the step that was under way.
 *
 * @param step the next step
 * @param start the first action of the replicas
 * @param valid for each partition the tasks with a replica that can continue
 */
record StepDecision(long step, Start start, List<Set<Integer>> valid) {
  /** A replica and its task. */
  private record TaskReplica(int task, HeldReplica held) {}

  /**
   * Decides for a job in lockstep; empty if some partition has no replica left.
   *
   * @param states of the tasks whose replicas can be trusted
   * @param table the holders until now
   */
  static Optional<StepDecision> lockstep(
      int partitions, Map<Integer, TaskState> states, AssignmentTable table) {
    List<List<TaskReplica>> copies = copies(partitions, states);
    long last = newest(copies);
    boolean passed = states.values().stream().anyMatch(state -> state.clock() > last);
    List<Set<Integer>> done = tasks(copies, held -> held.version() == last && held.prepared());
    if (done.stream().noneMatch(Set::isEmpty) && (passed || isUnanimous(copies, table, last))) {
      return Optional.of(new StepDecision(last + 1, new Start.Commit(), done));
    }
    Predicate<HeldReplica> behind = held -> held.version() == last - 1 && held.prepared();
    List<Set<Integer>> here = tasks(copies, held -> held.version() == last || behind.test(held));
    boolean anyBehind =
        copies.stream().flatMap(List::stream).map(TaskReplica::held).anyMatch(behind);
    Start start = anyBehind ? new Start.Commit() : new Start.Discard();
    return Optional.of(new StepDecision(last, start, here))
        .filter(verdict -> verdict.valid().stream().noneMatch(Set::isEmpty));
  }

  /**
   * Decides for a job whose workers go each at its own pace: the most advanced replicas count. A
   * partition's version is the number of pushes that it has taken. A push that not all partitions
   * have taken is repeated, so the step is the number that all have.
   */
  static Optional<StepDecision> independent(int partitions, Map<Integer, TaskState> states) {
    var valid = new ArrayList<Set<Integer>>();
    long step = Long.MAX_VALUE;
    for (List<TaskReplica> of : copies(partitions, states)) {
      long newest = newest(List.of(of));
      valid.addAll(tasks(List.of(of), held -> held.version() == newest));
      step = Math.min(step, newest);
    }
    return Optional.of(new StepDecision(step, new Start.Discard(), List.copyOf(valid)))
        .filter(verdict -> verdict.valid().stream().noneMatch(Set::isEmpty));
  }

  private static List<List<TaskReplica>> copies(int partitions, Map<Integer, TaskState> states) {
    var copies = new ArrayList<List<TaskReplica>>();
    for (int partition = 0; partition < partitions; partition++) {
      copies.add(new ArrayList<>());
    }
    states.forEach((task, state) ->
        state.held().stream()
            .filter(held -> held.partition() >= 0 && held.partition() < partitions)
            .forEach(held -> copies.get(held.partition()).add(new TaskReplica(task, held))));
    return copies;
  }

  private static long newest(List<List<TaskReplica>> copies) {
    return copies.stream()
        .flatMap(List::stream)
        .mapToLong(replica -> replica.held().version())
        .max()
        .orElse(0);
  }

  /**
   * Whether no replica of the table is unprepared, so that some server may have applied the step
   * already.
   */
  private static boolean isUnanimous(
      List<List<TaskReplica>> copies, AssignmentTable table, long last) {
    for (int partition = 0; partition < copies.size(); partition++) {
      for (TaskReplica replica : copies.get(partition)) {
        boolean counts =
            partition < table.partitions().size()
                && table.partitions().get(partition).has(replica.task());
        if (counts && replica.held().version() == last && !replica.held().prepared()) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<Set<Integer>> tasks(
      List<List<TaskReplica>> copies, Predicate<HeldReplica> fit) {
    var tasks = new ArrayList<Set<Integer>>();
    for (List<TaskReplica> of : copies) {
      var fitting = new TreeSet<Integer>();
      of.stream()
          .filter(replica -> fit.test(replica.held()))
          .forEach(replica -> fitting.add(replica.task()));
      tasks.add(fitting);
    }
    return List.copyOf(tasks);
  }
}
