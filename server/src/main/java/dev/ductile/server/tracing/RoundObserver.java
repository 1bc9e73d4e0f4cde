package dev.ductile.server.tracing;

import dev.ductile.api.Cluster;
import dev.ductile.api.Plan;
import dev.ductile.rest.DecisionView;
import dev.ductile.scheduler.SchedulerObserver;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The last observer of a scheduler, which sees the ends of the work of all others.
 *
 * @param lastDecision the record of the decision that was made last
 */
record RoundObserver(RoundRecorder recorder, Supplier<Optional<DecisionView>> lastDecision)
    implements SchedulerObserver {
  @Override
  public void decided(Cluster cluster, Plan plan) {
    recorder.ended(RoundStep.CHECK, plan.grants().size());
    lastDecision.get().ifPresent(made -> recorder.decided(made, cluster.jobs().size()));
  }

  @Override
  public void committed(Supplier<Cluster> picture) {
    recorder.ended(RoundStep.PUBLISH, 0);
  }
}
