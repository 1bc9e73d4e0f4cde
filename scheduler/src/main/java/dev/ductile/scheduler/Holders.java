package dev.ductile.scheduler;

import dev.ductile.api.Job;
import java.util.ArrayList;
import java.util.List;

/** The jobs that hold resources, in order of arrival; hands out the same list until one changes. */
final class Holders {
  private final List<Job> jobs = new ArrayList<>();
  private List<Job> copy = List.of();
  private boolean changed;

  /** Keeps the job's newest state, if it holds anything. */
  void put(Job job) {
    int at = search(job.arrival());
    if (!job.holdsResources()) {
      removeAt(at);
    } else if (at >= 0) {
      jobs.set(at, job);
      changed = true;
    } else {
      jobs.add(-at - 1, job);
      changed = true;
    }
  }

  void remove(Job job) {
    removeAt(search(job.arrival()));
  }

  List<Job> list() {
    if (changed) {
      copy = List.copyOf(jobs);
      changed = false;
    }
    return copy;
  }

  private void removeAt(int at) {
    if (at >= 0) {
      jobs.remove(at);
      changed = true;
    }
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
