package dev.ductile.policies.fair;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;

/** Max-min fair numbers of devices, by progressive filling. */
public final class MaxMin implements PolicyProvider<MaxMin.Settings> {
  /**
   * The weights of shares.
   *
   * @param weighted whether priority 1 has twice the share of priority 0, and so on
   */
  public record Settings(boolean weighted) {}

  @Override
  public Profile profile() {
    return new Profile(
        "max-min",
        "Bertsekas and Gallager, Data Networks, 1992",
        "max-min fair numbers of devices within the bounds of jobs");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(false);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Fair(new Fairness.Devices(settings.weighted()), context.placement());
  }
}
