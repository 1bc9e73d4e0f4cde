package dev.ductile.policies.optimus;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.NoSettings;
import dev.ductile.policies.sizing.PlacementPass;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;

/**
 * Greedy by marginal gain, one task at a time: the next worker or server goes to the job whose
 * remaining time it shortens most per share of its dominant resource (Peng et al., EuroSys 2018).
 */
public final class Optimus implements PolicyProvider<NoSettings> {
  @Override
  public Profile profile() {
    return new Profile(
        "optimus",
        "Peng et al., EuroSys 2018",
        "greedy by marginal gain per dominant share, one worker or server at a time");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public NoSettings defaults() {
    return new NoSettings();
  }

  @Override
  public Policy create(NoSettings settings, PolicyContext context) {
    return new SizingPolicy(
        new MarginalGains(), SizeSteps.WORKERS, context.placement(), PlacementPass.First.SMALLEST);
  }
}
