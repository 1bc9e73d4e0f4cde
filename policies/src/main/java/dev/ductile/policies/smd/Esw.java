package dev.ductile.policies.smd;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** Equal numbers of servers and workers, a baseline of SMD. */
public final class Esw implements PolicyProvider<Esw.Settings> {
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
        "esw",
        "Yu et al., INFOCOM 2021",
        "as many servers as workers, as many as the limit allows; a baseline of SMD");
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
            UtilityDivision.remembering(new EqualSize()),
            settings.admission(),
            settings.charge(),
            new SizeTrim(1),
            Optional.empty()),
        SizeSteps.FOLLOWING,
        context.placement());
  }
}
