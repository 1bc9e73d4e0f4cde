package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The parameter server that the paper starts from: a job gets its request when there is room, keeps
 * it to its end, and others queue (Wang et al., Sections 2.3 and 6).
 */
public final class DefaultPs implements PolicyProvider<DefaultPs.Settings> {
  private static final Notebook<Trial> NOTEBOOK = new Notebook<>("default-ps", Trial.class);

  /**
   * How many may train, and how the line moves.
   *
   * @param threshold above so many jobs in the training phase nobody starts
   * @param skip whether those behind a job that finds no room may go before it
   * @param master units that each job's application master takes beside its tasks
   */
  public record Settings(OptionalInt threshold, boolean skip, int master) {
    public Settings {
      Limits.check(threshold, master);
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
