package dev.ductile.policies.placements;

import dev.ductile.api.Free;
import dev.ductile.api.Job;
import dev.ductile.api.Placement;
import dev.ductile.api.PlacementProvider;
import dev.ductile.api.Preference;

/** Every task by itself on the node with the most left. */
public final class Spread implements PlacementProvider {
  @Override
  public String name() {
    return "spread";
  }

  @Override
  public String summary() {
    return "every task on the node with the most left";
  }

  @Override
  public Placement create() {
    return new Stepwise(Spread::put);
  }

  private static boolean put(Draft draft, Job job, Free free) {
    int node = free.best(Preference.EMPTIEST, job.spec().demand(), draft.one());
    if (node >= 0) {
      draft.put(node, draft.one());
    }
    return node >= 0;
  }
}
