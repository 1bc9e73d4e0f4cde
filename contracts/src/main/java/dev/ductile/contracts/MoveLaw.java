package dev.ductile.contracts;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Node;
import dev.ductile.api.Plan;
import dev.ductile.api.Size;
import dev.ductile.laws.ExactLaw;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the promises of docs/reference/policies.md to running jobs. No job is moved away from a
 * place that is still free after the plan. If changes cost something, three more promises hold:
 *
 * <ul>
 *   <li>A job that keeps its size keeps its place, unless a job before it takes part of that: one
 *       of a higher priority, or one before it in the queue. Fair policies are excepted: they take
 *       from equals, and give the rest to jobs elsewhere.
 *   <li>A job that was to keep its size or to grow, but finds no place for that, does not shrink,
 *       unless a job of a higher priority takes its place.
 *   <li>In a queue, and if shares are equal, no job is stopped or shrunk while its resources would
 *       stay free.
 * </ul>
 */
final class MoveLaw {
  private static final Pattern PLACE = Pattern.compile("(?:number (\\d+)|first) in the queue by");
  private static final Pattern FAIR =
      Pattern.compile(
          "^\\S+ % dominant share\\b|^its share (?:is|at weight) |^(?:waits|is stopped) while ");
  private static final String WITHOUT_PLACE = "there is no place for ";
  private static final String LATE = "which jobs before it could not use";

  private final AfterPlan after;

  private MoveLaw(AfterPlan after) {
    this.after = after;
  }

  /** The running jobs to which the plan breaks a promise. */
  static List<String> broken(Cluster cluster, Plan plan) {
    if (cluster.left().isOverdrawn()) {
      return List.of();
    }
    boolean isFree = cluster.running().stream().allMatch(job -> job.pause().isZero());
    var law = new MoveLaw(new AfterPlan(cluster, plan));
    var broken = new ArrayList<String>();
    for (Job job : cluster.running()) {
      law.wrong(job, isFree)
          .ifPresent(wrong ->
              broken.add(
                  "%s goes from %s to %s, %s: %s"
                      .formatted(
                          job.id(),
                          job.allocation(),
                          law.after.now(job),
                          wrong,
                          law.after.sentence(job))));
    }
    return broken;
  }

  private Optional<String> wrong(Job job, boolean isFree) {
    if (!isSound(job) || after.now(job).equals(job.allocation())) {
      return Optional.empty();
    }
    if (isStillFree(job) && (isSameSize(job) || (!isFree && isKeeping(job)))) {
      return Optional.of("and what it held is free");
    }
    if (!isFree && isSameSize(job) && !isFair(job) && !isDisplaced(job, false)) {
      return Optional.of("and no job before it takes its place");
    }
    return !isFree && isMadeSmaller(job) && !isDisplaced(job, true)
        ? Optional.of("though it was to have more, and no job of a higher priority takes its place")
        : Optional.empty();
  }

  private boolean isSound(Job job) {
    return job.spec().bounds().allows(job.allocation().size())
        && job.allocation().shares().stream()
            .allMatch(share -> after.cluster().nodes().indexOf(share.node()).isPresent());
  }

  private boolean isSameSize(Job job) {
    return after.now(job).size().equals(job.allocation().size());
  }

  private boolean isFair(Job job) {
    return FAIR.matcher(after.sentence(job)).find();
  }

  /** Whether the job was to keep at least its size, and has less after the plan. */
  private boolean isKeeping(Job job) {
    boolean isLine =
        after.sentence(job).contains(" in the queue by ")
            && job.spec().asked().equals(job.allocation().size());
    return (isLine || isFair(job))
        && LegalSizes.isWithin(after.now(job).size(), job.allocation().size());
  }

  private boolean isMadeSmaller(Job job) {
    Size held = job.allocation().size();
    Size now = after.now(job).size();
    return after.sentence(job).contains(WITHOUT_PLACE)
        && LegalSizes.isWithin(held, after.wanted(job))
        && LegalSizes.isWithin(now, held)
        && !now.equals(held);
  }

  /** Whether its old place has room for it beside all other jobs, by exact arithmetic. */
  private boolean isStillFree(Job job) {
    return job.allocation().shares().stream().allMatch(share -> hasRoom(job, share));
  }

  private boolean hasRoom(Job job, Allocation.Share share) {
    Node node =
        after.cluster().nodes().list().stream()
            .filter(each -> each.id().equals(share.node()))
            .findFirst()
            .orElseThrow();
    Size now =
        after.now(job).shares().stream()
            .filter(each -> each.node().equals(share.node()))
            .map(Allocation.Share::size)
            .findFirst()
            .orElse(Size.NONE);
    Set<String> names = new TreeSet<>(job.spec().demand().worker().amounts().keySet());
    names.addAll(job.spec().demand().server().amounts().keySet());
    return names.stream()
        .allMatch(name -> {
          BigDecimal there =
              after.left(node, name).add(ExactLaw.used(job.spec().demand(), now, name));
          return there.compareTo(ExactLaw.used(job.spec().demand(), share.size(), name)) >= 0;
        });
  }

  private boolean isDisplaced(Job job, boolean isByPriority) {
    return after.plan().grants().stream()
        .filter(Grant::isChange)
        .filter(grant ->
            grant.job().spec().priority() > job.spec().priority()
                || (!isByPriority && isBefore(grant.job(), job)))
        .anyMatch(grant ->
            job.allocation().shares().stream()
                .anyMatch(share -> grant.allocation().uses(share.node())));
  }

  /** Whether a job goes before another of the same priority, by their sentences. */
  private boolean isBefore(Job job, Job moved) {
    if (job.spec().priority() != moved.spec().priority()) {
      return false;
    }
    OptionalInt place = place(job);
    OptionalInt other = place(moved);
    boolean isByPlace =
        place.isPresent() && other.isPresent() && place.getAsInt() < other.getAsInt();
    return isByPlace || (isLate(moved) && (!isLate(job) || order(job) < order(moved)));
  }

  /** Whether the job was to be stopped, and keeps resources that no other job could use. */
  private boolean isLate(Job job) {
    return after.sentence(job).contains(LATE);
  }

  private int order(Job job) {
    return after.plan().grants().stream().map(Grant::job).toList().indexOf(job);
  }

  private OptionalInt place(Job job) {
    Matcher place = PLACE.matcher(after.sentence(job));
    if (!place.find()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(place.group(1) == null ? 1 : Integer.parseInt(place.group(1)));
  }
}
