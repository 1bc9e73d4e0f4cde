package dev.ductile.server.tracing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;

/** A policy whose decisions are timed; the step before them is the picture. */
record TracedPolicy(Policy policy, RoundRecorder recorder) implements Policy {
  @Override
  public Plan decide(Cluster cluster) {
    recorder.ended(RoundStep.PICTURE, cluster.jobs().size());
    Plan plan = policy.decide(cluster);
    recorder.ended(RoundStep.POLICY, cluster.jobs().size());
    return plan;
  }
}
