package dev.ductile.policies.lin;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.policies.sizing.SizeSteps;
import dev.ductile.policies.sizing.SizingPolicy;
import java.util.Optional;

/** The moldable HELL mechanism of Lin et al., Section IV-C. */
public final class MoldableHell implements PolicyProvider<MoldableHell.Settings> {
  private static final Notebook<Moldable.Begun> NOTEBOOK =
      new Notebook<>("moldable-hell", Moldable.Begun.class);

  /**
   * The order of jobs.
   *
   * @param gamma how far jobs with much progress fall behind new jobs; 0 not at all (0 to 100)
   */
  public record Settings(double gamma) {
    public Settings {
      SettingsCheck.gamma("moldable-hell", gamma);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Lin et al., MASCOTS 2018",
        "as hell, but a job waits for its best size on the empty cluster and keeps it to the end");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new SizingPolicy(
        new Moldable(Moldable.always(new HellHeuristic()), settings.gamma(), NOTEBOOK),
        SizeSteps.WORKERS,
        context.placement());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
