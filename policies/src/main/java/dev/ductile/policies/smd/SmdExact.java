package dev.ductile.policies.smd;

import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** SMD's two problems, both solved exactly. */
public final class SmdExact implements PolicyProvider<SmdExact.Settings> {
  /**
   * The problem to solve.
   *
   * @param charge resources that an admitted job counts for
   * @param keep share of its utility that a smaller size must keep; with 1 a job has its best size
   *     (above 0, at most 1)
   */
  public record Settings(Charge charge, double keep) {
    public Settings {
      new SizeTrim(keep);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        "smd-exact",
        "Yu et al., INFOCOM 2021",
        "the jobs with the greatest sum of utilities, at their best sizes: SMD's problem, solved exactly");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(Charge.LIMIT, 1);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new UtilityDivision(
            UtilityDivision.remembering(new BestSize()),
            BranchAndBound.PATIENT,
            settings.charge(),
            new SizeTrim(settings.keep()),
            Optional.empty()),
        SizeSteps.FOLLOWING,
        context.placement());
  }
}
