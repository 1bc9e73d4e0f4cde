package dev.ductile.learned.safety;

import dev.ductile.api.Cluster;
import dev.ductile.api.Figure;
import dev.ductile.api.Plan;
import dev.ductile.api.Policy;
import dev.ductile.api.PolicyContext;
import dev.ductile.api.PolicyProvider;
import dev.ductile.learned.fallback.Guarded;
import java.util.List;

/** Decides as another policy, and makes one mistake in so many decisions. */
final class Clumsy implements PolicyProvider<Clumsy.Settings> {
  static final String NAME = "clumsy";

  /**
   * The settings.
   *
   * @param every one of this many seconds brings the mistake
   */
  record Settings(Mistake mistake, int every) {}

  enum Mistake {
    POOR,
    UNFAMILIAR,
    FAILS,
    STARTS_NOTHING
  }

  @Override
  public Profile profile() {
    return new Profile(NAME, "", "makes mistakes");
  }

  @Override
  public Settings defaults() {
    return new Settings(Mistake.POOR, 1);
  }

  @Override
  public Policy create(Settings settings, PolicyContext context) {
    Policy own = context.others().policy("srtf", context.inner("own"));
    Policy teacher = context.others().policy("fifo", context.inner("teacher"));
    return cluster ->
        isMistake(settings, cluster) ? mistaken(settings, cluster, teacher) : own.decide(cluster);
  }

  static boolean isMistake(Settings settings, Cluster cluster) {
    return cluster.now().getEpochSecond() % settings.every() == 0;
  }

  private static Plan mistaken(Settings settings, Cluster cluster, Policy teacher) {
    Plan plan = teacher.decide(cluster);
    return switch (settings.mistake()) {
      case POOR -> with(plan, Guarded.POOR);
      case UNFAMILIAR -> with(plan, Guarded.UNFAMILIAR);
      case FAILS -> throw new IllegalStateException("it is clumsy");
      case STARTS_NOTHING -> Plan.of(List.of(), plan.reasons());
    };
  }

  private static Plan with(Plan plan, String name) {
    return new Plan(
        plan.grants(),
        plan.notes(),
        plan.reconsider(),
        plan.settled(),
        plan.reasons(),
        List.of(new Figure(name, 1, "it is clumsy")));
  }
}
