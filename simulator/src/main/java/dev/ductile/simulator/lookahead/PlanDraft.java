package dev.ductile.simulator.lookahead;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.Plan;
import dev.ductile.api.RescaleMode;
import dev.ductile.api.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A plan that is being changed, and the capacity that it leaves free. */
final class PlanDraft {
  private final Placement placement;
  private final Map<Long, Grant> grants;
  private final FreeCapacity left;

  private PlanDraft(Placement placement, Map<Long, Grant> grants, FreeCapacity left) {
    this.placement = placement;
    this.grants = grants;
    this.left = left;
  }

  PlanDraft(Cluster cluster, Plan plan, Placement placement) {
    this(placement, new LinkedHashMap<>(), FreeCapacity.of(cluster));
    for (Grant grant : plan.grants()) {
      grants.put(grant.job().arrival(), grant);
      left.take(grant.allocation(), grant.job().spec().demand());
    }
  }

  PlanDraft copy() {
    return new PlanDraft(placement, new LinkedHashMap<>(grants), left.copy());
  }

  Allocation planned(Job job) {
    Grant grant = grants.get(job.arrival());
    return grant == null ? Allocation.NONE : grant.allocation();
  }

  /**
   * Gives the job this size: at its present place if it has that size and the place is free. False
   * if there is no place.
   */
  boolean resize(Job job, Size size) {
    left.give(planned(job), job.spec().demand());
    if (size.isNone()) {
      grants.remove(job.arrival());
      return true;
    }
    Optional<Allocation> place = held(job, size).or(() -> placement.place(job, size, left));
    place.ifPresent(where -> {
      RescaleMode rescaleMode =
          Optional.ofNullable(grants.get(job.arrival()))
              .map(Grant::rescaleMode)
              .orElse(job.spec().rescaleMode());
      grants.put(job.arrival(), new Grant(job, where, rescaleMode));
    });
    return place.isPresent();
  }

  /** The same plan with the changed grants. */
  Plan plan(Plan own) {
    return new Plan(
        List.copyOf(grants.values()),
        own.notes(),
        own.reconsider(),
        false,
        own.reasons(),
        own.figures());
  }

  private Optional<Allocation> held(Job job, Size size) {
    Allocation held = job.allocation();
    if (!held.size().equals(size) || !left.fits(held, job.spec().demand())) {
      return Optional.empty();
    }
    left.take(held, job.spec().demand());
    return Optional.of(held);
  }
}
