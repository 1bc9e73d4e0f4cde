package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The priority scheduling of Litz as the paper compares itself with it: a job that comes gets
 * random numbers of workers of random jobs, and nothing else ever changes (Wang et al., Section 6).
 */
public final class LitzPriority implements PolicyProvider<LitzPriority.Settings> {
  private static final Notebook<Trial> NOTEBOOK = new Notebook<>("priority", Trial.class);

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
        "new jobs get random numbers of workers of random running ones; nobody grows");
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
