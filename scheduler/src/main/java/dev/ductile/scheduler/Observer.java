package dev.ductile.scheduler;

import dev.ductile.api.Cluster;
import dev.ductile.api.Event;
import dev.ductile.api.Plan;
import dev.ductile.api.Violation;
import java.util.List;

/** Somebody who watches the scheduler at work: a log, a recorder of figures, a page. */
public interface Observer {
  Observer NONE = new Observer() {};

  /** Something has happened and is in the ledger. */
  default void happened(Event event) {}

  /** The policy has answered with a legal plan, which will now be applied. */
  default void decided(Cluster cluster, Plan plan) {}

  /** The policy has answered with an illegal plan; what was applied before stays. */
  default void rejected(Cluster cluster, Plan plan, List<Violation> violations) {}
}
