package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * H-scheduler: a job that comes gets its request from the largest of those who run, and what nobody
 * needs goes to the smallest (Wang et al., Section 4, Algorithm 1).
 */
public final class HScheduler implements PolicyProvider<HScheduler.Settings> {
  private static final Notebook<Trial> NOTEBOOK = new Notebook<>("h-scheduler", Trial.class);

  /**
   * How many may train, and how they grow.
   *
   * @param threshold above so many jobs in the training phase nobody starts
   * @param monitor whether added tasks that make a job slower are taken back
   * @param every how long after one round of additions the next begins
   * @param skip whether those behind a job that finds no room may go before it
   * @param master units that each job's application master takes beside its tasks
   */
  public record Settings(
      OptionalInt threshold, boolean monitor, Duration every, boolean skip, int master) {
    /** The settings of somebody who sets nothing. */
    static final Settings STANDARD =
        new Settings(OptionalInt.empty(), true, Duration.ofMinutes(1), true, 0);

    public Settings {
      Limits.check(threshold, master);
      if (every.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException(
            "every must be at least 1 millisecond, not %s".formatted(every));
      }
    }
  }

  @Override
  public Profile profile() {
    return new Profile(
        NOTEBOOK.policy(),
        "Wang et al., TPDS 2022",
        "new jobs get single tasks of the largest running ones; spare ones go to the smallest");
  }

  @Override
  public Settings defaults() {
    return Settings.STANDARD;
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    return new Scaling(rules(settings), NOTEBOOK, context.placement());
  }

  static Rules rules(Settings settings) {
    return new Rules(
        new RoundRobin(),
        Optional.of(new Rules.Watch(settings.every(), settings.monitor())),
        Optional.empty(),
        settings.threshold(),
        settings.skip(),
        settings.master());
  }

  @Override
  public Optional<Notebook<?>> notebook() {
    return Optional.of(NOTEBOOK);
  }
}
