package dev.ductile.policies.queueing;

import dev.ductile.api.FreeCapacity;
import java.util.Collection;
import java.util.Iterator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The waiting jobs by packing score. A score falls while resources are taken, so an old score is an
 * upper bound of the present one, and only the job with the best old score has to be scored again.
 */
final class BestScore implements JobSequence {
  private final Score score;
  private final FreeCapacity free;
  private final PriorityQueue<BestOfGroup> queue = new PriorityQueue<>();

  /** The best job of a group: the one with the least remaining time. */
  private final class BestOfGroup implements Comparable<BestOfGroup> {
    private final Iterator<Ranked> rest;
    private final double[] needs;
    private Ranked head;
    private double points;

    BestOfGroup(Group group, double[] freeParts) {
      this.rest = group.waiting().iterator();
      this.head = rest.next();
      this.needs = score.parts(group.request().demand().of(group.size()));
      rate(freeParts);
    }

    void rate(double[] freeParts) {
      points = score.of(needs, head.key(), freeParts);
    }

    @Override
    public int compareTo(BestOfGroup other) {
      int byPriority = Integer.compare(other.head.priority(), head.priority());
      if (byPriority != 0) {
        return byPriority;
      }
      int byPoints = Double.compare(other.points, points);
      return byPoints != 0 ? byPoints : Long.compare(head.arrival(), other.head.arrival());
    }
  }

  BestScore(Collection<Group> groups, Score score, FreeCapacity free) {
    this.score = score;
    this.free = free;
    double[] freeParts = score.parts(free);
    for (Group group : groups) {
      if (!group.waiting().isEmpty()) {
        queue.add(new BestOfGroup(group, freeParts));
      }
    }
  }

  @Override
  public Optional<Ranked> next() {
    double[] freeParts = score.parts(free);
    BestOfGroup best = queue.poll();
    while (best != null) {
      best.rate(freeParts);
      BestOfGroup second = queue.peek();
      if (second == null || best.compareTo(second) <= 0) {
        queue.add(best);
        return Optional.of(best.head);
      }
      queue.add(best);
      best = queue.poll();
    }
    return Optional.empty();
  }

  @Override
  public void accept() {
    BestOfGroup best = queue.poll();
    if (best != null && best.rest.hasNext()) {
      best.head = best.rest.next();
      best.rate(score.parts(free));
      queue.add(best);
    }
  }

  @Override
  public void refuse() {
    queue.poll();
  }
}
