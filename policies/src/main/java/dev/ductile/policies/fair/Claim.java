package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.policies.elastic.Seeker;
import java.util.ArrayList;
import java.util.Comparator;

/** What a job is to be given while shares are being worked out. */
final class Claim implements Seeker {
  /** The smallest share first; then by priority and by arrival. */
  static final Comparator<Claim> IN_ORDER = Claim::compare;

  private final Job job;
  private final int priority;
  private final long arrival;
  private final Party party;
  private final Task worker;
  private final Task server;
  private Size size = Size.NONE;
  private Allocation allocation = Allocation.NONE;
  private double share;

  Claim(Job job, Party party, Task worker, Task server) {
    this.job = job;
    this.priority = job.spec().priority();
    this.arrival = job.arrival();
    this.party = party;
    this.worker = worker;
    this.server = server;
  }

  @Override
  public Job job() {
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

  @Override
  public Size size() {
    return size;
  }

  @Override
  public Allocation allocation() {
    return allocation;
  }

  /** The next larger legal size; the same where there is none. */
  Size next() {
    Bounds bounds = job.spec().bounds();
    return size.isNone() ? bounds.least() : bounds.after(size);
  }

  /** All legal sizes on the way to this one, the largest first. */
  @Override
  public Iterable<Size> smaller() {
    Bounds bounds = job.spec().bounds();
    var steps = new ArrayList<Size>();
    Size step = bounds.least();
    while (steps.isEmpty() || !steps.getLast().equals(step)) {
      steps.add(step);
      step = step.equals(size) ? size : bounds.after(step);
    }
    return steps.reversed();
  }

  /** Settles on another size, which its party counts. */
  @Override
  public void resize(Size other) {
    party.count(worker, other.workers() - size.workers(), server, other.servers() - size.servers());
    size = other;
    share = 0;
    for (int column = 0; column < worker.counted(); column++) {
      double count = worker.count(column) * size.workers() + server.count(column) * size.servers();
      share = Math.max(share, count);
    }
  }

  @Override
  public void settle(Allocation where) {
    allocation = where;
    resize(where.size());
  }

  private static int compare(Claim a, Claim b) {
    int byShare = Double.compare(a.share, b.share);
    if (byShare != 0) {
      return byShare;
    }
    int byPriority = Integer.compare(b.priority, a.priority);
    return byPriority != 0 ? byPriority : Long.compare(a.arrival, b.arrival);
  }
}
