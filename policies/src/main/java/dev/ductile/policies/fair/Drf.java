package dev.ductile.policies.fair;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** Dominant resource fairness, by progressive filling. */
public final class Drf implements PolicyProvider<Drf.Settings> {
  /** Owners of shares. */
  public enum ShareOwner {
    JOBS,
    OWNERS,
    QUEUES
  }

  /**
   * The receivers of equal shares.
   *
   * @param between the receivers: jobs, owners or queues
   */
  public record Settings(ShareOwner between) {}

  @Override
  public Profile profile() {
    return new Profile(
        "drf",
        "Ghodsi et al., NSDI 2011",
        "equal dominant shares: the job with the smallest share grows by one step at a time");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(ShareOwner.JOBS);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Fair(new Fairness.Dominant(settings.between()), context.placement());
  }
}
