package dev.ductile.runtime.allreduce;

import dev.ductile.runtime.membership.Member;
import dev.ductile.runtime.membership.Role;
import dev.ductile.runtime.protocol.TaskMessage;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The workers of one generation, each with the same rank for all of them.
 *
 * @param rank this worker's rank
 */
record RankedWorkers(int generation, List<Member> members, int rank) {
  /** Before the first generation. */
  static final RankedWorkers NONE = new RankedWorkers(0, List.of(), -1);

  static RankedWorkers of(TaskMessage.Assign assign, int self) {
    List<Member> members =
        assign.roster().stream()
            .filter(member -> member.role() == Role.WORKER)
            .sorted(Comparator.comparingInt(Member::task))
            .toList();
    int rank =
        rank(members, self)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "task %d is in no roster: %s".formatted(self, members)));
    return new RankedWorkers(assign.generation(), members, rank);
  }

  int size() {
    return members.size();
  }

  /** The rank of a task. */
  OptionalInt rank(int task) {
    return rank(members, task);
  }

  private static OptionalInt rank(List<Member> members, int task) {
    return IntStream.range(0, members.size())
        .filter(i -> members.get(i).task() == task)
        .findFirst();
  }

  /** The ranks of all other workers. */
  IntStream others() {
    return IntStream.range(0, members.size()).filter(other -> other != rank);
  }
}
