package dev.ductile.policies.fair;

import dev.ductile.api.Allocation;
import dev.ductile.api.Bounds;
import dev.ductile.api.Job;
import dev.ductile.api.Size;
import dev.ductile.policies.sizing.Placeable;
import dev.ductile.policies.sizing.SizeSteps;
import java.util.ArrayList;
import java.util.Comparator;

/** A job's allocation while shares are computed. */
final class Claim implements Placeable {
  /** The smallest share first; then by priority and by arrival. */
  static final Comparator<Claim> IN_ORDER = Claim::compare;

  private final Job job;
  private final int priority;
  private final long arrival;
  private final Party party;
  private final TaskNeeds worker;
  private final TaskNeeds server;
  private Size size = Size.NONE;
  private Allocation allocation = Allocation.NONE;
  private double share;
  private int mostStride = Integer.MAX_VALUE;

  Claim(Job job, Party party, TaskNeeds worker, TaskNeeds server) {
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

  TaskNeeds worker() {
    return worker;
  }

  TaskNeeds server() {
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

  /** The next larger legal size; the same if there is none. */
  Size next() {
    return after(size, stride());
  }

  /** The number of tasks by which the job grows at once. */
  int stride() {
    return Math.min(mostStride, SizeSteps.stride(Math.max(size.workers(), size.servers())));
  }

  /** Halves the stride, because too little is left for it; false if it is a single task. */
  boolean shorten() {
    mostStride = stride() / 2;
    return mostStride > 0;
  }

  private Size after(Size from, int stride) {
    Bounds bounds = job.spec().bounds();
    if (from.isNone()) {
      return bounds.least();
    }
    if (stride < 2) {
      return bounds.after(from);
    }
    boolean isWide = bounds.workers().after(from.workers()) > from.workers();
    Size wide =
        isWide
            ? new Size(from.workers() + stride - 1, from.servers())
            : new Size(from.workers(), from.servers() + stride - 1);
    return bounds.after(bounds.atMost(wide));
  }

  /** The sizes before this one, the largest first. */
  @Override
  public Iterable<Size> smaller() {
    var steps = new ArrayList<Size>();
    Size step = job.spec().bounds().least();
    Size last = Size.NONE;
    while (!step.equals(last) && step.compareTo(size) <= 0) {
      steps.add(step);
      last = step;
      step = after(step, SizeSteps.stride(Math.max(step.workers(), step.servers())));
    }
    return steps.reversed();
  }

  /** Changes the size, which its party counts. */
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
    mostStride = Integer.MAX_VALUE;
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
