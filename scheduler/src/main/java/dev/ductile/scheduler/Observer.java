package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import java.util.List;

/** Is told what the scheduler does: a log, a recorder of figures, a page. */
public interface Observer {
  Observer NONE = new Observer() {};

  /** Something has happened and is in the ledger. */
  default void happened(Event event) {}

  /** The policy has answered; this is what is legal of its plan and will now be applied. */
  default void decided(Cluster cluster, Plan plan) {}

  /**
   * Grants of the policy's plan are illegal and are dropped. What is left of it is told next, by
   * {@link #decided}.
   *
   * @param plan the whole of what the policy has answered
   */
  default void rejected(Cluster cluster, Plan plan, List<Violation> violations) {}

  /** Both as one: this one is told first. */
  default Observer and(Observer other) {
    return new Both(this, other);
  }

  /** Two observers as one. */
  record Both(Observer first, Observer second) implements Observer {
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
}
