package dev.ductile.policies.smd;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** Sizes found greedily, as SMD describes Optimus. */
public final class OptimusUtility implements PolicyProvider<OptimusUtility.Settings> {
  /**
   * What the paper leaves open about its baselines.
   *
   * @param admission who is admitted
   * @param charge what an admitted job counts for
   */
  public record Settings(Admission admission, Charge charge) {}

  @Override
  public Profile profile() {
    return new Profile(
        "optimus-utility",
        "Yu et al., INFOCOM 2021",
        "a worker or a server at a time, whichever gains more; SMD's reading of Optimus");
  }

  @Override
  public Settings defaults() {
    return new Settings(Admission.ARRIVAL, Charge.LIMIT);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new UtilityDivision(
            UtilityDivision.remembering(new GreedySize()),
            settings.admission(),
            settings.charge(),
            new Thrift(1),
            Optional.empty()),
        SizeSteps.FOLLOWING,
        context.placement());
  }
}
