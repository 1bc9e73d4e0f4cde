package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a move costs something, a running job that keeps its size keeps its place, unless a job
 * before it takes of that: one of a higher priority, or one that is before it in line. Fair
 * policies are left out: they take from equals, and give back what is left over elsewhere.
 */
final class MoveLaw {
  private static final Pattern PLACE = Pattern.compile("(?:number (\\d+)|first) in line by");
  private static final Pattern FAIR = Pattern.compile("^\\S+ (?:% dominant share|devices?)\\b");

  private final AfterPlan after;

  private MoveLaw(AfterPlan after) {
    this.after = after;
  }

  /** The jobs that are moved although no job before them takes their place. */
  static List<String> broken(Cluster cluster, Plan plan) {
    boolean isFree =
        cluster.running().stream().allMatch(job -> job.pause().isZero())
            || cluster.left().isOverdrawn();
    var law = new MoveLaw(new AfterPlan(cluster, plan));
    var broken = new ArrayList<String>();
    for (Job job : isFree ? List.<Job>of() : cluster.running()) {
      if (law.isMoved(job)
          && plan.grants().stream().noneMatch(grant -> law.displaces(grant, job))) {
        broken.add(
            "%s is moved from %s to %s, and no job before it takes its place"
                .formatted(job.id(), job.allocation(), law.after.now(job)));
      }
    }
    return broken;
  }

  private boolean isMoved(Job job) {
    Allocation held = job.allocation();
    Allocation now = after.now(job);
    return now.size().equals(held.size())
        && !now.equals(held)
        && job.spec().bounds().allows(held.size())
        && held.shares().stream().allMatch(this::isThere)
        && !FAIR.matcher(after.sentence(job)).find();
  }

  private boolean isThere(Allocation.Share share) {
    return after.cluster().nodes().indexOf(share.node()).isPresent();
  }

  private boolean displaces(Grant grant, Job moved) {
    return grant.isChange()
        && isBefore(grant.job(), moved)
        && moved.allocation().shares().stream()
            .anyMatch(share -> grant.allocation().uses(share.node()));
  }

  private boolean isBefore(Job job, Job moved) {
    int first = job.spec().priority();
    int second = moved.spec().priority();
    OptionalInt place = place(job);
    OptionalInt other = place(moved);
    return first > second
        || (first == second
            && place.isPresent()
            && other.isPresent()
            && place.getAsInt() < other.getAsInt());
  }

  private OptionalInt place(Job job) {
    Matcher place = PLACE.matcher(after.sentence(job));
    if (!place.find()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(place.group(1) == null ? 1 : Integer.parseInt(place.group(1)));
  }
}
