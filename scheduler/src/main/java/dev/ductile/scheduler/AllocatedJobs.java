package dev.ductile.scheduler;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Nodes;
import java.util.ArrayList;
import java.util.List;

/**
 * The jobs that hold resources, in order of arrival, and the free resources. Returns the same
 * objects until one of the jobs changes.
 */
final class AllocatedJobs {
  /** Sums are computed anew after this many changes, so that rounding errors do not add up. */
  private static final int FRESH_SUMS = 10_000;

  private final List<Job> jobs = new ArrayList<>();
  private List<Job> copy = List.of();
  private boolean isCopied = true;
  private Nodes nodes = Nodes.NONE;
  private FreeCapacity left = FreeCapacity.of(Nodes.NONE);
  private boolean isLent;
  private int changes;

  /** Records the present state of a job. */
  void put(Job job) {
    freshen();
    int at = search(job.arrival());
    if (at < 0 && job.holdsResources()) {
      jobs.add(-at - 1, job);
      isCopied = false;
      own().take(job.allocation(), job.spec().demand());
    } else if (at >= 0 && job.holdsResources()) {
      Job before = jobs.set(at, job);
      isCopied = false;
      if (!before.allocation().equals(job.allocation())) {
        own().give(before.allocation(), before.spec().demand());
        own().take(job.allocation(), job.spec().demand());
      }
    } else {
      removeAt(at);
    }
  }

  void remove(Job job) {
    freshen();
    removeAt(search(job.arrival()));
  }

  void moveTo(Nodes newNodes) {
    nodes = newNodes;
    sumUp();
  }

  List<Job> list() {
    if (!isCopied) {
      copy = List.copyOf(jobs);
      isCopied = true;
    }
    return copy;
  }

  /** The free resources; the caller must not change them. */
  FreeCapacity left() {
    isLent = true;
    return left;
  }

  private void removeAt(int at) {
    if (at >= 0) {
      Job before = jobs.remove(at);
      own().give(before.allocation(), before.spec().demand());
      isCopied = false;
    }
  }

  /** The free resources for changes here: a copy if a picture may share the present object. */
  private FreeCapacity own() {
    if (isLent) {
      left = left.copy();
      isLent = false;
    }
    return left;
  }

  private void freshen() {
    if (++changes >= FRESH_SUMS) {
      sumUp();
    }
  }

  private void sumUp() {
    left = FreeCapacity.of(nodes);
    jobs.forEach(job -> left.take(job.allocation(), job.spec().demand()));
    isLent = false;
    changes = 0;
  }

  private int search(long arrival) {
    int low = 0;
    int high = jobs.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long there = jobs.get(middle).arrival();
      if (there == arrival) {
        return middle;
      }
      if (there < arrival) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }
}
