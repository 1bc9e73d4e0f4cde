package dev.ductile.house.policy;

import dev.ductile.api.FreeCapacity;
import dev.ductile.api.Grant;
import dev.ductile.api.Job;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.api.Reason;
import java.util.ArrayList;

/** Gives every job its least size, in order of arrival, while resources are free. */
public final class OneEach implements PolicyProvider<OneEach.Settings> {
  record Settings() {}

  @Override
  public Profile profile() {
    return new Profile("one-each", "", "every job its least size, first come first served");
  }

  @Override
  public Settings defaults() {
    return new Settings();
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return cluster -> {
      FreeCapacity free = FreeCapacity.of(cluster);
      var grants = new ArrayList<Grant>();
      for (Job job : cluster.jobs()) {
        context
            .placement()
            .place(job, job.spec().bounds().least(), free)
            .ifPresent(where -> grants.add(new Grant(job, where)));
      }
      return Plan.of(
          grants, job -> Reason.of(Reason.Kind.WAITING_FOR_CAPACITY, "too few free resources"));
    };
  }
}
