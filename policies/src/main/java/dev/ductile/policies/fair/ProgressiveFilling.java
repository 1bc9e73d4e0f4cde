package dev.ductile.policies.fair;

import dev.ductile.api.Cluster;
import dev.ductile.api.Demand;
import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Job;
import dev.ductile.api.JobSpec;
import dev.ductile.api.Nodes;
import dev.ductile.api.Placement;
import dev.ductile.api.Resources;
import dev.ductile.api.Size;
import dev.ductile.api.Stock;
import dev.ductile.policies.sizing.Feasible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Progressive filling: the party with the smallest share lets its next job grow by one legal step,
 * until no party can (Ghodsi et al., NSDI 2011, algorithm 1).
 */
final class ProgressiveFilling {
  /** Jobs whose tasks have the same needs and the same weight. */
  private record Kind(Demand demand, int priority) {}

  private record Tasks(TaskNeeds worker, TaskNeeds server) {}

  private final Fairness fairness;
  private final Nodes nodes;
  private final Stock[] left;
  private final Map<Object, Party> parties = new HashMap<>();
  private final Map<Kind, Tasks> kinds = new HashMap<>();
  private final List<Claim> claims = new ArrayList<>();

  ProgressiveFilling(Cluster cluster, Fairness fairness, Placement placement) {
    this.fairness = fairness;
    this.nodes = cluster.nodes();
    this.left = nodes.columns().stream().map(FreeCapacity.of(cluster)::stock).toArray(Stock[]::new);
    var feasible = new Feasible(nodes, placement);
    for (Job job : cluster.jobs()) {
      Claim claim = claim(job);
      if (job.isProtected(cluster.now())) {
        claim.settle(job.allocation());
      } else if (feasible.test(job)) {
        claims.add(claim);
      }
    }
  }

  /** All jobs that may be changed, with their fair sizes as if the cluster were one machine. */
  List<Claim> fill() {
    fill(claims, this::grow);
    return claims;
  }

  /** Lets these jobs grow in order of shares, each as long as {@code grow} returns true. */
  static void fill(List<Claim> growing, Predicate<Claim> grow) {
    var line = new PriorityQueue<>(Math.max(1, growing.size()), Party.IN_ORDER);
    growing.forEach(claim -> claim.party().add(claim));
    growing.stream().map(Claim::party).distinct().forEach(line::add);
    while (!line.isEmpty()) {
      Party party = line.remove();
      Claim claim = party.next();
      party.dismissNext();
      if (grow.test(claim) || claim.shorten()) {
        party.add(claim);
      }
      if (!party.isDone()) {
        line.add(party);
      }
    }
  }

  private boolean grow(Claim claim) {
    Size next = claim.next();
    int workers = next.workers() - claim.size().workers();
    int servers = next.servers() - claim.size().servers();
    if (next.equals(claim.size()) || !covers(claim, workers, servers)) {
      return false;
    }
    for (int column = 0; column < left.length; column++) {
      left[column].take(claim.worker().amount(column), workers);
      left[column].take(claim.server().amount(column), servers);
    }
    claim.resize(next);
    return true;
  }

  private boolean covers(Claim claim, int workers, int servers) {
    for (int column = 0; column < left.length; column++) {
      double worker = claim.worker().amount(column);
      double server = claim.server().amount(column);
      if (!left[column].covers(worker, workers, server, servers)) {
        return false;
      }
    }
    return true;
  }

  private Claim claim(Job job) {
    JobSpec spec = job.spec();
    Tasks tasks =
        kinds.computeIfAbsent(new Kind(spec.demand(), spec.priority()), kind -> tasks(spec));
    Party party =
        parties.computeIfAbsent(fairness.party(job), key -> new Party(tasks.worker().counted()));
    return new Claim(job, party, tasks.worker(), tasks.server());
  }

  private Tasks tasks(JobSpec spec) {
    return new Tasks(
        new TaskNeeds(
            amounts(spec.demand().worker()), fairness.counts(spec, new Size(1, 0), nodes)),
        new TaskNeeds(
            amounts(spec.demand().server()), fairness.counts(spec, new Size(0, 1), nodes)));
  }

  private double[] amounts(Resources resources) {
    return nodes.columns().stream().mapToDouble(resources::amount).toArray();
  }
}
