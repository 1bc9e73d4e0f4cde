package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Size;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Jobs that leave nodes on which tasks need more than there is, for example after a node came back
 * with less capacity. The last of its jobs leaves a node first, and moves if it fits elsewhere.
 */
record Overcommitment(Map<JobId, Optional<Allocation>> changed) {
  private static final Comparator<Job> LAST_FIRST =
      Comparator.<Job>comparingInt(job -> job.spec().priority())
          .thenComparing(Comparator.<Job>comparingLong(Job::arrival).reversed());

  /** Takes jobs from overcommitted nodes, and their new places from the free resources. */
  static Overcommitment relieve(Cluster cluster, FreeCapacity free, Placement placement) {
    var changed = new HashMap<JobId, Optional<Allocation>>();
    if (!free.isOverdrawn()) {
      return new Overcommitment(changed);
    }
    List<Job> leaving =
        cluster.running().stream()
            .sorted(LAST_FIRST)
            .filter(job -> {
              boolean leaves = isOnOverdrawn(job, free);
              if (leaves) {
                free.give(job.allocation(), job.spec().demand());
              }
              return leaves;
            })
            .toList();
    for (Job job : leaving.reversed()) {
      Size held = job.allocation().size();
      Size size = isLegal(job, held) ? held : job.spec().asked();
      changed.put(
          job.id(), isLegal(job, size) ? placement.place(job, size, free) : Optional.empty());
    }
    return new Overcommitment(changed);
  }

  private static boolean isLegal(Job job, Size size) {
    return job.spec().bounds().allows(size) && job.spec().demand().isWithinLimit(size);
  }

  /** Whether a node of the job has too little of a resource that the job uses there. */
  private static boolean isOnOverdrawn(Job job, FreeCapacity free) {
    for (Allocation.Share share : job.allocation().shares()) {
      OptionalInt node = free.nodes().indexOf(share.node());
      if (node.isPresent()
          && job.spec().demand().of(share.size()).amounts().entrySet().stream()
              .anyMatch(
                  need -> need.getValue() > 0 && free.left(node.getAsInt(), need.getKey()) < 0)) {
        return true;
      }
    }
    return false;
  }

  /** The allocation with which a running job begins; empty if it must stop. */
  Optional<Allocation> allocation(Job job) {
    return changed.getOrDefault(job.id(), Optional.of(job.allocation()));
  }

  static Phrase moved() {
    return Phrase.of("the tasks on a node of it needed more than the node has");
  }

  static Phrase stopped() {
    return Phrase.of(
        "the tasks on a node of it needed more than the node has, and they fit nowhere else");
  }
}
