package dev.ductile.policies.eps;

import dev.ductile.api.Allocation;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.NodeId;
import dev.ductile.api.Phase;
import dev.ductile.api.Size;
import dev.ductile.api.TaskDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * A job with its tasks while a plan is made. Single tasks are removed and added; the others stay on
 * their nodes. Tasks are removed first from nodes on which the job has few, so that it ends on few
 * nodes.
 */
final class PlannedJob {
  /** The order of grants in a plan. */
  static final Comparator<PlannedJob> IN_ORDER =
      Comparator.<PlannedJob>comparingInt(plannedJob -> -plannedJob.job().spec().priority())
          .thenComparingLong(plannedJob -> plannedJob.job().arrival());

  private final Job job;
  private final Allocation before;
  private final boolean intact;
  private List<Spot> spots;
  private Size size;
  private boolean touched;
  private int kind = -1;

  /** The job's tasks on one node. */
  record Spot(int node, Size size) {
    private static final Comparator<Spot> MOST_FIRST =
        Comparator.<Spot>comparingInt(spot -> -spot.size().tasks()).thenComparingInt(Spot::node);
  }

  /** A state to which the job can be restored. */
  record Mark(List<Spot> spots, Size size) {}

  private PlannedJob(Job job, Allocation before, List<Spot> spots, boolean intact) {
    this.job = job;
    this.before = before;
    this.intact = intact;
    this.spots = spots;
    this.spots.sort(Spot.MOST_FIRST);
    this.size = before.size();
  }

  /** A job that holds this allocation, or gets it by this plan. */
  static PlannedJob of(Job job, Allocation allocation, FreeCapacity free) {
    var spots = new ArrayList<Spot>();
    for (Allocation.Share share : allocation.shares()) {
      OptionalInt node = free.nodes().indexOf(share.node());
      node.ifPresent(known -> spots.add(new Spot(known, share.size())));
    }
    boolean isIntact =
        spots.size() == allocation.shares().size()
            && spots.stream().noneMatch(spot -> free.isOverdrawn(spot.node()))
            && job.spec().bounds().allows(allocation.size());
    return new PlannedJob(job, allocation, spots, isIntact);
  }

  Job job() {
    return job;
  }

  Size size() {
    return size;
  }

  /** The number of its kind of demand; work on a demand is done once for each number. */
  int kind(DraftPlan draft) {
    if (kind < 0) {
      kind = draft.kind(job.spec().demand());
    }
    return kind;
  }

  /** Whether its bounds and its limit allow this many more tasks. */
  boolean mayHave(Role role, int more) {
    return job.spec().bounds().allows(sum(size, role.size(more), 1));
  }

  int count(Role role) {
    return role.of(size);
  }

  /**
   * Whether its tasks may be taken: it is past its early feedback, its size is legal, and its nodes
   * exist and are not overcommitted.
   */
  boolean isPastFeedback() {
    return intact && job.phase() == Phase.TRAINING;
  }

  Allocation allocation(FreeCapacity free) {
    if (!touched) {
      return before;
    }
    var shares = new ArrayList<Allocation.Share>(spots.size());
    for (Spot spot : spots) {
      NodeId node = free.nodes().get(spot.node()).id();
      shares.add(new Allocation.Share(node, spot.size()));
    }
    return new Allocation(shares);
  }

  Mark mark() {
    return new Mark(List.copyOf(spots), size);
  }

  /** Restores an earlier state. */
  void restore(Mark mark, FreeCapacity free) {
    spots.forEach(spot -> free.give(spot.node(), job.spec().demand(), spot.size()));
    spots = new ArrayList<>(mark.spots());
    spots.forEach(spot -> free.take(spot.node(), job.spec().demand(), spot.size()));
    size = mark.size();
  }

  /** Removes this many tasks. */
  void remove(Role role, int count, FreeCapacity free) {
    TaskDemand task = role.taskDemand(job.spec().demand(), free);
    touched = true;
    int rest = count;
    for (int at = spots.size() - 1; at >= 0 && rest > 0; at--) {
      Spot spot = spots.get(at);
      int leaving = Math.min(rest, role.of(spot.size()));
      if (leaving > 0) {
        free.give(spot.node(), task, leaving);
        replace(at, spot, role.size(leaving), -1);
        rest -= leaving;
      }
    }
    size = sum(size, role.size(count - rest), -1);
  }

  /**
   * Adds this many tasks, on its present nodes first; false and unchanged if they find no place.
   */
  boolean add(Role role, int count, FreeCapacity free) {
    Mark before = mark();
    TaskDemand task = role.taskDemand(job.spec().demand(), free);
    for (int added = 0; added < count; added++) {
      int node = room(task, free);
      if (node < 0) {
        restore(before, free);
        return false;
      }
      free.take(node, task, 1);
      touched = true;
      join(node, role.size(1));
      size = sum(size, role.size(1), 1);
    }
    return true;
  }

  private int room(TaskDemand task, FreeCapacity free) {
    for (Spot spot : spots) {
      if (free.fits(spot.node(), task, 1)) {
        return spot.node();
      }
    }
    return free.first(task, 1, 0);
  }

  private void join(int node, Size tasks) {
    for (int at = 0; at < spots.size(); at++) {
      if (spots.get(at).node() == node) {
        replace(at, spots.get(at), tasks, 1);
        return;
      }
    }
    spots.add(new Spot(node, tasks));
  }

  private void replace(int at, Spot spot, Size change, int sign) {
    Size changed = sum(spot.size(), change, sign);
    if (changed.isNone()) {
      spots.remove(at);
    } else {
      spots.set(at, new Spot(spot.node(), changed));
    }
  }

  private static Size sum(Size size, Size change, int sign) {
    return new Size(
        size.workers() + sign * change.workers(), size.servers() + sign * change.servers());
  }
}
