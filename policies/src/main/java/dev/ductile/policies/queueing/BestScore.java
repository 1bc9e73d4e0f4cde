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
final class BestScore implements Turns {
  private final Score score;
  private final FreeCapacity free;
  private final PriorityQueue<Candidate> candidates = new PriorityQueue<>();

  /** The best job of a group: the one with the least remaining time. */
  private final class Candidate implements Comparable<Candidate> {
    private final Iterator<Ranked> rest;
    private final double[] needs;
    private Ranked head;
    private double points;

    Candidate(Group group, double[] freeParts) {
      this.rest = group.waiting().iterator();
      this.head = rest.next();
      this.needs = score.parts(group.ask().demand().of(group.size()));
      rate(freeParts);
    }

    void rate(double[] freeParts) {
      points = score.of(needs, head.key(), freeParts);
    }

    @Override
    public int compareTo(Candidate other) {
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
        candidates.add(new Candidate(group, freeParts));
      }
    }
  }

  @Override
  public Optional<Ranked> next() {
    double[] freeParts = score.parts(free);
    Candidate best = candidates.poll();
    while (best != null) {
      best.rate(freeParts);
      Candidate second = candidates.peek();
      if (second == null || best.compareTo(second) <= 0) {
        candidates.add(best);
        return Optional.of(best.head);
      }
      candidates.add(best);
      best = candidates.poll();
    }
    return Optional.empty();
  }

  @Override
  public void accept() {
    Candidate best = candidates.poll();
    if (best != null && best.rest.hasNext()) {
      best.head = best.rest.next();
      best.rate(score.parts(free));
      candidates.add(best);
    }
  }

  @Override
  public void refuse() {
    candidates.poll();
  }
}
