package dev.ductile.simulator.lookahead;

import dev.ductile.api.Bounds;
import dev.ductile.api.Cluster;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Small changes of a plan: a running job keeps its size, or one job grows and perhaps another one
 * shrinks. The most promising come first, by the time that the resized jobs would save; rollouts
 * show whether they are better.
 */
final class PlanVariations implements Iterator<Plan> {
  /** The most jobs that are tried at a larger size, and the most at a smaller one. */
  private static final int WIDTH = 8;

  /** A job at another size than planned; it waits if the size is none. */
  private record Resize(Job job, Size size, double gain) {}

  private record Move(List<Resize> resizes, double gain) {}

  private final Cluster cluster;
  private final Plan plan;
  private final PlanDraft draft;
  private final Iterator<Move> moves;
  private Optional<Plan> next;

  PlanVariations(Cluster cluster, Plan plan, Placement placement) {
    this.cluster = cluster;
    this.plan = plan;
    this.draft = new PlanDraft(cluster, plan, placement);
    this.moves = moves().iterator();
    this.next = advance();
  }

  @Override
  public boolean hasNext() {
    return next.isPresent();
  }

  @Override
  public Plan next() {
    Plan found = next.orElseThrow(NoSuchElementException::new);
    next = advance();
    return found;
  }

  private Optional<Plan> advance() {
    while (moves.hasNext()) {
      Optional<Plan> found = carriedOut(moves.next());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Plan> carriedOut(Move move) {
    PlanDraft changed = draft.copy();
    for (Resize resize : move.resizes()) {
      if (!changed.resize(resize.job(), resize.size())) {
        return Optional.empty();
      }
    }
    return Optional.of(changed.plan(plan));
  }

  private List<Move> moves() {
    List<Job> jobs = cluster.jobs().stream().filter(this::isMovable).toList();
    double turn = shortest(jobs);
    var less = new ArrayList<Resize>();
    var more = new ArrayList<Resize>();
    for (Job job : jobs) {
      Size planned = draft.planned(job).size();
      for (Size size : smaller(job, planned)) {
        less.add(new Resize(job, size, gain(job, planned, size, turn)));
      }
      for (Size size : larger(job, planned)) {
        more.add(new Resize(job, size, gain(job, planned, size, turn)));
      }
    }
    var moves = new ArrayList<Move>();
    List<Resize> givers = widest(less);
    List<Resize> takers = widest(more);
    givers.forEach(giver -> moves.add(new Move(List.of(giver), giver.gain())));
    for (Resize taker : takers) {
      moves.add(new Move(List.of(taker), taker.gain()));
      for (Resize giver : givers) {
        if (mayGive(giver.job(), taker.job())) {
          moves.add(new Move(List.of(giver, taker), giver.gain() + taker.gain()));
        }
      }
    }
    moves.sort(Comparator.comparingDouble(Move::gain).reversed());
    return moves;
  }

  private static boolean mayGive(Job giver, Job taker) {
    return giver.arrival() != taker.arrival() && giver.spec().priority() <= taker.spec().priority();
  }

  private boolean isMovable(Job job) {
    return !job.isProtected(cluster.now())
        && Trajectory.isKnown(job.speedAt(job.spec().bounds().least()));
  }

  /** The resizes of the most promising jobs. */
  private static List<Resize> widest(List<Resize> resizes) {
    resizes.sort(
        Comparator.comparingDouble(Resize::gain)
            .reversed()
            .thenComparingLong(resize -> resize.job().arrival()));
    var jobs = new LinkedHashSet<Long>();
    var kept = new ArrayList<Resize>();
    for (Resize resize : resizes) {
      if (jobs.size() < WIDTH || jobs.contains(resize.job().arrival())) {
        jobs.add(resize.job().arrival());
        kept.add(resize);
      }
    }
    return kept;
  }

  /** Seconds by which the job ends earlier, if its size does not change afterwards. */
  private double gain(Job job, Size planned, Size size, double turn) {
    double steps = job.remainingSteps(cluster.now());
    double pause = job.pause().toNanos() * 1e-9;
    double change = pause(job, planned, pause) - pause(job, size, pause);
    if (planned.isNone()) {
      return turn + change;
    }
    if (size.isNone()) {
      return change - turn - pause;
    }
    return steps / job.speedAt(planned) - steps / job.speedAt(size) + change;
  }

  private static double pause(Job job, Size size, double pause) {
    boolean isPaused =
        job.holdsResources() && !size.isNone() && !job.allocation().size().equals(size);
    return isPaused ? pause : 0;
  }

  /** Seconds until the first of them ends: about the time that a waiting job waits. */
  private double shortest(List<Job> jobs) {
    double shortest = Double.POSITIVE_INFINITY;
    for (Job job : jobs) {
      Size planned = draft.planned(job).size();
      if (!planned.isNone()) {
        shortest = Math.min(shortest, job.remainingSteps(cluster.now()) / job.speedAt(planned));
      }
    }
    return Double.isFinite(shortest) ? shortest : 0;
  }

  /** Its present size, one size less, half, and nothing. */
  private static Iterable<Size> smaller(Job job, Size planned) {
    var sizes = new LinkedHashSet<Size>();
    if (planned.isNone()) {
      return sizes;
    }
    Bounds bounds = job.spec().bounds();
    sizes.add(job.allocation().size());
    sizes.add(bounds.atMost(fewer(planned, planned.workers() - 1)));
    sizes.add(bounds.atMost(fewer(planned, planned.workers() / 2)));
    sizes.add(Size.NONE);
    sizes.removeIf(size -> size.compareTo(planned) >= 0 || !(size.isNone() || bounds.allows(size)));
    return sizes;
  }

  /** Its present size, one size more, twice as much; from nothing its least and its request. */
  private static Iterable<Size> larger(Job job, Size planned) {
    var sizes = new LinkedHashSet<Size>();
    Bounds bounds = job.spec().bounds();
    sizes.add(job.allocation().size());
    if (planned.isNone()) {
      sizes.add(job.spec().asked());
      sizes.add(bounds.least());
    } else {
      sizes.add(bounds.after(planned));
      sizes.add(bounds.atMost(new Size(2 * planned.workers(), 2 * planned.servers())));
    }
    sizes.removeIf(size -> size.compareTo(planned) <= 0 || !bounds.allows(size));
    return sizes;
  }

  private static Size fewer(Size size, int workers) {
    return new Size(Math.max(1, workers), Math.min(size.servers(), Math.max(1, workers)));
  }
}
