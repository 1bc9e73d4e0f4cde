package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a job is to be given while shares are being worked out. */
final class Claim {
  /** The smallest share first; then by priority and by arrival. */
  static final Comparator<Claim> IN_ORDER =
      Comparator.comparingDouble(Claim::share)
          .thenComparing(Claim::priority, Comparator.reverseOrder())
          .thenComparingLong(claim -> claim.job.arrival());

  private final Job job;
  private final Party party;
  private final Task worker;
  private final Task server;
  private Size size = Size.NONE;
  private Allocation allocation = Allocation.NONE;
  private double share;

  Claim(Job job, Party party, Task worker, Task server) {
    this.job = job;
    this.party = party;
    this.worker = worker;
    this.server = server;
  }

  Job job() {
    return job;
  }

  Party party() {
    return party;
  }

  Task worker() {
    return worker;
  }

  Task server() {
    return server;
  }

  double share() {
    return share;
  }

  private int priority() {
    return job.spec().priority();
  }

  Size size() {
    return size;
  }

  Allocation allocation() {
    return allocation;
  }

  /** The next larger legal size; the same where there is none. */
  Size next() {
    Bounds bounds = job.spec().bounds();
    return size.isNone() ? bounds.least() : bounds.after(size);
  }

  /** All legal sizes on the way to this one, from the least on. */
  List<Size> steps() {
    Bounds bounds = job.spec().bounds();
    var steps = new ArrayList<Size>();
    Size step = bounds.least();
    while (steps.isEmpty() || !steps.getLast().equals(step)) {
      steps.add(step);
      step = step.equals(size) ? size : bounds.after(step);
    }
    return steps;
  }

  /** Settles on another size, which its party counts. */
  void resize(Size other) {
    party.count(worker, other.workers() - size.workers(), server, other.servers() - size.servers());
    size = other;
    share = 0;
    for (int column = 0; column < worker.counted(); column++) {
      double count = worker.count(column) * size.workers() + server.count(column) * size.servers();
      share = Math.max(share, count);
    }
  }

  void settle(Allocation where) {
    allocation = where;
    resize(where.size());
  }
}
