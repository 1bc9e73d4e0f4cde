package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.JobNote;
import dev.ductile.api.Notebook;
import dev.ductile.api.Phase;
import dev.ductile.api.Phrase;
import dev.ductile.api.Placement;
import dev.ductile.api.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The cluster while a plan is made: allocations, free resources, and reasons so far. */
final class DraftPlan {
  private final Cluster cluster;
  private final FreeCapacity free;
  private final List<PlannedJob> plannedJobs = new ArrayList<>();
  private final Notebook<GrowthTrial> notebook;
  private final Map<JobId, GrowthTrial> trials = new HashMap<>();
  private final Map<Long, PartialReason> reasons = new HashMap<>();
  private final Map<Demand, Integer> kinds = new HashMap<>();
  private int training;

  /**
   * The end of the sentence that explains a decision on a job, and the kind of the reason if the
   * job waits.
   */
  record PartialReason(Reason.Kind kind, Supplier<Phrase> because) {}

  DraftPlan(Cluster cluster, Notebook<GrowthTrial> notebook, Placement placement) {
    this.cluster = cluster;
    this.notebook = notebook;
    this.free = cluster.left();
    Overcommitment overcommitment = Overcommitment.relieve(cluster, free, placement);
    for (Job job : cluster.running()) {
      Optional<Allocation> kept = overcommitment.allocation(job);
      if (kept.isEmpty()) {
        forget(job);
        explain(job, Reason.Kind.PREEMPTED, Overcommitment::stopped);
        continue;
      }
      plannedJobs.add(PlannedJob.of(job, kept.get(), free));
      count(job);
      if (!kept.get().equals(job.allocation())) {
        forget(job);
        explain(job, Reason.Kind.MOVED, Overcommitment::moved);
      }
    }
    cluster.pinned().forEach(this::count);
  }

  Cluster cluster() {
    return cluster;
  }

  FreeCapacity free() {
    return free;
  }

  /** The number of this kind of demand; equal demands have the same one. */
  int kind(Demand demand) {
    return kinds.computeIfAbsent(demand, any -> kinds.size());
  }

  /** The number of kinds of demand, including those of these jobs. */
  int kinds(List<PlannedJob> some) {
    some.forEach(plannedJob -> plannedJob.kind(this));
    return kinds.size();
  }

  /** The jobs that hold resources and may be changed, in order of arrival, new ones last. */
  List<PlannedJob> plannedJobs() {
    return plannedJobs;
  }

  /** The number of jobs that hold resources. */
  int running() {
    return plannedJobs.size() + cluster.pinned().size();
  }

  /** The number of these that are in the training phase. */
  int training() {
    return training;
  }

  /** Adds a job with its allocation, which has already been taken from the free resources. */
  void start(Job job, Allocation allocation) {
    plannedJobs.add(PlannedJob.of(job, allocation, free));
    count(job);
    forget(job);
  }

  /** The job's note before this decision. */
  GrowthTrial noted(Job job) {
    return notebook.read(job, GrowthTrial.NONE);
  }

  /** The job's note so far. */
  GrowthTrial trial(Job job) {
    return trials.getOrDefault(job.id(), noted(job));
  }

  void note(Job job, GrowthTrial trial) {
    if (trial.equals(noted(job))) {
      trials.remove(job.id());
    } else {
      trials.put(job.id(), trial);
    }
  }

  void forget(Job job) {
    note(job, GrowthTrial.NONE);
  }

  List<JobNote> notes() {
    return notebook.write(trials).toList();
  }

  /** Sets the reason of a job that holds resources. */
  void explain(Job job, Supplier<Phrase> because) {
    explain(job, Reason.Kind.KEPT, because);
  }

  void explain(Job job, Reason.Kind kind, Supplier<Phrase> because) {
    reasons.put(job.arrival(), new PartialReason(kind, because));
  }

  Map<Long, PartialReason> reasons() {
    return reasons;
  }

  private void count(Job job) {
    training += job.phase() == Phase.TRAINING ? 1 : 0;
  }
}
