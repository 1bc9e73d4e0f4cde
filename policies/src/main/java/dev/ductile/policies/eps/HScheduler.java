package dev.ductile.policies.eps;

import dev.ductile.api.Notebook;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * H-scheduler: an arriving job gets its request from the largest running jobs, and spare resources
 * go to the smallest (Wang et al., Section 4, Algorithm 1).
 */
public final class HScheduler implements PolicyProvider<HScheduler.Settings> {
  private static final Notebook<GrowthTrial> NOTEBOOK =
      new Notebook<>("h-scheduler", GrowthTrial.class);

  /**
   * Limits, and how running jobs grow.
   *
   * @param threshold while more jobs than this are in the training phase, no job starts (at least
   *     1)
   * @param monitor whether added tasks that make a job slower are taken back
   * @param every time between two rounds of additions (at least 1ms)
   * @param skip whether jobs may start before a job that finds no place
   * @param master units that each job's application master takes beside its tasks (at least 0)
   */
  public record Settings(
      OptionalInt threshold, boolean monitor, Duration every, boolean skip, int master) {
    /** The default settings. */
    static final Settings STANDARD =
        new Settings(OptionalInt.empty(), true, Duration.ofMinutes(1), true, 0);

    public Settings {
      SettingsCheck.check(threshold, master);
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
        "new jobs get single tasks from the largest running jobs; spare resources go to the smallest");
  }

  @Override
  public boolean resizes() {
    return true;
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
