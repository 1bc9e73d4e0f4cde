package dev.ductile.bench;

import dev.ductile.api.Allocation;
import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.JobId;
import dev.ductile.api.Node;
import dev.ductile.api.NodeId;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.Resources;
import dev.ductile.api.Seed;
import dev.ductile.api.Speed;
import dev.ductile.scheduler.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Successive pictures of a large cluster with many jobs, of which as many run as fit. Between two
 * pictures one job arrives and one ends.
 */
final class ClusterPictures {
  private final JobMix kind;
  private final Ledger ledger = new Ledger(spec -> (Speed) spec.parameters());
  private final RandomGenerator random = new Seed(1).stream("jobs");
  private Instant now = Instant.EPOCH;
  private int arrived;

  ClusterPictures(JobMix kind, int jobs, int nodes, Policy policy) {
    this.kind = kind;
    Resources machine = Resources.of(Map.of(Resources.GPU, 8.0, Resources.CPU, 64.0));
    for (int i = 0; i < nodes; i++) {
      ledger.fold(new Event.NodeUp(now, new Node(new NodeId("node-" + i), machine)));
    }
    for (int i = 0; i < jobs; i++) {
      arrive();
    }
    apply(policy.decide(ledger.picture(now)));
  }

  Cluster now() {
    return ledger.picture(now);
  }

  /** A second later: a running job has ended, and another has arrived. */
  Cluster next() {
    now = now.plusSeconds(1);
    List<Job> running = ledger.picture(now).running();
    if (!running.isEmpty()) {
      ledger.fold(new Event.Finished(now, running.get(random.nextInt(running.size())).id()));
    }
    arrive();
    return ledger.picture(now);
  }

  private void apply(Plan plan) {
    for (Grant grant : plan.grants()) {
      Job job = grant.job();
      Allocation target = grant.allocation();
      double speed = job.speed().stepsPerSecond(target);
      ledger.fold(new Event.Allocated(now, job.id(), 1, job.allocation(), target));
      ledger.fold(new Event.Running(now, job.id(), 1, target, speed));
    }
  }

  private void arrive() {
    JobMix.Arrival arrival = kind.arrival(new JobId("job-" + arrived++), random);
    ledger.fold(new Event.Submitted(now, arrival.spec(), arrival.speed(), Duration.ofSeconds(30)));
  }
}
