package dev.ductile.simulator;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import dev.ductile.scheduler.Observer;
import java.util.List;

/** Two observers as one. */
public record Audience(Observer first, Observer second) implements Observer {
  @Override
  public void happened(Event event) {
    first.happened(event);
    second.happened(event);
  }

  @Override
  public void decided(Cluster cluster, Plan plan) {
    first.decided(cluster, plan);
    second.decided(cluster, plan);
  }

  @Override
  public void rejected(Cluster cluster, Plan plan, List<Violation> violations) {
    first.rejected(cluster, plan, violations);
    second.rejected(cluster, plan, violations);
  }
}
