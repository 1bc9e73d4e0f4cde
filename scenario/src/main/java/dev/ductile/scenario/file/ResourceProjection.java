package dev.ductile.scenario.file;

import dev.ductile.api.Demand;
import dev.ductile.api.Nodes;
import dev.ductile.api.Resources;
import dev.ductile.scenario.Submission;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Removes resources that no node of the cluster has from the jobs of a trace: a foreign trace may
 * ask for memory in a scenario that counts only GPUs.
 */
final class ResourceProjection {
  private final Set<String> counted;
  private final SortedSet<String> ignored = new TreeSet<>();
  private final Map<Demand, Demand> known = new HashMap<>();

  ResourceProjection(Nodes nodes) {
    this.counted = Set.copyOf(nodes.columns());
  }

  /** The job with the resources that the cluster counts; empty if it needs none of them. */
  Optional<Submission> of(Submission submission) {
    Demand demand = submission.spec().demand();
    Demand kept = known.computeIfAbsent(demand, this::kept);
    if (kept.worker().isNone()) {
      return Optional.empty();
    }
    return Optional.of(
        kept.equals(demand) ? submission : submission.withSpec(submission.spec().withDemand(kept)));
  }

  /** The resources that were removed so far. */
  SortedSet<String> ignored() {
    return new TreeSet<>(ignored);
  }

  private Demand kept(Demand demand) {
    return new Demand(
        kept(demand.worker()),
        kept(demand.server()),
        kept(demand.limit()),
        demand.device(),
        demand.labels());
  }

  private Resources kept(Resources resources) {
    var amounts = new TreeMap<String, Double>();
    resources
        .amounts()
        .forEach((name, amount) -> {
          if (counted.contains(name)) {
            amounts.put(name, amount);
          } else {
            ignored.add(name);
          }
        });
    return amounts.size() == resources.amounts().size() ? resources : Resources.of(amounts);
  }
}
