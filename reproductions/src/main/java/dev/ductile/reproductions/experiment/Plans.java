package dev.ductile.reproductions.experiment;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measures of a plan. */
final class Plans {
  /** A measure of a plan for a picture. */
  @FunctionalInterface
  interface Reading {
    double of(Cluster cluster, Plan plan, Measure measure);
  }

  static final Map<String, Reading> MEASURES =
      Map.of(
          "figure", (_, plan, measure) -> figure(plan, measure),
          "granted", (_, plan, _) -> plan.grants().size(),
          "workers",
              (_, plan, _) ->
                  plan.grants().stream()
                      .mapToDouble(grant -> grant.allocation().size().workers())
                      .sum(),
          "servers",
              (_, plan, _) ->
                  plan.grants().stream()
                      .mapToDouble(grant -> grant.allocation().size().servers())
                      .sum(),
          "used", Plans::used);

  private Plans() {}

  private static double figure(Plan plan, Measure measure) {
    String name = measure.word();
    List<String> known = plan.figures().stream().map(Figure::name).toList();
    return plan.figures().stream()
        .filter(figure -> figure.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            measure
                .written()
                .wrong(
                    "names the figure \"%s\", which the plan does not have%s"
                        .formatted(name, Suggestion.phrase(name, known))))
        .value();
  }

  /** The share of a resource of the whole cluster that is in use under the plan. */
  private static double used(Cluster cluster, Plan plan, Measure measure) {
    FreeCapacity free = cluster.nodes().allFree();
    double all = free.left().amount(measure.word());
    var held = new LinkedHashMap<Job, Allocation>();
    cluster.pinned().forEach(job -> held.put(job, job.allocation()));
    plan.grants().forEach(grant -> held.put(grant.job(), grant.allocation()));
    held.forEach((job, allocation) -> free.take(allocation, job.spec().demand()));
    return all > 0 ? 1 - free.left().amount(measure.word()) / all : 0;
  }
}
