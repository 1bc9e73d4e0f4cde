package dev.ductile.policies.lin;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** The moldable KNEE mechanism of Lin et al., Section IV-C. */
public final class MoldableKnee implements PolicyProvider<MoldableKnee.Settings> {
  private static final Notebook<Moldable.Begun> NOTEBOOK =
      new Notebook<>("moldable-knee", Moldable.Begun.class);

  /**
   * The position of the knee, and the order of jobs.
   *
   * @param alphaLow least part of its time that a job must save by one more node on an idle cluster
   *     (above 0, below 1)
   * @param alphaHigh the same on a full cluster (above 0, below 1)
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(double alphaLow, double alphaHigh, double gamma) {
    public Settings {
      SettingsCheck.part("moldable-knee", "alphaLow", alphaLow);
      SettingsCheck.part("moldable-knee", "alphaHigh", alphaHigh);
      if (alphaLow > alphaHigh) {
        throw new IllegalArgumentException(
            "moldable-knee needs an alphaLow of at most alphaHigh, not %s above %s"
                .formatted(alphaLow, alphaHigh));
      }
      SettingsCheck.gamma("moldable-knee", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Lin et al., MASCOTS 2018",
        "as knee, but a job waits for its knee, which comes earlier under load, and keeps its size to the end");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0.01, 0.05, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Moldable(
            new KneeByLoad(settings.alphaLow(), settings.alphaHigh()), settings.gamma(), NOTEBOOK),
        SizeSteps.WORKERS,
        context.placement());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
