package dev.ductile.runtime.worker;

import dev.ductile.runtime.membership.AssignmentTable;
import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.TaskMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * One generation from the view of a worker.
 *
 * @param self the worker's own task
 * @param servers the servers that are primary of a partition, by task
 * @param primaries the primary of each partition
 * @param splits the active splits of this worker, ascending
 * @param workers the number of workers that share each batch
 * @param examples of every split of the job; empty until they are known
 */
record WorkerView(
    int self,
    int generation,
    Map<Integer, Member> servers,
    List<Integer> primaries,
    List<Integer> splits,
    int workers,
    List<Integer> examples) {

  /** Before the first generation. */
  static final WorkerView NONE =
      new WorkerView(-1, 0, Map.of(), List.of(), List.of(), 0, List.of());

  /** The part of an assignment that concerns one of its workers. */
  static WorkerView of(TaskMessage.Assign assign, int self) {
    List<Integer> primaries =
        assign.table().partitions().stream().map(AssignmentTable.ReplicaHolders::primary).toList();
    List<Integer> active = assign.table().splits();
    return new WorkerView(
        self,
        assign.generation(),
        servers(assign.roster(), primaries),
        primaries,
        IntStream.range(0, active.size()).filter(k -> active.get(k) == self).boxed().toList(),
        Math.toIntExact(assign.roster().stream().filter(m -> m.role() == Role.WORKER).count()),
        assign.examples());
  }

  private static Map<Integer, Member> servers(List<Member> roster, List<Integer> primaries) {
    Map<Integer, Member> servers = new LinkedHashMap<>();
    for (int task : new TreeSet<>(primaries)) {
      Member server =
          roster.stream()
              .filter(member -> member.task() == task)
              .findFirst()
              .orElseThrow(
                  () -> new IllegalArgumentException("primary %d is in no roster".formatted(task)));
      servers.put(task, server);
    }
    return servers;
  }

  /** One of the servers, with its address. */
  Member server(int task) {
    Member server = servers.get(task);
    if (server == null) {
      throw new IllegalArgumentException("task %d is primary of nothing".formatted(task));
    }
    return server;
  }

  /** Whether all values that a step needs are known. */
  boolean canTrain() {
    return !servers.isEmpty() && !examples.isEmpty();
  }
}
