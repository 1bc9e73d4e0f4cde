package dev.ductile.api;

import java.util.List;
import java.util.Optional;

/**
 * The request of a user: the part of a job that its user submits and may amend.
 *
 * @param bounds the allowed sizes; sizes beyond the limit of the demand are excluded
 * @param request the size for policies that do not resize jobs; the least size if absent
 * @param utility the worth of the job to its user, by the time from submission to end
 * @param gang the jobs that start together with this one
 * @param after the jobs that must end before this one may start; each at most once
 */
public record JobSpec(
    JobId id,
    String owner,
    String queue,
    int priority,
    Aggregation aggregation,
    Demand demand,
    Bounds bounds,
    Optional<Size> request,
    Work work,
    Utility utility,
    RescaleMode rescaleMode,
    Protection protection,
    Program program,
    Gang gang,
    List<Dependency> after) {
  public static final String DEFAULT_QUEUE = "default";

  /** The largest number of jobs that one job may wait for. */
  public static final int MOST_DEPENDENCIES = 100;

  public JobSpec {
    after = List.copyOf(after);
    if (!after.isEmpty()) {
      requireDependencies(id, after);
    }
    bounds = bounds.within(demand);
    if (aggregation == Aggregation.ALL_REDUCE && bounds.servers().most() > 0) {
      throw new IllegalArgumentException(
          "job %s is all-reduce, so it has no servers; its bounds ask for up to %d. Maybe it is parameter-server?"
              .formatted(id, bounds.servers().most()));
    }
    if (aggregation == Aggregation.PARAMETER_SERVER && bounds.servers().least() < 1) {
      throw new IllegalArgumentException(
          "job %s is parameter-server, so it needs at least one server; its bounds allow %d"
              .formatted(id, bounds.servers().least()));
    }
    if (demand.worker().isNone()) {
      throw new IllegalArgumentException("job %s has workers that need nothing".formatted(id));
    }
    if (request.isPresent() && !bounds.hasRoles(request.get())) {
      throw new IllegalArgumentException(
          "job %s requests %s, which its bounds %s do not allow"
              .formatted(id, request.get(), bounds.text()));
    }
  }

  /** A job with the defaults: no owner, no protection, no program; all-reduce without servers. */
  public static JobSpec of(JobId id, Demand demand, Bounds bounds, Work work) {
    return new JobSpec(
        id,
        "",
        DEFAULT_QUEUE,
        0,
        bounds.servers().most() > 0 ? Aggregation.PARAMETER_SERVER : Aggregation.ALL_REDUCE,
        demand,
        bounds,
        Optional.empty(),
        work,
        Utility.NONE,
        RescaleMode.CHECKPOINT,
        Protection.NONE,
        Program.NONE,
        Gang.NONE,
        List.of());
  }

  /**
   * The size of the job under a policy that does not resize jobs: the requested size, or the
   * largest size below it that the limit allows.
   */
  public Size asked() {
    return request.map(bounds::atMost).orElse(bounds.least());
  }

  public JobSpec withRequest(Size size) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        Optional.of(size),
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  /** The same job with these legal sizes, of which it requests one. */
  public JobSpec withBounds(Bounds newBounds, Size size) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        newBounds,
        Optional.of(size),
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  /** The same job with this size as its only legal size. */
  public JobSpec fixedAt(Size size) {
    return withBounds(Bounds.rigid(size), size);
  }

  public JobSpec withDemand(Demand newDemand) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        newDemand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withWork(Work newWork) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        newWork,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withUtility(Utility newUtility) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        newUtility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withOwner(String newOwner) {
    return new JobSpec(
        id,
        newOwner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withQueue(String newQueue, int newPriority) {
    return new JobSpec(
        id,
        owner,
        newQueue,
        newPriority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withProtection(Protection newProtection) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        newProtection,
        program,
        gang,
        after);
  }

  public JobSpec withRescaleMode(RescaleMode newRescaleMode) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        newRescaleMode,
        protection,
        program,
        gang,
        after);
  }

  public JobSpec withProgram(Program newProgram) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        newProgram,
        gang,
        after);
  }

  public JobSpec withGang(Gang newGang) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        newGang,
        after);
  }

  public JobSpec withAfter(List<Dependency> newAfter) {
    return new JobSpec(
        id,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        newAfter);
  }

  public JobSpec withId(JobId newId) {
    return new JobSpec(
        newId,
        owner,
        queue,
        priority,
        aggregation,
        demand,
        bounds,
        request,
        work,
        utility,
        rescaleMode,
        protection,
        program,
        gang,
        after);
  }

  private static void requireDependencies(JobId id, List<Dependency> after) {
    if (after.size() > MOST_DEPENDENCIES) {
      throw new IllegalArgumentException(
          "job %s waits for %d jobs; at most %d are allowed"
              .formatted(id, after.size(), MOST_DEPENDENCIES));
    }
    if (after.stream().map(Dependency::job).distinct().count() < after.size()) {
      throw new IllegalArgumentException("job %s waits for the same job twice".formatted(id));
    }
    if (after.stream().anyMatch(each -> each.job().equals(id))) {
      throw new IllegalArgumentException("job %s waits for itself".formatted(id));
    }
  }
}
