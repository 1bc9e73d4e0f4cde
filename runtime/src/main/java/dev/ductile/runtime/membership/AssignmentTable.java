package dev.ductile.runtime.membership;

import dev.ductile.runtime.transport.Repeating;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The holders in one generation: exactly one primary for each partition, exactly one worker for
 * each split.
 *
 * @param partitions the replicas of each partition, in the order of their ids
 * @param splits the task at which each split is active, in the order of their numbers
 */
public record AssignmentTable(List<ReplicaHolders> partitions, List<Integer> splits) {
  /** No holders yet. */
  public static final AssignmentTable EMPTY = new AssignmentTable(List.of(), List.of());

  public AssignmentTable {
    partitions = List.copyOf(partitions);
    splits = List.copyOf(splits);
  }

  /** The same table with one more follower of these partitions; a task follows each once. */
  public AssignmentTable withFollower(int task, List<Integer> which) {
    var all = new ArrayList<>(partitions);
    for (int partition : which) {
      ReplicaHolders before = all.get(partition);
      if (!before.has(task)) {
        var followers = new ArrayList<>(before.followers());
        followers.add(task);
        all.set(partition, new ReplicaHolders(before.primary(), followers));
      }
    }
    return new AssignmentTable(all, splits);
  }

  /**
   * The holders of a partition.
   *
   * @param primary the task that serves workers
   * @param followers the tasks that hold replicas
   */
  public record ReplicaHolders(int primary, List<Integer> followers) implements Repeating {
    public ReplicaHolders {
      followers = List.copyOf(followers);
      Set<Integer> all = new HashSet<>(followers);
      if (!all.add(primary) || all.size() != followers.size() + 1) {
        throw new IllegalArgumentException(
            "a task has at most one replica of a partition: primary %d, followers %s"
                .formatted(primary, followers));
      }
    }

    // Java links a record's own equality on first use, which takes long in a new process

    @Override
    public boolean equals(Object other) {
      return other instanceof ReplicaHolders(int otherPrimary, List<Integer> otherFollowers)
          && primary == otherPrimary
          && followers.equals(otherFollowers);
    }

    @Override
    public int hashCode() {
      return 31 * primary + followers.hashCode();
    }

    public boolean has(int task) {
      return primary == task || followers.contains(task);
    }
  }
}
