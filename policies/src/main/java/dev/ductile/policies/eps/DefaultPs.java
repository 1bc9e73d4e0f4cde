package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The baseline of the paper: a job gets its request when there is enough, keeps it to its end, and
 * other jobs queue (Wang et al., Sections 2.3 and 6).
 */
public final class DefaultPs implements PolicyProvider<DefaultPs.Settings> {
  private static final Notebook<GrowthTrial> NOTEBOOK =
      new Notebook<>("default-ps", GrowthTrial.class);

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
        "a queue in order of arrival; every job runs at its request and never changes");
  }

  @Override
  public Settings defaults() {
    return new Settings(OptionalInt.empty(), false, 0);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Scaling(
        new Rules(
            Removal.NEVER,
            Optional.empty(),
            Optional.empty(),
            settings.threshold(),
            settings.skip(),
            settings.master()),
        NOTEBOOK,
        context.placement());
  }
}
