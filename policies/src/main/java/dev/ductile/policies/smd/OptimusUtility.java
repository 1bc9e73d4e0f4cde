package dev.ductile.policies.smd;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** Sizes by greedy steps, as SMD describes Optimus. */
public final class OptimusUtility implements PolicyProvider<OptimusUtility.Settings> {
  /**
   * Choices that the paper leaves open for its baselines.
   *
   * @param admission which jobs are admitted
   * @param charge resources that an admitted job counts for
   */
  public record Settings(BaselineAdmission admission, Charge charge) {}

  @Override
  public Profile profile() {
    return new Profile(
        "optimus-utility",
        "Yu et al., INFOCOM 2021",
        "one worker or server at a time, the one that gains more; a baseline of SMD");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(BaselineAdmission.ARRIVAL, Charge.LIMIT);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new UtilityDivision(
            UtilityDivision.remembering(new GreedySize()),
            settings.admission(),
            settings.charge(),
            new SizeTrim(1),
            Optional.empty()),
        SizeSteps.FOLLOWING,
        context.placement());
  }
}
