package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The priority scheduling of Litz, as a baseline of the paper: an arriving job gets random numbers
 * of workers from random running jobs, and no job grows (Wang et al., Section 6).
 */
public final class LitzPriority implements PolicyProvider<LitzPriority.Settings> {
  private static final Notebook<GrowthTrial> NOTEBOOK =
      new Notebook<>("priority", GrowthTrial.class);

  /**
   * Limits, and how the queue is served.
   *
   * @param threshold while more jobs than this are in the training phase, no job starts (at least
   *     1)
   * @param skip whether jobs may start before a job that finds no place
   * @param master units that each job's application master takes beside its tasks (at least 0)
   */
  public record Settings(OptionalInt threshold, boolean skip, int master) {
    public Settings {
      SettingsCheck.check(threshold, master);
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Wang et al., TPDS 2022",
        "new jobs get random numbers of workers from random running jobs; no job grows");
  }

  @Override
  public boolean resizes() {
    return true;
  }

  @Override
  public Settings defaults() {
    return new Settings(OptionalInt.empty(), true, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Scaling(
        new Rules(
            new AtRandom(context.seed()),
            Optional.empty(),
            Optional.empty(),
            settings.threshold(),
            settings.skip(),
            settings.master()),
        NOTEBOOK,
        context.placement());
  }
}
